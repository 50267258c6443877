import FeedModel
import FeedStore
import GRDB

extension SQLiteTransaction {
  func auditEntries(
    about subject: String?, before number: Int?, limit: Int
  ) throws -> [AuditEntry] {
    try reader.auditEntries(about: subject, before: number, limit: limit)
  }

  func auditEntries(
    madeBefore moment: Timestamp, after number: Int, limit: Int
  ) throws -> [AuditEntry] {
    try reader.auditEntries(madeBefore: moment, after: number, limit: limit)
  }

  func auditExtent(madeBefore moment: Timestamp) throws -> (count: Int, last: Int) {
    try reader.auditExtent(madeBefore: moment)
  }

  func removeAuditEntries(madeBefore moment: Timestamp, through number: Int) throws {
    try database.cachedStatement(sql: "DELETE FROM audit_entries WHERE number <= ? AND at < ?")
      .execute(arguments: [number, moment.millisecondsSince1970])
  }

  func audit(_ record: AuditRecord) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO audit_entries (revision, at, actor, action, subject, before, after)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      revision?.number, moment.millisecondsSince1970, record.actor.description,
      record.action.rawValue, record.subject.description, record.before, record.after,
    ])
  }
}
