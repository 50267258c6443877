import FeedModel
import FeedStore
import Foundation
import GRDB

extension SQLiteTransaction {
  /// Answers that were kept before this moment are forgotten.
  private var oldest: Int { moment.millisecondsSince1970 - IdempotencyKey.lifetime }

  func keptAnswer(to key: IdempotencyKey) throws -> KeptAnswer? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT fingerprint, status, headers, body FROM idempotency_keys
          WHERE token = ? AND key = ? AND created_at > ?
          """), arguments: [key.tokenID, key.key, oldest])
    return try row.map { row in
      KeptAnswer(
        fingerprint: Array(row["fingerprint"] as Data), status: row["status"],
        headers: try JSONDecoder().decode(
          [String: String].self, from: Data((row["headers"] as String).utf8)),
        body: Array(row["body"] as Data))
    }
  }

  func keep(_ answer: KeptAnswer, to key: IdempotencyKey) throws {
    try database.cachedStatement(sql: "DELETE FROM idempotency_keys WHERE created_at <= ?")
      .execute(arguments: [oldest])
    let headers = String(decoding: try JSONEncoder().encode(answer.headers), as: UTF8.self)
    try database.cachedStatement(
      sql: """
        INSERT INTO idempotency_keys (token, key, fingerprint, status, headers, body, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      key.tokenID, key.key, Data(answer.fingerprint), answer.status, headers, Data(answer.body),
      moment.millisecondsSince1970,
    ])
  }
}
