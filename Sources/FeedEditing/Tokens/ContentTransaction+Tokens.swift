package import FeedModel
package import FeedStore

extension ContentTransaction {
  /// Adds a token for the bearer of `secret`, and notes who did.
  package func issueToken(
    name: String, role: TokenRole, expiresAt: Timestamp?, secret: TokenSecret, by actor: AuditActor
  ) throws -> Token {
    let token = try addToken(name: name, role: role, expiresAt: expiresAt, secret: secret)
    try audit(
      AuditRecord(
        actor: actor, action: .create, subject: .token(token.id), before: nil,
        after: try AuditJSON.text(token)))
    return token
  }

  /// Takes token `id` back, and notes who did; `nil` where there is none.
  package func revokeToken(_ id: Int, by actor: AuditActor) throws -> Token? {
    guard let before = try token(id) else { return nil }
    guard before.revokedAt == nil, let after = try revokeToken(id) else { return before }
    try audit(
      AuditRecord(
        actor: actor, action: .revoke, subject: .token(id), before: try AuditJSON.text(before),
        after: try AuditJSON.text(after)))
    return after
  }
}
