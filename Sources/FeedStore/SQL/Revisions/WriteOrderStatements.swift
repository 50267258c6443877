import FeedModel

extension SQLReading {
  func writePlace() throws -> WritePlace {
    try attempt {
      let entry = try database.first(
        Int.self, "SELECT coalesce(max(number), 0) FROM audit_entries")
      return WritePlace(revision: try latestRevision()?.number ?? 0, auditEntry: entry ?? 0)
    }
  }

  func writtenSubjects(after place: WritePlace) throws -> WrittenSubjects {
    try attempt {
      func names(_ column: String, in table: String) throws -> Set<String> {
        let sql = "SELECT DISTINCT \(column) FROM \(table) WHERE revision > ?"
        return Set(try database.all(String.self, sql, [place.revision]))
      }
      let definitions = try names("kind", in: "revision_kinds")
      let feeds = try names("feed", in: "revision_feeds")
      let (items, wholeKinds) = try writtenItems(after: place.revision)
      return WrittenSubjects(
        place: place, definitions: definitions, feeds: feeds, items: items, wholeKinds: wholeKinds,
        releases: try writtenReleases(after: place.auditEntry))
    }
  }

  private func writtenItems(
    after revision: Int
  ) throws -> (items: Set<AuditRecord.Subject>, wholeKinds: Set<String>) {
    // Of revisions that the history has forgotten meanwhile, nothing is known.
    guard try firstKeptRevision() <= revision + 1 else { return ([], Set(try kinds().names)) }
    let limit = WrittenSubjects.maximumItemCount
    let rows = try database.rows(
      "SELECT DISTINCT kind, id FROM revision_changes WHERE revision > ? LIMIT ?",
      [revision, limit + 1])
    let isListed = rows.count <= limit
    // A revision with more changes of a kind does not list all of them.
    let wholeKinds = try database.all(
      String.self,
      isListed
        ? """
        SELECT kind FROM revision_changes WHERE revision > ?
        GROUP BY revision, kind HAVING count(*) > \(RevisionChanges.maximumItemCount)
        """ : "SELECT DISTINCT kind FROM revision_changes WHERE revision > ?", [revision])
    let items = try isListed ? rows.map { try AuditRecord.Subject.item($0[0], $0[1]) } : []
    return (Set(items), Set(wholeKinds))
  }

  /// The releases that entries after `number` are about.
  private func writtenReleases(after number: Int) throws -> Set<Int> {
    let subjects = try database.all(
      String.self,
      "SELECT DISTINCT subject FROM audit_entries WHERE number > ? AND subject LIKE 'releases/%'",
      [number])
    return Set(subjects.compactMap { Int($0.dropFirst("releases/".count)) })
  }
}
