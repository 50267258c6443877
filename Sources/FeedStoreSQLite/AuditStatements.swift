import FeedModel
import FeedStore
import GRDB

/// The entries that count: not those of writes that are not done yet.
private enum VisibleEntries {
  static let source = """
    (SELECT entries.number, coalesce(entries.revision, batches.revision) AS revision, entries.at,
        entries.actor, entries.action, entries.subject, entries.before, entries.after
      FROM audit_entries AS entries LEFT JOIN audit_batches AS batches ON batches.id = entries.batch
      WHERE entries.batch IS NULL OR batches.revision IS NOT NULL)
    """
}

extension SQLiteReading {
  func auditEntries(
    about subject: String?, before number: Int?, limit: Int
  ) throws -> [AuditEntry] {
    try attempt {
      // Subjects below a path begin with the path and a slash; "0" is the character after the
      // slash.
      let condition =
        subject == nil
        ? "" : "(subject = :subject OR (subject > :below AND subject < :behind)) AND"
      let sql = """
        SELECT * FROM \(VisibleEntries.source) WHERE \(condition) number < :number
        ORDER BY number DESC LIMIT :limit
        """
      var arguments: StatementArguments = ["number": number ?? .max, "limit": limit]
      if let subject {
        arguments += ["subject": subject, "below": subject + "/", "behind": subject + "0"]
      }
      return try auditEntries(sql, arguments)
    }
  }

  // There is no index by time: entries are made in the order of their numbers, more or less, and
  // what reads does not keep writers waiting.
  func auditEntries(
    madeBefore moment: Timestamp, after number: Int, limit: Int
  ) throws -> [AuditEntry] {
    try attempt {
      try auditEntries(
        """
        SELECT * FROM \(VisibleEntries.source) WHERE number > ? AND at < ?
        ORDER BY number LIMIT ?
        """,
        [number, moment.millisecondsSince1970, limit])
    }
  }

  func auditExtent(madeBefore moment: Timestamp) throws -> (count: Int, last: Int) {
    try attempt {
      let sql = """
        SELECT count(*), coalesce(max(number), 0) FROM \(VisibleEntries.source) WHERE at < ?
        """
      let row = try Row.fetchOne(
        database.cachedStatement(sql: sql), arguments: [moment.millisecondsSince1970])
      return (row?[0] ?? 0, row?[1] ?? 0)
    }
  }

  private func auditEntries(_ sql: String, _ arguments: StatementArguments) throws -> [AuditEntry] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).map { row in
      AuditEntry(
        number: row["number"], revision: row["revision"],
        at: Timestamp(millisecondsSince1970: row["at"]), actor: row["actor"],
        action: row["action"], subject: row["subject"], before: row["before"], after: row["after"])
    }
  }
}

extension SQLiteTransaction {
  func removeAuditEntries(madeBefore moment: Timestamp, through number: Int) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM audit_entries WHERE number <= ? AND at < ?
          AND (batch IS NULL
            OR EXISTS (SELECT 1 FROM audit_batches WHERE id = batch AND revision IS NOT NULL))
        """
    ).execute(arguments: [number, moment.millisecondsSince1970])
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
