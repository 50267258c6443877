import FeedEntities
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

/// Items on their way in, whose table is written anew beside the present one.
@Suite struct StageTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: SQLiteFeedStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("stage.sqlite")
    // So that 600 items are many.
    try SampleDatabase.copyEmpty(to: path)
    store = try SQLiteFeedStore(path: path, directChangeCount: 550)
  }

  /// Stages `photos` and puts them in place.
  ///
  /// - Parameter interference: a write of another process after the items were compared with the stored ones.
  private func commit(
    _ photos: [PickupPhoto], interference: String? = nil, isPruned: Bool = false
  ) async throws -> StageOutcome {
    let path = path
    // So that 600 items are many.
    let store = try SQLiteFeedStore(
      path: path, directChangeCount: 550,
      beforeMerge: {
        if let interference { try Self.write(interference, to: path) }
        if isPruned { try Self.prune(path) }
      })
    let stage = try await store.stage()
    try await stage.add(photos.map { StagedItem($0.item) })
    return try await stage.commit(
      at: SampleContent.committedAt, by: .program, isDryRun: false)
  }

  /// Makes a revision in which `sql` has changed the photos whose captions it has changed.
  private static func write(_ sql: String, to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TEMP TABLE before AS SELECT id, caption FROM pickup_photos;
          \(sql);
          INSERT INTO revisions (number, committed_at, id)
          SELECT max(number) + 1, max(committed_at), '1b4e28ba-2fa1-4d2b-883f-0016d3cca427' FROM revisions;
          INSERT INTO revision_changes (revision, kind, id, change)
          SELECT (SELECT max(number) FROM revisions), 'pickup_photos', id, 'updated'
          FROM pickup_photos AS items JOIN temp.before USING (id)
          WHERE items.caption <> before.caption
          """)
    }
    try queue.close()
  }

  /// Makes another revision and forgets the changes before it.
  private static func prune(_ path: String) throws {
    try write("UPDATE pickup_photos SET caption = 'last' WHERE id = 699", to: path)
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(
        sql: """
          UPDATE tanada_history SET first_revision = (SELECT max(number) FROM revisions);
          DELETE FROM revision_changes WHERE revision < (SELECT max(number) FROM revisions)
          """)
    }
    try queue.close()
  }

  @Test func whatOthersWroteAndPrunedMeanwhileIsKept() async throws {
    try await fill(1...700, "old")
    _ = try await commit(
      try (1...600).map { try photo($0, "new") },
      interference: """
        UPDATE pickup_photos SET caption = 'theirs' WHERE id IN (10, 650);
        DELETE FROM pickup_photos WHERE id = 651
        """, isPruned: true)
    let captions = try await captions()
    #expect(captions[10] == "new" && captions[650] == "theirs" && captions[699] == "last")
    #expect(captions[651] == nil && captions.count == 699)
    try await requireSound()
  }

  /// Writes photos with a caption.
  private func fill(_ ids: ClosedRange<Int>, _ caption: String) async throws {
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for id in ids { _ = try transaction.upsert(try photo(id, caption).item) }
    }
  }

  private func captions() async throws -> [Int: String] {
    try await store.read { reader in
      let items = try reader.items(
        of: .pickupPhotos, matching: ContentQuery(sort: [.init(field: "published_at")]),
        visibility: nil, after: nil, limit: 10_000)
      return Dictionary(
        uniqueKeysWithValues: items.map { ($0.content.id, $0.content.summary ?? "") })
    }
  }

  private func photo(_ id: Int, _ caption: String) throws -> PickupPhoto {
    var photo = try TestContent.photo(id)
    photo.caption = caption
    return photo
  }

  @Test func manyItemsTakeTheirPlacesBesideThoseThatAreThere() async throws {
    try await fill(1...700, "old")
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      _ = try transaction.setWindow(Window(isDraft: true), of: .pickupPhotos, id: 600)
    }
    let items = try (400...1_200).map { try photo($0, "new") } + [try photo(300, "old")]
    let outcome = try await commit(items)
    #expect(
      outcome.counts["pickup_photos"] == [.inserted: 500, .updated: 301, .unchanged: 1])
    #expect(outcome.revision?.number == 3)
    var expected: [Int: String] = [:]
    for id in 1...1_200 { expected[id] = id < 400 ? "old" : "new" }
    #expect(try await captions() == expected)
    let isDraft = try await store.read { try $0.item(of: .pickupPhotos, id: 600)?.window.isDraft }
    #expect(isDraft == true)
    for _ in 0..<2 {
      let found = try await store.read { reader in
        try reader.count(of: .pickupPhotos, matching: ContentQuery(search: "new"), visibility: nil)
      }
      #expect(found == 801)
      try await store.index()
    }
    try await requireSound()
  }

  @Test func whatOthersWriteMeanwhileIsKept() async throws {
    try await fill(1...700, "old")
    let store = store
    let items = try (400...1_200).map { try photo($0, "new") }
    let stage = try await store.stage()
    try await stage.add(items.map { StagedItem($0.item) })
    async let committed = stage.commit(
      at: SampleContent.committedAt, by: .program, isDryRun: false)
    // Between the transactions of the commit, or after it.
    for id in 1...40 {
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.upsert(try photo(id, "edited").item)
        _ = try transaction.delete(.pickupPhotos, id: 100 + id)
      }
      await Task.yield()
    }
    _ = try await committed
    let captions = try await captions()
    #expect((1...40).allSatisfy { captions[$0] == "edited" && captions[100 + $0] == nil })
    #expect((400...1_200).allSatisfy { captions[$0] == "new" })
    #expect(captions.count == 1_200 - 40)
    try await requireSound()
  }

  @Test func anItemThatOthersChangedMeanwhileIsFoundByItsText() async throws {
    try await fill(1...2, "former")
    // Item 1 is the same until it is edited; the changed ones are far from it.
    let items =
      [try photo(1, "former")] + (try (50_000...50_800).map { try photo($0, "newer") })
      + [try photo(2, "newer")]
    let outcome = try await commit(
      items, interference: "UPDATE pickup_photos SET caption = 'edited' WHERE id = 1")
    #expect(outcome.counts["pickup_photos"] == [.inserted: 801, .updated: 2])
    for isIndexed in [false, true] {
      if isIndexed { try await store.index() }
      for (word, count) in [("former", 1), ("newer", 802), ("edited", 0)] {
        let found = try await store.read { reader in
          try reader.count(
            of: .pickupPhotos, matching: ContentQuery(search: word), visibility: nil)
        }
        #expect(found == count, "\(word), indexed: \(isIndexed)")
      }
    }
    try await requireSound()
  }

  @Test func nothingIsLeftWhenOthersHaveWrittenTheSameMeanwhile() async throws {
    try await fill(1...600, "former")
    let outcome = try await commit(
      try (1...600).map { try photo($0, "same") },
      interference: "UPDATE pickup_photos SET caption = 'same'")
    #expect(outcome.revision == nil)
    #expect(outcome.counts["pickup_photos"] == [.unchanged: 600])
    let queue = try DatabaseQueue(path: path)
    let batches = try await queue.read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM audit_batches")
    }
    #expect(batches == 0)
    try queue.close()
    try await requireSound()
  }

  @Test func whatAKilledImportLeavesIsGoneAtTheNextStart() async throws {
    try await fill(1...1, "old")
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO audit_batches (id, revision) VALUES (7, NULL);
          INSERT INTO audit_entries (batch, at, actor, action, subject)
          VALUES (7, 0, 'command line', 'create', 'content/pickup_photos/2');
          CREATE TABLE "pickup_photos:next:7" (id INTEGER PRIMARY KEY)
          """)
    }
    let entries = try await SQLiteFeedStore(path: path).read {
      try $0.auditEntries(about: nil, before: nil, limit: 10)
    }
    #expect(entries.isEmpty)
    let left = try await queue.read { database in
      (
        try Int.fetchOne(database, sql: "SELECT count(*) FROM audit_batches"),
        try Int.fetchOne(database, sql: "SELECT count(*) FROM audit_entries"),
        try Int.fetchOne(
          database, sql: "SELECT count(*) FROM sqlite_schema WHERE name LIKE '%:next:%'")
      )
    }
    #expect(left == (0, 0, 0))
    try queue.close()
  }

  /// The table is complete, and only its own things are in the file.
  private func requireSound() async throws {
    let queue = try DatabaseQueue(path: path)
    let (verdict, dangling, names, plan, triggers) = try await queue.read { database in
      (
        try String.fetchAll(database, sql: "PRAGMA integrity_check"),
        try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count,
        try String.fetchAll(
          database, sql: "SELECT name FROM sqlite_schema WHERE name LIKE '%:next:%'"),
        try Row.fetchAll(
          database,
          sql:
            "EXPLAIN QUERY PLAN SELECT id FROM pickup_photos ORDER BY published_at_moment LIMIT 3"
        ).map { $0["detail"] as String },
        try Int.fetchOne(
          database,
          sql:
            "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'pickup_photos'"
        )
      )
    }
    #expect(verdict == ["ok"] && dangling == 0 && names.isEmpty && triggers == 3)
    #expect(plan.contains { $0.contains("INDEX pickup_photos:published_at") }, "\(plan)")
    try queue.close()
  }
}
