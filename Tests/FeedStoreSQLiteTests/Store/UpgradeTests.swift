import FeedEntities
import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import GRDB
import TanadaMigrations
import TestSupport
import Testing

/// A database that the last version wrote, before kinds were data.
///
/// `Fixtures/former.sql` has its rows: three items of each kind, a draft, a scheduled photo, a deleted
/// banner, a second feed, two tokens, an idempotency record and their audit. Its schema is that of the
/// migrations of that version, which never change.
@Suite struct UpgradeTests {
  /// The number of migrations that the last version had.
  private static let migrationCount = 4

  private static func open(_ folder: TemporaryFolder) throws -> (
    store: SQLiteFeedStore, path: String
  ) {
    let path = folder.path("former.sqlite")
    let rows = try String(
      contentsOf: PackageFiles.file("Tests/FeedStoreSQLiteTests/Fixtures/former.sql"),
      encoding: .utf8)
    let pool = try DatabasePool(path: path)
    var migrator = DatabaseMigrator()
    for migration in Migrations.all.prefix(migrationCount) {
      migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
    }
    try migrator.migrate(pool)
    try pool.write { database in
      try database.execute(sql: "PRAGMA application_id = \(Migrations.applicationID)")
      try database.execute(sql: rows)
    }
    try pool.close()
    return (try SQLiteFeedStore(path: path, createsFile: false), path)
  }

