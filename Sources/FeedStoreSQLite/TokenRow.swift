import FeedModel
import FeedStore
import GRDB

/// The columns of `tokens`, without the hash.
enum TokenRow {
  static let selection = "id, name, role, created_at, expires_at, revoked_at"

  static func token(_ row: Row) throws -> Token {
    let expiresAt: Int? = row["expires_at"]
    let revokedAt: Int? = row["revoked_at"]
    guard let role = TokenRole(rawValue: row["role"]) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "token \(row["id"] as Int) has no valid role")
    }
    return Token(
      id: row["id"], name: row["name"], role: role,
      createdAt: Timestamp(millisecondsSince1970: row["created_at"]),
      expiresAt: expiresAt.map(Timestamp.init(millisecondsSince1970:)),
      revokedAt: revokedAt.map(Timestamp.init(millisecondsSince1970:)))
  }
}
