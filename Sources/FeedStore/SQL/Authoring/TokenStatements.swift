import FeedModel

extension SQLReading {
  func tokens() throws -> [Token] {
    try attempt {
      try database.rows("SELECT \(TokenRow.selection) FROM tokens ORDER BY id").map(TokenRow.token)
    }
  }

  func token(_ id: Int) throws -> Token? {
    try attempt {
      try database.row("SELECT \(TokenRow.selection) FROM tokens WHERE id = ?", [id]).map(
        TokenRow.token)
    }
  }

  func token(presenting secret: TokenSecret) throws -> Token? {
    try attempt {
      // The index narrows the search to one token or none; this comparison reveals nothing about
      // the secret. The whole hash is compared in constant time.
      let sql = """
        SELECT \(TokenRow.selection), hash FROM tokens WHERE substr(hash, 1, 4) = ?
        """
      let rows = try database.rows(sql, [Array(secret.hash.prefix(4))])
      var found: SQLRow?
      for row in rows where secret.hasHash(try row["hash"]) { found = row }
      return try found.map(TokenRow.token)
    }
  }

  func secret(_ name: String) throws -> [UInt8]? {
    try attempt {
      let sql = "SELECT value FROM secrets WHERE name = ?"
      return try database.first([UInt8].self, sql, [name])
        .map { Array($0) }
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
      id: id ?? 0, type: type, name: name, role: role,
      createdAt: Timestamp(millisecondsSince1970: moment.millisecondsSince1970),
      expiresAt: expiresAt.map {
        Timestamp(millisecondsSince1970: $0.millisecondsSince1970)
      })
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
enum TokenRow {
  static let selection = "id, type, name, role, created_at, expires_at, last_used_at, revoked_at"

  static func token(_ row: SQLRow) throws -> Token {
    let id: Int = try row["id"]
    guard let type = TokenType(rawValue: try row["type"]),
      let role = TokenRole(rawValue: try row["role"])
    else {
      throw SQLError.corrupt("token \(id) has no valid type and role")
    }
    return try Token(
      id: id, type: type, name: row["name"], role: role, createdAt: row["created_at"],
      expiresAt: row["expires_at"], lastUsedAt: row["last_used_at"], revokedAt: row["revoked_at"])
  }
}
