import FeedModel
import FeedStore
import GRDB

extension SQLiteReader {
  func auditEntries(
    about subject: String?, before number: Int?, limit: Int
  ) throws -> [AuditEntry] {
    try attempt {
      // What is below a path begins with it and a slash; "0" is the character behind the slash.
      let condition =
        subject == nil
        ? "" : "(subject = :subject OR (subject > :below AND subject < :behind)) AND"
      let sql = """
        SELECT * FROM audit_entries WHERE \(condition) number < :number
        ORDER BY number DESC LIMIT :limit
        """
      var arguments: StatementArguments = ["number": number ?? .max, "limit": limit]
      if let subject {
        arguments += ["subject": subject, "below": subject + "/", "behind": subject + "0"]
      }
      return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
        .map { row in
          AuditEntry(
            number: row["number"], revision: row["revision"],
            at: Timestamp(millisecondsSince1970: row["at"]), actor: row["actor"],
            action: row["action"], subject: row["subject"], before: row["before"],
            after: row["after"])
        }
    }
  }
}
