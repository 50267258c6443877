package import FeedModel

/// A permission to read drafts or to write, without its secret.
package struct Token: Hashable, Sendable {
  /// The longest name, in characters.
  package static let nameLength = 100

  /// Positive; never used for another token.
  package let id: Int
  /// Whom or what it was made for.
  package let name: String
  package let role: TokenRole
  package let createdAt: Timestamp
  /// The first moment it is worth nothing any more; `nil` for a token that does not expire.
  package let expiresAt: Timestamp?
  /// When it was taken back.
  package let revokedAt: Timestamp?

  package init(
    id: Int, name: String, role: TokenRole, createdAt: Timestamp, expiresAt: Timestamp? = nil,
    revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
  }

  /// What a token is worth.
  package enum Standing: Hashable, Sendable {
    case valid
    case expired
    case revoked
  }

  /// What it is worth at `moment`.
  package func standing(at moment: Timestamp) -> Standing {
    if revokedAt != nil { return .revoked }
    if let expiresAt, moment.millisecondsSince1970 >= expiresAt.millisecondsSince1970 {
      return .expired
    }
    return .valid
  }

  /// Who writes with it.
  package var identity: Identity { Identity(tokenID: id, name: name, role: role) }

  /// `name` without white space around it, if it can be one: a line of 1 to ``nameLength``
  /// characters.
  package static func acceptableName(_ name: String) -> String? {
    let isLine = name.unicodeScalars.allSatisfy {
      ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate]
        .contains($0.properties.generalCategory)
    }
    let trimmed = name.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }.map { trimmed.index(after: $0) }
    let text = String(trimmed[..<(end ?? trimmed.startIndex)])
    return isLine && (1...nameLength).contains(text.count) ? text : nil
  }
}
