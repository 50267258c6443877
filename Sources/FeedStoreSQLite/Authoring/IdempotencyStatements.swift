import FeedModel
import FeedStore
import Foundation
import GRDB

extension SQLiteTransaction {
  /// Records that were made up to this moment are ignored, and removed with the next write.
  private var oldest: Int { moment.millisecondsSince1970 - IdempotencyKey.lifetime }

  func idempotencyRecord(for key: IdempotencyKey) throws -> IdempotencyRecord? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT fingerprint, answer FROM idempotency_records
          WHERE token = ? AND key = ? AND created_at > ?
          """), arguments: [key.tokenID, key.key, oldest])
    return row.map { row in
      IdempotencyRecord(
        fingerprint: Array(row["fingerprint"] as Data), answer: Array(row["answer"] as Data))
    }
  }

  func keep(_ record: IdempotencyRecord, for key: IdempotencyKey) throws {
    try database.cachedStatement(sql: "DELETE FROM idempotency_records WHERE created_at <= ?")
      .execute(arguments: [oldest])
    try database.cachedStatement(
      sql: """
        INSERT INTO idempotency_records (token, key, fingerprint, answer, created_at)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      key.tokenID, key.key, Data(record.fingerprint), Data(record.answer),
      moment.millisecondsSince1970,
    ])
  }
}
