import FeedModel

extension SQLReading {
  func tokens() throws -> [Token] {
    try attempt {
      try database.rows("SELECT \(tokenColumns) FROM tokens ORDER BY id").map(Token.init)
    }
  }

  func token(_ id: Int) throws -> Token? {
    try attempt {
      try database.row("SELECT \(tokenColumns) FROM tokens WHERE id = ?", [id]).map(Token.init)
    }
  }

  func token(presenting secret: TokenSecret) throws -> Token? {
    try attempt {
      // The index narrows the search to one token or none; this comparison reveals nothing about
      // the secret. The whole hash is compared in constant time.
      let sql = """
        SELECT \(tokenColumns), hash FROM tokens WHERE substr(hash, 1, 4) = ?
        """
      let rows = try database.rows(sql, [Array(secret.hash.prefix(4))])
      var found: SQLRow?
      for row in rows where secret.hasHash(try row["hash"]) { found = row }
      return try found.map(Token.init)
    }
  }

  func secret(_ name: String) throws -> [UInt8]? {
    try attempt {
      let sql = "SELECT value FROM secrets WHERE name = ?"
      return try database.first([UInt8].self, sql, [name])
    }
  }
}

extension SQLTransaction {
  func addToken(
    _ type: TokenType, name: String, role: TokenRole, expiresAt: Timestamp?, secret: TokenSecret
  ) throws -> Token {
    let id = try database.first(
      Int.self,
      """
      INSERT INTO tokens (id, type, name, role, hash, created_at, expires_at)
      VALUES ((SELECT coalesce(max(id), 0) + 1 FROM tokens), ?, ?, ?, ?, ?, ?)
      RETURNING id
      """,
      [
        type.rawValue, name, role.rawValue, secret.hash, moment.millisecondsSince1970,
        expiresAt?.millisecondsSince1970,
      ])
    return Token(
      id: id ?? 0, type: type, name: name, role: role, createdAt: moment, expiresAt: expiresAt)
  }

  func changeToken(_ id: Int, name: String, role: TokenRole) throws -> Token? {
    try database.perform(
      "UPDATE tokens SET name = ?, role = ? WHERE id = ?", [name, role.rawValue, id])
    return try token(id)
  }

  func noteUse(ofToken id: Int, at moment: Timestamp) throws {
    try database.perform(
      "UPDATE tokens SET last_used_at = \(dialect.greatest("coalesce(last_used_at, :at)", ":at")) WHERE id = :id",
      ["at": moment.millisecondsSince1970, "id": id])
  }

  func revokeToken(_ id: Int) throws -> Token? {
    try database.perform(
      "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
      [moment.millisecondsSince1970, id])
    return try token(id)
  }

  func keepSecret(_ bytes: [UInt8], as name: String) throws {
    try database.perform(
      "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", [name, bytes])
  }
}

/// The columns of `tokens`, without the hash.
private let tokenColumns = "id, type, name, role, created_at, expires_at, last_used_at, revoked_at"

extension Token {
  fileprivate init(_ row: SQLRow) throws {
    let id: Int = try row["id"]
    guard let type = TokenType(rawValue: try row["type"]),
      let role = TokenRole(rawValue: try row["role"])
    else {
      throw SQLError.corrupt("token \(id) has no valid type and role")
    }
    try self.init(
      id: id, type: type, name: row["name"], role: role, createdAt: row["created_at"],
      expiresAt: row["expires_at"], lastUsedAt: row["last_used_at"], revokedAt: row["revoked_at"])
  }
}

extension SQLTransaction {
  /// Records that were made up to this moment are ignored, and removed with the next write.
  private var oldest: Int { moment.millisecondsSince1970 - IdempotencyKey.lifetime }

  func idempotencyRecord(for key: IdempotencyKey) throws -> IdempotencyRecord? {
    let row = try database.row(
      """
      SELECT fingerprint, answer FROM idempotency_records
      WHERE token = ? AND key = ? AND created_at > ?
      """, [key.tokenID, key.key, oldest])
    return try row.map {
      try IdempotencyRecord(fingerprint: $0["fingerprint"], answer: $0["answer"])
    }
  }

  func keep(_ record: IdempotencyRecord, for key: IdempotencyKey) throws {
    try database.perform("DELETE FROM idempotency_records WHERE created_at <= ?", [oldest])
    try database.perform(
      """
      INSERT INTO idempotency_records (token, key, fingerprint, answer, created_at)
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        key.tokenID, key.key, record.fingerprint, record.answer,
        moment.millisecondsSince1970,
      ])
  }
}
