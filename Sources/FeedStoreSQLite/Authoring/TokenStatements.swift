import FeedModel
import FeedStore
import Foundation
import GRDB

extension SQLiteReading {
  func tokens() throws -> [Token] {
    try attempt {
      try Row.fetchAll(
        database.cachedStatement(sql: "SELECT \(TokenRow.selection) FROM tokens ORDER BY id")
      ).map(TokenRow.token)
    }
  }

  func token(_ id: Int) throws -> Token? {
    try attempt {
      try Row.fetchOne(
        database.cachedStatement(sql: "SELECT \(TokenRow.selection) FROM tokens WHERE id = ?"),
        arguments: [id]
      ).map(TokenRow.token)
    }
  }

  func token(presenting secret: TokenSecret) throws -> Token? {
    try attempt {
      // The index narrows the search to one token or none; this comparison reveals nothing about
      // the secret. The whole hash is compared in constant time.
      let sql = """
        SELECT \(TokenRow.selection), hash FROM tokens WHERE substr(hash, 1, 4) = ?
        """
      let rows = try Row.fetchAll(
        database.cachedStatement(sql: sql), arguments: [Data(secret.hash.prefix(4))])
      var found: Row?
      for row in rows where secret.hasHash(Array(row["hash"] as Data)) { found = row }
      return try found.map(TokenRow.token)
    }
  }

  func secret(_ name: String) throws -> [UInt8]? {
    try attempt {
      let sql = "SELECT value FROM secrets WHERE name = ?"
      return try Data.fetchOne(database.cachedStatement(sql: sql), arguments: [name])
        .map { Array($0) }
    }
  }
}

extension SQLiteTransaction {
  func addToken(
    _ type: TokenType, name: String, role: TokenRole, expiresAt: Timestamp?, secret: TokenSecret
  ) throws -> Token {
    try database.cachedStatement(
      sql: """
        INSERT INTO tokens (type, name, role, hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      type.rawValue, name, role.rawValue, Data(secret.hash), moment.millisecondsSince1970,
      expiresAt?.millisecondsSince1970,
    ])
    return Token(
      id: Int(database.lastInsertedRowID), type: type, name: name, role: role,
      createdAt: Timestamp(millisecondsSince1970: moment.millisecondsSince1970),
      expiresAt: expiresAt.map {
        Timestamp(millisecondsSince1970: $0.millisecondsSince1970)
      })
  }

  func changeToken(_ id: Int, name: String, role: TokenRole) throws -> Token? {
    try database.cachedStatement(sql: "UPDATE tokens SET name = ?, role = ? WHERE id = ?")
      .execute(arguments: [name, role.rawValue, id])
    return try token(id)
  }

  func noteUse(ofToken id: Int, at moment: Timestamp) throws {
    try database.cachedStatement(
      sql: "UPDATE tokens SET last_used_at = max(coalesce(last_used_at, ?1), ?1) WHERE id = ?2"
    ).execute(arguments: [moment.millisecondsSince1970, id])
  }

  func revokeToken(_ id: Int) throws -> Token? {
    try database.cachedStatement(
      sql: "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"
    ).execute(arguments: [moment.millisecondsSince1970, id])
    return try token(id)
  }

  func keepSecret(_ bytes: [UInt8], as name: String) throws {
    try database.cachedStatement(
      sql: "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
    ).execute(arguments: [name, Data(bytes)])
  }
}

/// The columns of `tokens`, without the hash.
enum TokenRow {
  static let selection = "id, type, name, role, created_at, expires_at, last_used_at, revoked_at"

  static func token(_ row: Row) throws -> Token {
    guard let type = TokenType(rawValue: row["type"]), let role = TokenRole(rawValue: row["role"])
    else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message: "token \(row["id"] as Int) has no valid type and role")
    }
    return Token(
      id: row["id"], type: type, name: row["name"], role: role,
      createdAt: Timestamp(millisecondsSince1970: row["created_at"]),
      expiresAt: moment("expires_at", in: row), lastUsedAt: moment("last_used_at", in: row),
      revokedAt: moment("revoked_at", in: row))
  }

  private static func moment(_ column: String, in row: Row) -> Timestamp? {
    (row[column] as Int?).map(Timestamp.init(millisecondsSince1970:))
  }
}
