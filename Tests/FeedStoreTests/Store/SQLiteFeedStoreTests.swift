import FeedEntities
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import GRDB
import TestSupport
import Testing

struct SQLiteFeedStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: SQLiteFeedStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
    try SampleDatabase.copyEmpty(to: path)
    store = try SQLiteFeedStore(path: path)
  }

  @Test("A store in a SQLite file", arguments: FeedStoreCheck.all)
  func suite(check: FeedStoreCheck) async throws {
    try await check.run(store)
    try store.close()
  }

  @Test("Content is still there after closing and opening")
  func reopening() async throws {
    let banner = try TestContent.banner(1)
    _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
    try store.close()

    let reopened = try SQLiteFeedStore(path: path, createsFile: false)
    #expect(try await reopened.latestRevision()?.number == 1)
    let item = try await reopened.entity(CampaignBanner.self, id: 1)
    #expect(item == banner)
  }

  @Test("A closed store is one file with everything in it")
  func oneFile() async throws {
    let banner = try TestContent.banner(1)
    _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
    _ = try await store.latestRevision()
    try store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["feed.sqlite"])
  }

  @Test("Two stores on one file see each other's revisions")
  func twoProcesses() async throws {
    let first = store
    let second = try SQLiteFeedStore(path: path)
    for number in 1...10 {
      let banner = try TestContent.banner(number)
      let writer = number.isMultiple(of: 2) ? first : second
      let revision = try await writer.write(at: SampleContent.committedAt) {
        _ = try $0.upsert(banner)
      }
      #expect(revision?.number == number)
      #expect(try await first.latestRevision() == revision)
      #expect(try await second.latestRevision() == revision)
    }
  }

  @Test(
    "A new file may be opened by several at once",
    arguments: 1...TestScale.count(gate: 4, soak: 200))
  func openingTogether(round: Int) async throws {
    let path = folder.path("together-\(round).sqlite")
    try await withThrowingTaskGroup { group in
      for _ in 0..<6 {
        group.addTask { @concurrent in
          let store = try SQLiteFeedStore(path: path)
          _ = try await store.latestRevision()
          try store.close()
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Every revision lists what it changed, each item once")
  func changes() async throws {
    let first = [try TestContent.banner(1), try TestContent.banner(1, campaign: 2)]
    let second = [try TestContent.banner(1), try TestContent.banner(2)]
    for items in [first, second] {
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        for item in items { _ = try transaction.upsert(item) }
      }
    }
    try store.close()
    let rows = try await DatabaseQueue(path: path).read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM revision_changes").map { row in
        "\(row["revision"] as Int) \(row["kind"] as String) \(row["id"] as Int) \(row["change"] as String)"
      }
    }
    #expect(
      rows == [
        "1 campaign_banners 1 inserted", "2 campaign_banners 1 updated",
        "2 campaign_banners 2 inserted",
      ])
  }

  @Test("An item that comes, goes or comes back within a transaction is listed as what it is now")
  func combinedChanges() async throws {
    let banners = try (1...4).map { try TestContent.banner($0) }
    let other = try TestContent.banner(3, campaign: 9)
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for banner in banners.dropFirst() { _ = try transaction.upsert(banner) }
    }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      _ = try transaction.upsert(banners[0])
      _ = try transaction.delete(.campaignBanners, id: 1)
      _ = try transaction.delete(.campaignBanners, id: 2)
      _ = try transaction.upsert(banners[1])
      _ = try transaction.upsert(other)
      _ = try transaction.delete(.campaignBanners, id: 3)
      _ = try transaction.setWindow(Window(isDraft: true), of: .campaignBanners, id: 4)
      _ = try transaction.delete(.campaignBanners, id: 4)
    }
    try store.close()
    let rows = try await DatabaseQueue(path: path).read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM revision_changes WHERE revision = 2")
        .map { "\($0["id"] as Int) \($0["change"] as String)" }
    }
    #expect(rows == ["2 updated", "3 deleted", "4 deleted"])
  }

  @Test("No file of the database holds a token's secret")
  func secretsAtRest() async throws {
    let bytes = (0..<TokenSecret.byteCount).map { UInt8($0 + 100) }
    let secret = TokenSecret(randomBytes: bytes)
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.issueToken(
        name: "Anna", role: .editor, expiresAt: nil, secret: secret, by: .commandLine)
    }
    try store.close()
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(file.range(of: Data("Anna".utf8)) != nil)
    #expect(file.range(of: Data(bytes)) == nil)
    #expect(file.range(of: Data(secret.text.dropFirst(7).utf8)) == nil)
  }

  @Test("A damaged date makes its kind fail, and no other")
  func damagedDate() async throws {
    let items: [any ContentEntity] = [try TestContent.topic(7), try TestContent.banner(1)]
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for item in items { _ = try transaction.upsert(item) }
    }
    try await DatabaseQueue(path: path).write { database in
      try database.execute(sql: "UPDATE featured_topics SET published_at = '2022-02-30'")
    }
    let snapshot = try await store.snapshot(limit: 10)
    let expected = StoreError.invalidItem(kind: "featured_topics", id: 7, field: "published_at")
    #expect(throws: expected) { try snapshot.items[.featuredTopics]?.get() }
    #expect(try snapshot.items[.campaignBanners]?.get().count == 1)
    #expect(snapshot.revision?.number == 1)
    await #expect(throws: expected) { try await store.item(of: .featuredTopics, id: 7) }
    await #expect(throws: expected) {
      try await store.items(of: .featuredTopics, after: 0, limit: 1)
    }
  }
}
