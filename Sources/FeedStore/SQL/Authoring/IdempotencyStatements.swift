import FeedModel

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
