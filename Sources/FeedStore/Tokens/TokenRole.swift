/// What the bearer of a token may do. Each role may do what the ones before it may.
package enum TokenRole: String, CaseIterable, Hashable, Sendable, Comparable {
  /// Reads drafts and what was written.
  case viewer
  /// Writes content.
  case editor
  /// Writes compositions and tokens, and reads who wrote what.
  case admin

  package static func < (left: TokenRole, right: TokenRole) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .viewer: 0
    case .editor: 1
    case .admin: 2
    }
  }
}

/// Who makes a request, as its token says.
package struct Identity: Hashable, Sendable {
  /// The token's number.
  package let tokenID: Int
  /// What the token was called when it was made; names its writes.
  package let name: String
  package let role: TokenRole

  package init(tokenID: Int, name: String, role: TokenRole) {
    self.tokenID = tokenID
    self.name = name
    self.role = role
  }
}
