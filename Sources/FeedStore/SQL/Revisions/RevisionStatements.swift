import FeedModel
import Foundation

extension SQLReading {
  func latestRevision() throws -> Revision? { try revision("ORDER BY number DESC LIMIT 1") }

  func revision(_ number: Int) throws -> Revision? { try revision("WHERE number = ?", [number]) }

  // Without an index by time: mostly a recent one is asked for.
  func revision(at moment: Timestamp) throws -> Revision? {
    try revision("WHERE committed_at <= ? ORDER BY number DESC LIMIT 1", [moment.rfc3339])
  }

  /// The first revision that the ending of a query finds.
  private func revision(_ ending: String, _ arguments: SQLArguments = []) throws -> Revision? {
    try attempt {
      let sql = "SELECT \(Self.revisionColumns) FROM revisions \(ending)"
      return try database.row(sql, arguments).map(Self.revision)
    }
  }

  func changes(after number: Int, limit: Int) throws -> [RevisionChanges] {
    try changes("number > ? ORDER BY number LIMIT ?", [number, limit])
  }

  func revisions(before number: Int?, limit: Int) throws -> [RevisionChanges] {
    try changes("number < ? ORDER BY number DESC LIMIT ?", [number ?? .max, limit])
  }

  /// The changes of the revisions that `condition` holds for.
  private func changes(
    _ condition: String, _ arguments: SQLArguments
  ) throws -> [RevisionChanges] {
    try attempt {
      let sql = "SELECT \(Self.revisionColumns), actor FROM revisions WHERE \(condition)"
      return try database.rows(sql, arguments)
        .map { try changes(of: Self.revision(in: $0), by: $0["actor"]) }
    }
  }

  /// The columns that ``revision(in:)`` reads.
  static var revisionColumns: String { "number, id, committed_at" }

  /// The revision of a row of `revisions`.
  static func revision(in row: SQLRow) throws -> Revision {
    let number: Int = try row["number"]
    let (id, committedAt): (String?, String) = try (row["id"], row["committed_at"])
    guard let committedAt = Timestamp(committedAt), let id = id.flatMap(UUID.init) else {
      throw SQLError.corrupt("revision \(number) has no valid time or id")
    }
    return Revision(number: number, id: id, committedAt: committedAt)
  }

  private func changes(of revision: Revision, by actor: String?) throws -> RevisionChanges {
    let limit = RevisionChanges.maximumItemCount
    // Those that nobody sees do not count: how many there are would tell of them.
    let items = try database.rows(
      """
      SELECT kind, id FROM revision_changes WHERE revision = ? AND is_public
      ORDER BY kind, id LIMIT ?
      """, [revision.number, limit + 1]
    ).map { try RevisionChanges.Item(kind: $0["kind"], id: $0["id"]) }
    func kinds(in table: String, where condition: String = "true") throws -> [String] {
      try database.all(
        String.self,
        "SELECT DISTINCT kind FROM \(table) WHERE revision = ? AND \(condition) ORDER BY kind",
        [revision.number])
    }
    let definitions = try database.all(
      String.self, "SELECT kind FROM revision_kinds WHERE revision = ? ORDER BY kind",
      [revision.number])
    let feeds = try database.all(
      String.self, "SELECT feed FROM revision_feeds WHERE revision = ? ORDER BY feed",
      [revision.number])
    let designs = try database.all(
      String.self, "SELECT design FROM tanada_revision_designs WHERE revision = ? ORDER BY design",
      [revision.number])
    let photos = try database.rows(
      """
      SELECT photo, is_public FROM tanada_revision_photos WHERE revision = ? ORDER BY photo
      """, [revision.number]
    ).map { (photo: try $0[0] as String, isPublic: try $0[1] as Bool) }
    return RevisionChanges(
      revision: revision, actor: actor, items: Array(items.prefix(limit)),
      kinds: try kinds(in: "revision_changes", where: "is_public"),
      isAbridged: items.count > limit, feeds: feeds,
      definitions: definitions, designs: designs.compactMap(DesignKey.init),
      photos: photos.filter(\.isPublic).map(\.photo),
      documents: try changedDocuments(in: revision),
      targetedKinds: try kinds(in: "tanada_revision_conditions"),
      targetedPhotos: photos.filter { !$0.isPublic }.map(\.photo))
  }
}

extension SQLTransaction {
  /// Notes that the transaction changes item `id` of `kind`, before its window is changed.
  func record(_ change: Change, of kind: String, id: Int) throws {
    let number = try currentRevision().number
    let count = try database.execute(
      """
      INSERT INTO revision_changes (revision, kind, id, change, is_public)
      VALUES (:revision, :kind, :id, :change,
        :isOld AND \(WindowColumns.isPublic(kind: ":kind", id: ":id")))
      ON CONFLICT DO NOTHING
      """,
      [
        "revision": number, "kind": kind, "id": id, "change": change.rawValue,
        "isOld": change != .inserted,
      ])
    if count == 0 {
      try combine(change, of: kind, id: id, revision: number)
    } else if change != .inserted {
      try noteCondition(of: kind, id: id)
    }
  }

  /// Notes another change to an item that the transaction changed before.
  private func combine(
    _ change: Change, of kind: String, id: Int, revision: Int
  ) throws {
    let place: SQLArguments = [revision, kind, id]
    let before = try database.first(
      String.self, "SELECT change FROM revision_changes WHERE revision = ? AND kind = ? AND id = ?",
      place)
    let combined = before.flatMap(Change.init).flatMap { $0.followed(by: change) }
    if let combined {
      try database.perform(
        """
        UPDATE revision_changes SET change = ? WHERE revision = ? AND kind = ? AND id = ?
        """, [combined.rawValue] + place)
    } else {
      try database.perform(
        "DELETE FROM revision_changes WHERE revision = ? AND kind = ? AND id = ?", place)
    }
  }

  /// Notes which of the changed items and photos are seen from this revision on, by everybody or by clients that meet
  /// a condition, and the locales that they are in; the items that were seen before are noted already.
  func notePublicChanges() throws {
    guard let revision else { return }
    try database.perform(
      """
      UPDATE revision_changes AS changes SET is_public = true
      WHERE revision = ? AND NOT is_public AND change <> 'deleted'
        AND \(WindowColumns.isPublic(kind: "changes.kind", id: "changes.id"))
      """, [revision.number])
    try noteConditions()
    try noteSeenLocales()
    try keepPublicPhotos(of: revision)
  }

  /// Notes that the transaction changed the definition of `kind`.
  func record(definitionOf kind: String) throws { try record("kind", kind, in: "revision_kinds") }

  /// Notes that the transaction changed the design `key`.
  func record(design key: DesignKey) throws {
    try record("design", key.description, in: "tanada_revision_designs")
  }

  /// Notes that the transaction changed the composition of `feed`.
  func record(feed: String) throws { try record("feed", feed, in: "revision_feeds") }

  /// Notes that the transaction changed the description or an assigned address of photo `id`.
  func record(photo id: PhotoID) throws {
    try record("photo", id.description, in: "tanada_revision_photos")
  }

  private func record(_ column: String, _ value: String, in table: String) throws {
    try database.perform(
      "INSERT INTO \(table) (revision, \(column)) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [try currentRevision().number, value])
  }
}

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
      let designs = try names("design", in: "tanada_revision_designs")
      let feeds = try names("feed", in: "revision_feeds")
      let (items, wholeKinds) = try writtenItems(after: place.revision)
      return WrittenSubjects(
        place: place, definitions: definitions,
        designs: Set(designs.compactMap(DesignKey.init)), feeds: feeds, items: items,
        wholeKinds: wholeKinds,
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
