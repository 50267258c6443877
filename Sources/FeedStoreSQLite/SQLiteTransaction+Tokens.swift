import FeedModel
import FeedStore
import Foundation
import GRDB

extension SQLiteTransaction {
  func tokens() throws -> [Token] { try reader.tokens() }

  func token(_ id: Int) throws -> Token? { try reader.token(id) }

  func token(presenting secret: TokenSecret) throws -> Token? {
    try reader.token(presenting: secret)
  }

  func addToken(
    name: String, role: TokenRole, expiresAt: Timestamp?, secret: TokenSecret
  ) throws -> Token {
    try database.cachedStatement(
      sql: """
        INSERT INTO tokens (name, role, hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      name, role.rawValue, Data(secret.hash), moment.millisecondsSince1970,
      expiresAt?.millisecondsSince1970,
    ])
    return Token(
      id: Int(database.lastInsertedRowID), name: name, role: role,
      createdAt: Timestamp(millisecondsSince1970: moment.millisecondsSince1970),
      expiresAt: expiresAt.map {
        Timestamp(millisecondsSince1970: $0.millisecondsSince1970)
      })
  }

  func revokeToken(_ id: Int) throws -> Token? {
    try database.cachedStatement(
      sql: "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"
    ).execute(arguments: [moment.millisecondsSince1970, id])
    return try token(id)
  }
}