  @Test("Everything that the last version wrote is found")
  func everything() async throws {
    let folder = try TemporaryFolder()
    let (store, _) = try Self.open(folder)
    try await store.read { reader in
      #expect(try reader.kinds() == .standard)
      #expect(try reader.latestRevision()?.number == 6)
      for kind in ContentKinds.standard.all {
        let items = try reader.items(
          of: kind, matching: .all, visibility: nil, after: nil, limit: 10)
        let ids = kind == .campaignBanners ? [1, 2, 4] : [1, 2, 3]
        #expect(items.map(\.content.id) == ids, "\(kind.name)")
      }
      #expect(try reader.item(of: .recentNews, id: 2)?.window.isDraft == true)
      #expect(
        try reader.item(of: .pickupPhotos, id: 3)?.window.publishAt?.rfc3339
          == "2099-01-01T00:00:00.000Z")
      let topic = try #require(try reader.item(of: .featuredTopics, id: 1)?.content)
      #expect(FeaturedTopic(topic)?.title == "ボリューム満点の洋食セット" && topic.starRating == 3.7)
      let tokens = try reader.tokens()
      #expect(tokens.map(\.name) == ["Anna", "Ben"])
      #expect(tokens.allSatisfy { $0.type == .token && $0.lastUsedAt == nil })
      let entries = try reader.auditEntries(about: nil, before: nil, limit: 100)
      #expect(
        entries.count == 25
          && entries.allSatisfy { $0.revision != nil || $0.subject.hasPrefix("tokens/") })
      let summer = try #require(try reader.composition(of: "summer"))
      #expect(summer.sections.map(\.kind) == [.pickupPhotos, .recentNews])
    }
    let id = try await store.write(
      at: SampleContent.committedAt,
      making: { transaction in
        try transaction.nextID(of: .campaignBanners)
      })
    #expect(id == 5, "the id of a deleted item is not assigned again")
  }

  @Test("Searches find the former texts before and after they are indexed")
  func searches() async throws {
    let folder = try TemporaryFolder()
    let (store, path) = try Self.open(folder)
    func found(_ words: String, _ kind: ContentKind) async throws -> [Int] {
      try await store.read { reader in
        try reader.items(
          of: kind, matching: ContentQuery(search: words), visibility: nil, after: nil, limit: 10
        ).map(\.content.id)
      }
    }
    for _ in 0..<2 {
      #expect(try await found("洋食セット", .featuredTopics) == [1])
      #expect(try await found("お寿司", .featuredTopics) == [2])
      #expect(try await found("PHOTO no.2", .pickupPhotos) == [2])
      // In another width.
      #expect(try await found("ＰＨＯＴＯ　ｎｏ．２", .pickupPhotos) == [2])
      #expect(try await found("洋食ｾｯﾄ", .featuredTopics) == [1])
      #expect(try await found("ぶどう", .recentNews) == [2])
      #expect(try await found("寿司 洋食", .featuredTopics) == [])
      #expect(try await found("寿司", .featuredTopics) == [2])
      // The end of the last text.
      #expect(try await found("い😆", .featuredTopics) == [1])
      #expect(try await found("😆", .featuredTopics) == [1])
      try await store.index()
    }
    try store.close()
    let queue = try DatabaseQueue(path: path)
    let (backlog, verdict) = try await queue.read { database in
      (
        try Int.fetchOne(database, sql: "SELECT count(*) FROM search_backlog"),
        try String.fetchAll(database, sql: "PRAGMA integrity_check")
      )
    }
    #expect(backlog == 0 && verdict == ["ok"])
    try queue.close()
  }

  @Test("Former kinds are localised, and former items get translations that searches find")
  func translations() async throws {
    let folder = try TemporaryFolder()
    let (store, path) = try Self.open(folder)
    let english = try #require(LocaleTag("en"))
    let former = try #require(try await store.item(of: .featuredTopics, id: 1))
    #expect(former.kind.hasLocalizedFields && former.translations == [])
    let item = former.translated([("title", english, "Hearty platter")])
    _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(item) }
    func found(_ words: String, _ lookup: [LocaleTag]) async throws -> [Int] {
      try await store.read { reader in
        var query = ContentQuery(search: words)
        query.lookup = lookup
        return try reader.items(
          of: .featuredTopics, matching: query, visibility: nil, after: nil, limit: 10
        ).map(\.content.id)
      }
    }
    // Before and after the former texts are indexed.
    for _ in 0..<2 {
      #expect(try await found("platter", [english]) == [1])
      #expect(try await found("platter", []) == [])
      #expect(try await found("洋食セット", []) == [1])
      #expect(try await found("洋食セット", [english]) == [])
      #expect(try await found("お寿司", [english]) == [2])
      try await store.index()
    }
    try store.close()
    let queue = try DatabaseQueue(path: path)
    #expect(
      try await queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    try queue.close()
  }

  @Test("A former kind is changed like any other")
  func change() async throws {
    let folder = try TemporaryFolder()
    let (store, path) = try Self.open(folder)
    let photos = ContentKind.pickupPhotos
    let wider = ContentKind(
      name: photos.name, title: photos.title,
      fields: photos.fields + [ContentField("place", TextField(), defaultValue: .text("東京"))],
      roles: photos.roles, layout: photos.defaultLayout)
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      try transaction.define(try KindChange(from: photos, to: KindProposal(wider)))
    }
    let items = try await store.read { reader in
      try reader.items(
        of: wider, matching: ContentQuery(search: "東京"), visibility: nil, after: nil, limit: 10)
    }
    #expect(items.count == 3 && items.allSatisfy { $0.content["place"] == .text("東京") })
    try store.close()
    let queue = try DatabaseQueue(path: path)
    #expect(
      try await queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    try queue.close()
  }

  @Test("Documents keep the revisions that the last version noted, and go on from the newest one")
  func documentRevisions() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("noted.sqlite")
    let notes = """
      INSERT INTO revisions (number, id, committed_at)
        SELECT value, printf('00000000-0000-4000-8000-%012d', value), '2026-11-01T00:00:00.000Z'
        FROM json_each('[1,2,3,4,5]');
      INSERT INTO tanada_document_revisions VALUES ('home', '', 2, x'00'), ('home', '', 4, x'01');
      """
    let pool = try DatabasePool(path: path)
    let former = Migrations.all.filter { $0.name < "m0014" }
    try SQLiteFeedStore.migrator(of: former, path: path).migrate(pool)
    try await pool.write { database in
      try database.execute(sql: "PRAGMA application_id = \(Migrations.applicationID)")
      try database.execute(sql: notes)
    }
    try pool.close()
    let store = try SQLiteFeedStore(path: path, createsFile: false)
    try await store.read { reader in
      let noted = try reader.notedRevisions()
      #expect(noted == 5...5)
      let found = try [nil, "news"].map { section in
        let document = DocumentKey(feed: "home", section: section)
        return try (1...5).map { try reader.documentRevision(of: document, through: $0) }
      }
      // Of what was not noted, the newest revision is the first that counts.
      #expect(found == [[1, 2, 2, 4, 4], [1, 2, 3, 4, 5]])
    }
  }
}
