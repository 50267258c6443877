import FeedModel
import FeedStore
import GRDB

extension SQLiteTransaction {
  func auditEntries(
    about subject: String?, before number: Int?, limit: Int
  ) throws -> [AuditEntry] {
    try reader.auditEntries(about: subject, before: number, limit: limit)
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
