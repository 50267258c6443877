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

/// When a token expires, as a person writes it.
package enum TokenExpiry {
  /// The expected form, for error messages.
  package static let expectation =
    "a time in the future such as 2030-12-31T00:00:00Z, or a duration such as 30d"

  /// The time of `text`: a timestamp, or a duration from `now` on in minutes, hours, days or weeks
  /// such as `30d`. `nil` if it is neither, or not in the future.
  package static func moment(_ text: String, now: Timestamp) -> Timestamp? {
    if let moment = Timestamp(text) {
      return moment.millisecondsSince1970 > now.millisecondsSince1970 ? moment : nil
    }
    guard let span = TimeSpan.milliseconds(text) else { return nil }
    return Timestamp(millisecondsSince1970: now.millisecondsSince1970 + span)
  }
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
