package import FeedModel
package import FeedStore
package import StrictJSON

extension ContentTransaction {
  /// Adds a token for the bearer of `secret`, and notes who did.
  package func issueToken(
    _ type: TokenType = .token, name: String, role: TokenRole, expiresAt: Timestamp?,
    secret: TokenSecret, by actor: AuditActor
  ) throws -> Token {
    let token = try addToken(type, name: name, role: role, expiresAt: expiresAt, secret: secret)
    try audit(.token(issued: token, by: actor))
    return token
  }

  /// Gives token `id` another name or another role, and notes who did; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - name: `nil` to leave it.
  ///   - role: `nil` to leave it.
  package func changeToken(
    _ id: Int, name: String?, role: TokenRole?, by actor: AuditActor
  ) throws -> Token? {
    guard let before = try token(id),
      let after = try changeToken(id, name: name ?? before.name, role: role ?? before.role)
    else { return nil }
    if after != before || after.name.exact != before.name.exact {
      try audit(.token(changed: before, to: after, by: actor))
    }
    return after
  }

  /// Revokes token `id`, and notes who did; `nil` where there is none.
  package func revokeToken(_ id: Int, by actor: AuditActor) throws -> Token? {
    guard let before = try token(id) else { return nil }
    guard before.revokedAt == nil, let after = try revokeToken(id) else { return before }
    try audit(.token(revoked: before, to: after, by: actor))
    return after
  }
}

extension Token {
  /// The expected form of the time when a token expires, for error messages.
  package static let expiryForm =
    "a time in the future such as 2030-12-31T00:00:00Z, or a duration such as 30d"

  /// The time when a token expires, as a person writes it: a timestamp, or a duration from `now` on in minutes, hours,
  /// days or weeks such as `30d`. `nil` if it is neither, or not in the future.
  package static func expiry(_ text: String, now: Timestamp) -> Timestamp? {
    guard let moment = Timestamp(text) else { return TimeSpan.milliseconds(text).map(now.later) }
    return moment.millisecondsSince1970 > now.millisecondsSince1970 ? moment : nil
  }

  /// How long an invitation can begin a session, in milliseconds: 15 minutes.
  package static let invitationLifetime = 15 * 60_000
  /// How long a session lasts, in milliseconds: 12 hours.
  package static let sessionLifetime = 12 * 3_600_000
}

extension JSONWriter {
  /// A token as members of the object being written.
  package mutating func members(of token: Token) {
    member("id", token.id)
    member("type", token.type.rawValue)
    member("name", token.name)
    member("role", token.role.rawValue)
    member("created_at", token.createdAt.rfc3339)
    member("expires_at", token.expiresAt)
    member("last_used_at", token.lastUsedAt)
    member("revoked_at", token.revokedAt)
  }
}

/// Why an invitation begins no session.
package enum InvitationRefusal: Error, Hashable, CaseIterable, Sendable {
  /// There is none with this secret.
  case unknown
  /// It has begun a session before, or was revoked.
  case used
  case expired
}

/// The paths of the studio.
package enum StudioAddress {
  /// The page of the studio.
  package static let studio = "/studio"

  /// The path of the invitation whose secret is `secret`.
  package static func invitation(_ secret: TokenSecret) -> String {
    "\(studio)/invitations/\(secret.text)"
  }
}

extension ContentReader {
  /// The invitation whose secret is `secret`.
  ///
  /// - Throws: ``InvitationRefusal`` unless it can begin a session at `now`.
  package func openInvitation(_ secret: TokenSecret, at now: Timestamp) throws -> Token {
    guard let invitation = try token(presenting: secret), invitation.type == .invitation else {
      throw InvitationRefusal.unknown
    }
    switch invitation.standing(at: now) {
    case .valid: return invitation
    case .expired: throw InvitationRefusal.expired
    case .revoked: throw InvitationRefusal.used
    }
  }
}

extension ContentTransaction {
  /// Adds an invitation, whose address has `secret`, and notes who did.
  package func invite(
    name: String, role: TokenRole, secret: TokenSecret, by actor: AuditActor
  ) throws -> Token {
    try issueToken(
      .invitation, name: name, role: role, expiresAt: moment.later(by: Token.invitationLifetime),
      secret: secret, by: actor)
  }

  /// Begins a session for the bearer of `session` with the name and the role of an invitation, which is worth nothing
  /// from then on: two who use it at the same time do not both get a session.
  ///
  /// - Throws: ``InvitationRefusal`` unless the invitation can begin a session.
  package func acceptInvitation(
    _ secret: TokenSecret, session: TokenSecret
  ) throws -> Token {
    let invitation = try openInvitation(secret, at: moment)
    let actor = AuditActor(invitation.identity)
    try noteUse(ofToken: invitation.id, at: moment)
    if let used = try revokeToken(invitation.id) {
      try audit(.token(changed: invitation, to: used, by: actor))
    }
    return try issueToken(
      .session, name: invitation.name, role: invitation.role,
      expiresAt: moment.later(by: Token.sessionLifetime), secret: session, by: actor)
  }
}

extension Timestamp {
  fileprivate func later(by milliseconds: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + milliseconds)
  }
}
