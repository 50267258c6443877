import FeedEntities
import FeedModel
import FeedStore
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

/// Copies of a database, and putting them back.
struct BackupTests {
  private static let itemCount = 20

  private let folder: TemporaryFolder
  private let path: String
  private let copyPath: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
    copyPath = folder.path("copy.sqlite")
  }

  /// The link stays, and the file that it leads to is the copy.
  @Test func aDatabaseBehindALinkIsReplacedWhereItIs() async throws {
    try await makeStore(1).close()
    try FileManager.default.createDirectory(
      atPath: folder.path("disk"), withIntermediateDirectories: false)
    let file = folder.path("disk/real.sqlite")
    try SampleDatabase.copyEmpty(to: file)
    let link = folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "disk/real.sqlite")
    try await DatabaseCopy(of: path, for: link).replaceDatabase()
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "disk/real.sqlite")
    let restored = try SQLiteFeedStore(path: file)
    #expect(try await restored.latestRevision()?.number == 1)
    try restored.close()
  }

  @Test("A copy that is made while content is written is that of one revision")
  func underLoad() async throws {
    let store = try await makeStore(0)
    // The campaign of all banners at each revision.
    let written = Mutex<[Int: Int]>([:])
    let isOver = Mutex(false)
    let writing = Task {
      for campaign in 1... {
        if isOver.withLock(\.self) { return }
        let revision = try await Self.write(campaign, to: store)
        written.withLock { $0[revision.number] = campaign }
      }
    }
    var copies: [(path: String, revision: Int)] = []
    while copies.count < 5 {
      // Some writes between two copies.
      let count = written.withLock(\.count)
      try await eventually { written.withLock(\.count) >= count + 5 }
      let copyPath = folder.path("copy-\(copies.count).sqlite")
      let copy = try await DatabaseCopy(of: path, for: copyPath)
      try copy.keep()
      copies.append((copyPath, try #require(copy.summary.revision)))
    }
    isOver.withLock { $0 = true }
    try await writing.value
    #expect(Set(copies.map(\.revision)).count == copies.count)

    for copy in copies {
      let campaign = try #require(written.withLock { $0[copy.revision] })
      let restored = try SQLiteFeedStore(path: copy.path)
      #expect(try await restored.latestRevision()?.number == copy.revision)
      for id in 1...Self.itemCount {
        #expect(
          try await restored.entity(CampaignBanner.self, id: id)?.bannerContentsID == campaign)
      }
      try restored.close()
    }
  }

  @Test("A copy has every row of every table, and one file")
  func everyRow() async throws {
    let store = try await makeStore(1, 2)
    try await DatabaseCopy(of: path, for: copyPath).keep()

    #expect(!FileManager.default.fileExists(atPath: copyPath + "-wal"))
    let (original, copy) = (try Self.rows(of: path), try Self.rows(of: copyPath))
    #expect(original["campaign_banners"]?.count == Self.itemCount)
    #expect(original["revisions"]?.count == 2)
    #expect(original == copy)
    try store.close()
  }

  @Test("A new database and a copy are readable by their owner only")
  func permissions() async throws {
    let store = try SQLiteFeedStore(path: path)
    try await DatabaseCopy(of: path, for: copyPath).keep()
    for path in [path, path + "-wal", copyPath] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(path)")
    }
    try store.close()
  }

  @Test("A damaged database is not copied")
  func damaged() async throws {
    try await makeStore(1).close()
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: 4_096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 8 * 4_096))
    try file.close()

    let error = await #expect(throws: StoreError.self) {
      _ = try await DatabaseCopy(of: path, for: copyPath)
    }
    guard case .corrupt(path, detail: _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["feed.sqlite"])
  }

  @Test("A file that is not tanada's, or is newer, is not copied")
  func refused() async throws {
    func expect(_ refusal: StoreError) async {
      await #expect(throws: refusal) { _ = try await DatabaseCopy(of: path, for: copyPath) }
    }
    await expect(.missing(path: path))
    try folder.write("", to: "feed.sqlite")
    await expect(.empty(path: path))
    try FileManager.default.removeItem(atPath: path)
    try SQLiteFeedStore(path: path).close()
    try folder.execute("INSERT INTO grdb_migrations VALUES ('m9999_from_the_future')", in: path)
    await expect(.newerSchema(path: path))
    #expect(!FileManager.default.fileExists(atPath: copyPath))
  }

  @Test("A database in use is not replaced")
  func inUse() async throws {
    let store = try await makeStore(1)
    try await DatabaseCopy(of: path, for: copyPath).keep()
    try await Self.write(2, to: store)

    let copy = try await DatabaseCopy(of: copyPath, for: path)
    #expect(throws: StoreError.inUse(path: path)) { try copy.replaceDatabase() }
    #expect(try await store.entity(CampaignBanner.self, id: 1)?.bannerContentsID == 2)
    try store.close()

    try copy.replaceDatabase()
    let restored = try SQLiteFeedStore(path: path)
    #expect(try await restored.entity(CampaignBanner.self, id: 1)?.bannerContentsID == 1)
    try restored.close()
  }

  @Test("A check finds items, compositions and references that break the rules")
  func check() async throws {
    let store = try await makeStore(1)
    let healthy = try await DatabaseCheck(path: path)
    #expect(healthy.problems.isEmpty)
    #expect(healthy.content.revision?.number == 1)
    #expect(
      healthy.content.itemCounts.first { $0.kind == "campaign_banners" }?.count == Self.itemCount)
    try store.close()

    try folder.execute(
      """
      INSERT INTO recent_news (id, thumbnail_url, title, news_category, published_at)
        VALUES (7, 'https://example.com/7.jpg', 'News', 'pickup', 'some day');
      INSERT INTO compositions (feed, document) VALUES ('winter', '{"sections":7}');
      PRAGMA foreign_keys = OFF;
      INSERT INTO revision_feeds (revision, feed) VALUES (99, 'home')
      """, in: path)
    let referring = try await DatabaseCheck(path: path).problems
    #expect(referring == ["revision_feeds: a row refers to revisions without one there"])
    try folder.execute("DELETE FROM revision_feeds WHERE revision = 99", in: path)
    let problems = try await DatabaseCheck(path: path).problems
    #expect(problems.count == 2)
    #expect(problems.first == "recent_news/7: the stored published_at is not valid")
    #expect(problems.last?.hasPrefix("feeds/winter/composition: ") == true)
  }

  @Test("A database of an earlier version is copied as it is, and opened after that")
  func earlierVersion() async throws {
    try await makeStore(1).close()
    let later = SQLiteSchema(Migration.sqlite + [Migration("m0002_test", sql: "")])
    try await DatabaseCopy(of: path, for: copyPath).keep()
    #expect(try await later.missing(path: copyPath) == ["m0002_test"])
    let copy = try SQLiteFeedStore(path: copyPath, schema: later)
    #expect(try await copy.latestRevision()?.number == 1)
    try copy.close()
  }

  @Test("A check names former versions that are invalid, and those that contradict each other")
  func formerVersions() async throws {
    try await makeStore(1, 2, 3).close()
    let healthy = try await DatabaseCheck(path: path)
    #expect(healthy.problems == [] && healthy.content.versionCount == 2 * Self.itemCount)
    try folder.execute(
      """
      INSERT INTO "recent_news:past:0" (id, thumbnail_url, title, news_category, published_at,
          _is_draft, _from, _until)
        VALUES (7, 'https://example.com/7.jpg', 'News', 'pickup', 'some day', 0, 1, 2);
      UPDATE "campaign_banners:past:0" SET _until = 9 WHERE id = 2 AND _until = 3
      """, in: path)
    let problems = try await DatabaseCheck(path: path).problems
    #expect(
      problems == [
        "recent_news/7: the stored published_at is not valid, before revision 2",
        "campaign_banners/2: has two versions of one revision",
      ])
  }

  @Test("A check names translations that break the rules of their fields, which nobody sees")
  func translations() async throws {
    try await makeStore(1).close()
    try folder.execute(
      """
      UPDATE campaign_banners SET _translations =
        '{"banner_contents_id":{"en":"a"},"banner_url":{"en":"no address","fr":"https://a.example/"}}'
      WHERE id = 2
      """, in: path)
    #expect(
      try await DatabaseCheck(path: path).problems == [
        "campaign_banners/2: the stored banner_url@en is not valid, and not shown"
      ])
  }

  /// A store with a revision for each of `campaigns`.
  private func makeStore(_ campaigns: Int...) async throws -> SQLiteFeedStore {
    try SampleDatabase.copyEmpty(to: path)
    let store = try SQLiteFeedStore(path: path)
    for campaign in campaigns { try await Self.write(campaign, to: store) }
    return store
  }

  /// Makes a revision in which all banners have the same campaign.
  @discardableResult
  private static func write(_ campaign: Int, to store: SQLiteFeedStore) async throws -> Revision {
    let banners = try (1...itemCount).map { try TestContent.banner($0, campaign: campaign) }
    let revision = try await store.write(at: SampleContent.committedAt) { transaction in
      for banner in banners { _ = try transaction.upsert(banner) }
    }
    return try #require(revision)
  }

  /// The rows of each table as text.
  private static func rows(of path: String) throws -> [String: [String]] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { database in
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%:search%'")
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          let rows = try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"")
          return (table, rows.map(\.description))
        })
    }
  }
}

extension TemporaryFolder {
  /// Runs `sql` on a database, as another program would.
  fileprivate func execute(_ sql: String, in path: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }
}
