package import FeedModel
package import FeedStore

/// Why an invitation begins no session.
package enum InvitationRefusal: Error, Hashable, CaseIterable, Sendable {
  /// There is none with this secret.
  case unknown
  /// It has begun a session before, or was revoked.
  case used
  case expired
}

/// The lifetimes of invitations and sessions, in milliseconds.
package enum SessionLifetime {
  /// How long an invitation can begin a session: 15 minutes.
  package static let invitation = 15 * 60_000
  /// How long a session lasts: 12 hours.
  package static let session = 12 * 3_600_000
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
      .invitation, name: name, role: role, expiresAt: moment.later(by: SessionLifetime.invitation),
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
      expiresAt: moment.later(by: SessionLifetime.session), secret: session, by: actor)
  }
}

extension Timestamp {
  fileprivate func later(by milliseconds: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + milliseconds)
  }
}
