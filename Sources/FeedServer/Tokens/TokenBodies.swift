import FeedEditing
import FeedModel
import FeedStore
import StrictJSON

/// The body of a request for a new token.
struct TokenBody {
  let name: String
  let role: TokenRole
  /// `nil` for never.
  let expiresAt: Timestamp?

  /// Reads `{"name":"Ben","role":"editor","expires_at":"30d"}`, with the last member only if it `canExpire`.
  ///
  /// - Throws: all problems of the body.
  static func read(
    _ tree: JSONTree, now: Timestamp, canExpire: Bool = true
  ) throws(DocumentProblems) -> TokenBody {
    let (body, problems) = JSONFieldReader.read(tree) {
      TokenBody(reading: &$0, now: now, canExpire: canExpire)
    }
    guard let body = body ?? nil, problems.isEmpty else { throw DocumentProblems(problems) }
    return body
  }

  private init?(reading fields: inout JSONFieldReader, now: Timestamp, canExpire: Bool) {
    let name = fields.tokenName()
    let role = fields.tokenRole()
    var expiresAt: Timestamp?
    if canExpire, fields.hasValue("expires_at") {
      expiresAt = fields.value("expires_at", expected: .words(TokenExpiry.expectation)) {
        TokenExpiry.moment($0, now: now)
      }
    }
    fields.refuseUnknownFields()
    guard let name, let role else { return nil }
    self.name = name
    self.role = role
    self.expiresAt = expiresAt
  }
}

/// The body of a request that changes a token.
struct TokenChange {
  /// `nil` to leave it as it is.
  let name: String?
  /// `nil` to leave it as it is.
  let role: TokenRole?

  /// Reads `{"name":"Ben","role":"editor"}`; both can be left out.
  ///
  /// - Throws: all problems of the body.
  static func read(_ tree: JSONTree) throws(DocumentProblems) -> TokenChange {
    let (change, problems) = JSONFieldReader.read(tree) { fields in
      let change = TokenChange(
        name: fields.contains("name") ? fields.tokenName() : nil,
        role: fields.contains("role") ? fields.tokenRole() : nil)
      fields.refuseUnknownFields()
      return change
    }
    guard let change, problems.isEmpty else { throw DocumentProblems(problems) }
    return change
  }
}

extension JSONFieldReader {
  fileprivate mutating func tokenName() -> String? {
    value(
      "name",
      expected: .words(
        "a line of 1 to \(Token.nameLength) characters, without marks of direction"),
      Token.acceptableName)
  }

  fileprivate mutating func tokenRole() -> TokenRole? {
    value("role", expected: .oneOf(TokenRole.allCases.map(\.rawValue)), TokenRole.init)
  }
}
