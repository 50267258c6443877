import Crypto
package import FeedModel

/// A permission to read drafts or to write, without its secret: the token of a program, the session of a person, or an
/// invitation, which begins a session.
package struct Token: Hashable, Sendable {
  /// The longest name, in Unicode code points, of which one character may have very many.
  package static let nameLength = 100

  /// Positive; never used for another token.
  package let id: Int
  /// The form in which its secret is accepted.
  package let type: TokenType
  /// The person or program it was made for.
  package let name: String
  package let role: TokenRole
  package let createdAt: Timestamp
  /// The first moment it is invalid; `nil` for a token that does not expire.
  package let expiresAt: Timestamp?
  /// When it was last accepted, which servers note once a minute; of an invitation, when it was used. `nil` before that.
  package let lastUsedAt: Timestamp?
  /// When it was revoked.
  package let revokedAt: Timestamp?

  package init(
    id: Int, type: TokenType = .token, name: String, role: TokenRole, createdAt: Timestamp,
    expiresAt: Timestamp? = nil, lastUsedAt: Timestamp? = nil, revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.type = type
    self.name = name
    self.role = role
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.lastUsedAt = lastUsedAt
    self.revokedAt = revokedAt
  }

  /// Whether a token is accepted.
  package enum Standing: Hashable, Sendable {
    case valid
    case expired
    case revoked
  }

  /// Returns whether it is accepted at `moment`. No other code decides this.
  package func standing(at moment: Timestamp) -> Standing {
    if revokedAt != nil { return .revoked }
    if let expiresAt, moment.millisecondsSince1970 >= expiresAt.millisecondsSince1970 {
      return .expired
    }
    return .valid
  }

  /// The token as it is if it was accepted at `moment` as well; `nil` for never.
  package func used(at moment: Timestamp?) -> Token {
    guard let moment,
      moment.millisecondsSince1970 > lastUsedAt?.millisecondsSince1970 ?? .min
    else { return self }
    return Token(
      id: id, type: type, name: name, role: role, createdAt: createdAt, expiresAt: expiresAt,
      lastUsedAt: moment, revokedAt: revokedAt)
  }

  /// Who writes with it.
  package var identity: Identity { Identity(tokenID: id, name: name, role: role) }

  /// `name` without white space around it, if it can be one: a line of 1 to ``nameLength``
  /// characters that are seen, and of the joiners of letters, which Persian names have.
  package static func acceptableName(_ name: String) -> String? {
    let isLine = name.unicodeScalars.allSatisfy {
      $0.properties.isJoinControl
        || ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate]
          .contains($0.properties.generalCategory)
    }
    let trimmed = name.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }.map { trimmed.index(after: $0) }
    let text = String(trimmed[..<(end ?? trimmed.startIndex)])
    let isSeen = !text.unicodeScalars.allSatisfy(\.properties.isJoinControl)
    return isLine && isSeen && text.unicodeScalars.count <= nameLength ? text : nil
  }
}

/// The form in which a secret is accepted. None is accepted in place of another.
package enum TokenType: String, CaseIterable, Hashable, Sendable {
  /// In `Authorization`, until it expires or is revoked.
  case token
  /// Once, in the address that begins a session.
  case invitation
  /// In the cookie of a browser.
  case session
}

/// The permissions of a token's bearer. Each role includes those of the roles before it.
package enum TokenRole: String, CaseIterable, Hashable, Sendable, Comparable {
  /// Reads drafts, releases and the history of content.
  case viewer
  /// Prepares releases, and publishes nothing.
  case contributor
  /// Writes content and compositions, and publishes releases.
  case editor
  /// Writes kinds and tokens, removes feeds, and reads who wrote what.
  case admin

  package static func < (left: TokenRole, right: TokenRole) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}

/// Who makes a request, as its token says.
package struct Identity: Hashable, Sendable {
  /// The token's number.
  package let tokenID: Int
  /// The name of the token, which the audit names as the author of its writes.
  package let name: String
  package let role: TokenRole

  package init(tokenID: Int, name: String, role: TokenRole) {
    self.tokenID = tokenID
    self.name = name
    self.role = role
  }

  /// An assistant that works on the store beside its servers. It has no token, and prepares what people publish.
  package static func assistant(named name: String) -> Identity {
    Identity(tokenID: noToken, name: name, role: .contributor)
  }

  /// Whether this is an assistant, which has no token.
  package var isAssistant: Bool { tokenID == Self.noToken }

  /// Lower than the number of every token.
  private static let noToken = 0
}

/// The secret of a token: 32 random bytes, written so that a leaked one is recognised.
package struct TokenSecret: Hashable, Sendable {
  /// The prefix of every secret.
  package static let prefix = "tanada_"
  /// How many random bytes a secret has.
  package static let byteCount = 32

  private let bytes: [UInt8]

  /// A secret of `bytes` from a secure source of randomness.
  ///
  /// - Precondition: there are ``byteCount`` of them.
  package init(randomBytes bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount, "a secret has \(Self.byteCount) bytes")
    self.bytes = bytes
  }

  /// The secret written as `text`; `nil` if `text` is not the one way to write one.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    guard let bytes = Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
      bytes.count == Self.byteCount
    else { return nil }
    self.bytes = bytes
  }

  /// The secret as its bearer writes it: the prefix, and base64url.
  package var text: String { Self.prefix + Base64URL.encode(bytes) }

  /// The SHA-256 hash, which is stored in place of the secret. A secret is as random as its hash, so that
  /// neither a salt nor a slow hash would make it harder to guess.
  package var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// Whether `hash` is that of this secret. Takes the same time wherever the two differ.
  package func hasHash(_ hash: [UInt8]) -> Bool {
    // The comparison of digests is constant in time.
    SHA256.hash(data: bytes) == hash
  }
}

extension TokenSecret: CustomStringConvertible {
  /// Not the secret: a description may end up in a log.
  package var description: String { Self.prefix + "…" }
}

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
