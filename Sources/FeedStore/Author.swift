package import FeedModel

/// On whose behalf a transaction writes. The store looks at the standing of its author when the transaction has begun,
/// and excludes other writers: who was revoked or demoted by then writes nothing, however long ago they were let in.
package enum Author: Hashable, Sendable {
  /// The program itself: its command line, and what a server does beside requests. Whoever starts it can open the
  /// database as well.
  case program
  /// The bearer of a token or a session, who needs a role.
  case bearer(Identity, needing: TokenRole)

  /// The author as the audit names them.
  package var actor: AuditActor {
    switch self {
    case .program: .commandLine
    case .bearer(let identity, _): AuditActor(identity)
    }
  }

  /// The author at `moment`, with the name and the role that `reader` knows.
  ///
  /// - Throws: ``AuthorityError`` if their token is not accepted any more, or has too low a role; or ``StoreError``.
  package func confirmed(by reader: some ContentReader, at moment: Timestamp) throws -> Author {
    guard case .bearer(let former, let role) = self else { return self }
    let identity = try former.confirmed(by: reader, at: moment)
    try identity.require(role)
    return .bearer(identity, needing: role)
  }

  /// - Throws: ``AuthorityError/roleTooLow(found:needed:)`` for a bearer of a lower role than `role`.
  package func require(_ role: TokenRole) throws(AuthorityError) {
    if case .bearer(let identity, _) = self { try identity.require(role) }
  }
}

extension ContentTransaction {
  /// The author, as the audit names them.
  package var actor: AuditActor { author.actor }
}

/// Why somebody may not do what they ask for.
package enum AuthorityError: Error, Hashable, Sendable {
  /// There is no such token or session.
  case unknown(TokenType)
  case expired(TokenType)
  case revoked(TokenType)
  case roleTooLow(found: TokenRole, needed: TokenRole)
}

extension Identity {
  /// This client at `moment`, with the name and the role that `reader` knows.
  ///
  /// - Throws: ``AuthorityError`` if its token is not accepted any more, or ``StoreError``.
  package func confirmed(by reader: some ContentReader, at moment: Timestamp) throws -> Identity {
    guard !isAssistant else { return self }
    guard let token = try reader.token(tokenID) else { throw AuthorityError.unknown(.token) }
    try token.requireValid(at: moment)
    return token.identity
  }

  /// - Throws: ``AuthorityError/roleTooLow(found:needed:)`` for a lower role than `role`.
  package func require(_ role: TokenRole) throws(AuthorityError) {
    guard self.role >= role else { throw .roleTooLow(found: self.role, needed: role) }
  }
}

extension Token {
  /// - Throws: ``AuthorityError`` unless it is accepted at `moment`.
  package func requireValid(at moment: Timestamp) throws(AuthorityError) {
    switch standing(at: moment) {
    case .valid: return
    case .expired: throw .expired(type)
    case .revoked: throw .revoked(type)
    }
  }
}

extension AuthorityError: CustomStringConvertible {
  /// One sentence, which the bearer of the token may read.
  package var description: String {
    switch self {
    case .unknown(let type): "there is no such \(type)"
    case .expired(let type): "the \(type) has expired"
    case .revoked(.session): "the session was ended"
    case .revoked(let type): "the \(type) was revoked"
    case .roleTooLow(let found, let needed):
      "expected a token of \(needed.words), found one of \(found.words)"
    }
  }
}

extension TokenRole {
  /// Who has the role, in a sentence.
  package var words: String {
    switch self {
    case .viewer: "a viewer"
    case .contributor: "a contributor"
    case .editor: "an editor"
    case .admin: "an admin"
    }
  }
}
