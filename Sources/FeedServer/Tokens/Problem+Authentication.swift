import FeedStore
import HTTPTypes

extension Problem {
  /// - Parameter role: the least that would do.
  static func tokenRequired(_ role: TokenRole) -> Problem {
    Problem(
      status: .unauthorized, code: "token_required", title: "Token required",
      detail: "expected the token of \(role.words) as Authorization: Bearer …",
      headers: [.wwwAuthenticate: "Bearer"])
  }

  /// A token that is worth nothing. Whoever shows it knows it: the reason is theirs to know.
  static func invalidToken(_ reason: String) -> Problem {
    Problem(
      status: .unauthorized, code: "invalid_token", title: "Invalid token", detail: reason,
      headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
  }

  static func roleTooLow(_ identity: Identity, needed: TokenRole) -> Problem {
    Problem(
      status: .forbidden, code: "role_too_low", title: "Role too low",
      detail: "expected the token of \(needed.words), "
        + "found that of \(identity.role.words)",
      headers: [.wwwAuthenticate: #"Bearer error="insufficient_scope""#])
  }

  static let tokenInQuery = Problem(
    status: .badRequest, code: "token_in_query", title: "Token in query",
    detail: "a token in an address ends up in logs; send it as Authorization: Bearer … "
      + "and revoke this one")
}

extension TokenRole {
  /// Who has the role, in a sentence.
  var words: String {
    switch self {
    case .viewer: "a viewer"
    case .editor: "an editor"
    case .admin: "an admin"
    }
  }
}
