import FeedModel

/// The audit entries of committed writes: those of import batches that are still under way are left out.
private let visibleEntries = """
  (SELECT entries.number, coalesce(entries.revision, batches.revision) AS revision, entries.at,
      entries.actor, entries.action, entries.subject, entries.before, entries.after,
      entries.versions
    FROM audit_entries AS entries LEFT JOIN audit_batches AS batches ON batches.id = entries.batch
    WHERE entries.batch IS NULL OR batches.revision IS NOT NULL) AS visible
  """

extension SQLReading {
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
        SELECT * FROM \(visibleEntries) WHERE \(condition) number < :number
        ORDER BY number DESC LIMIT :limit
        """
      var arguments: SQLArguments = ["number": number ?? .max, "limit": limit]
      if let subject {
        arguments += ["subject": subject, "below": subject + "/", "behind": subject + "0"]
      }
      return try auditEntries(sql, arguments)
    }
  }

  // There is no index by time: the order of the numbers is nearly that of the times, and readers do not
  // block writers.
  func auditEntries(
    madeBefore moment: Timestamp, after number: Int, limit: Int
  ) throws -> [AuditEntry] {
    try attempt {
      try auditEntries(
        """
        SELECT * FROM \(visibleEntries) WHERE number > ? AND at < ?
        ORDER BY number LIMIT ?
        """,
        [number, moment.millisecondsSince1970, limit])
    }
  }

  func auditExtent(madeBefore moment: Timestamp) throws -> (count: Int, last: Int) {
    try attempt {
      let sql = """
        SELECT count(*), coalesce(max(number), 0) FROM \(visibleEntries) WHERE at < ?
        """
      let row = try database.row(sql, [moment.millisecondsSince1970])
      return (try row?[0] ?? 0, try row?[1] ?? 0)
    }
  }

  private func auditEntries(_ sql: String, _ arguments: SQLArguments) throws -> [AuditEntry] {
    let reader = SQLReader(database: database, definitionCache: DefinitionCache())
    return try database.rows(sql, arguments).map { row in
      let (revision, subject): (Int?, String) = try (row["revision"], row["subject"])
      if let revision, revision < 1 { throw SQLError.missingRevision(revision) }
      let kept = AuditRecord.Sides(rawValue: try row["versions"])
      func value(_ side: AuditRecord.Sides, of column: String) throws -> AuditEntry.Value {
        guard kept.contains(side), let revision else { return .text(try row[column]) }
        return try version(
          of: subject, at: side == .before ? revision - 1 : revision, from: reader)
      }
      return try AuditEntry(
        number: row["number"], revision: revision, at: row["at"], actor: row["actor"],
        action: row["action"], subject: subject, before: value(.before, of: "before"),
        after: value(.after, of: "after"))
    }
  }

  /// The version of an item, a composition or a design at a revision, which an entry refers to in place of a copy.
  private func version(
    of subject: String, at revision: Int, from reader: SQLReader
  ) throws -> AuditEntry.Value {
    guard try revision >= reader.firstKeptRevision() else { return .pruned }
    let past = try SQLPastReader(namedByRow: revision, from: reader)
    let parts = subject.split(separator: "/").map(String.init)
    switch (parts.first, parts.count) {
    case ("content", 3):
      guard let kind = try past.kinds()[parts[1]], let id = Int(parts[2]) else {
        return .text(nil)
      }
      return .item(try past.previousItem(of: kind, id: id))
    case ("feeds", 3): return .text(try past.compositionDocument(of: parts[1]))
    default: return .text(try DesignKey(subject).flatMap { try past.catalogue().written[$0]?.text })
    }
  }
}

extension SQLTransaction {
  func removeAuditEntries(madeBefore moment: Timestamp, through number: Int) throws {
    try database.perform(
      """
      DELETE FROM audit_entries WHERE number <= ? AND at < ?
        AND (batch IS NULL
          OR EXISTS (SELECT 1 FROM audit_batches WHERE id = batch AND revision IS NOT NULL))
      """, [number, moment.millisecondsSince1970])
  }

  func audit(_ record: AuditRecord) throws {
    try noteActor(record.actor)
    // 1. The value that an earlier entry of this transaction refers to is changed again, so it never
    //    becomes a version: the entry gets a copy.
    let former = auditedSubjects[record.subject]
    if let former {
      try database.perform(
        "UPDATE audit_entries SET after = ?, versions = versions & ? WHERE number = ?",
        [try former.after(), AuditRecord.Sides.before.rawValue, former.entry])
    }
    // 2. Versions are referred to.
    var sides: AuditRecord.Sides = []
    var (before, after): (String?, String?)
    switch record.before {
    case .copy(let text): before = text
    case .version(let text) where former != nil: before = try text()
    case .version: sides.insert(.before)
    }
    switch record.after {
    case .copy(let text): after = text
    case .version: sides.insert(.after)
    }
    let entry = try database.first(
      Int.self,
      """
      INSERT INTO audit_entries
        (number, revision, at, actor, action, subject, before, after, versions)
      VALUES ((SELECT coalesce(max(number), 0) + 1 FROM audit_entries), ?, ?, ?, ?, ?, ?, ?, ?)
      RETURNING number
      """,
      [
        revision?.number, moment.millisecondsSince1970, record.actor.description,
        record.action.rawValue, record.subject.description, before, after, sides.rawValue,
      ])
    if case .version(let text) = record.after {
      auditedSubjects[record.subject] = (entry ?? 0, text)
    }
  }

  /// Notes who makes the transaction's revision.
  func noteActor(_ actor: AuditActor) throws {
    guard let revision, revisionActor != actor else { return }
    revisionActor = actor
    try database.perform(
      "UPDATE revisions SET actor = ? WHERE number = ?", [actor.description, revision.number])
  }
}
