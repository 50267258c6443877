import FeedEntities
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

struct SeederTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleDatabase.openEmpty(at: folder.path("feed.sqlite"))
  }

  @discardableResult
  private func seed(_ paths: String...) async throws -> SeedSummary {
    try await Seeder(store: store).seed(
      SeedSources(at: paths), at: SampleContent.committedAt)
  }

  /// The problems that seeding `paths` is refused for, one per line.
  private func refusal(_ paths: String...) async throws -> String {
    let files = try SeedSources(at: paths)
    let error = await #expect(throws: SeedError.self) {
      try await Seeder(store: store).seed(files, at: SampleContent.committedAt)
    }
    return error?.description ?? ""
  }

  private func banners(_ items: String) -> String {
    "{\"result\":[\(items)]}"
  }

  private func banner(_ id: Int, campaign: Int = 1) -> String {
    "{\"id\":\(id),\"banner_contents_id\":\(campaign),\"banner_url\":\"https://example.com/a\"}"
  }

  @Test("The sample folder is seeded as one revision, and nothing changes the second time")
  func samples() async throws {
    let first = try await seed(PackageFiles.seeds.path)
    #expect(first.revision?.number == 1)
    #expect(first.revision?.committedAt == SampleContent.committedAt)
    #expect(first.files.map(\.kind.name) == (ContentKinds.standard.names + ["shops"]).sorted())
    #expect(first.files.reduce(0) { $0 + ($1.counts[.inserted] ?? 0) } == 71)
    #expect(first.files.allSatisfy { $0.counts.count == 1 && $0.unknownFields.isEmpty })

    let second = try await seed(PackageFiles.seeds.path)
    #expect(second.revision == nil)
    #expect(second.files.reduce(0) { $0 + ($1.counts[.unchanged] ?? 0) } == 71)
    #expect(try await store.latestRevision()?.number == 1)
  }

  @Test("A changed file updates what differs and leaves the rest")
  func update() async throws {
    let path = try folder.write(banners("\(banner(1)),\(banner(2))"), to: "campaign_banners.json")
    try await seed(path)
    try folder.write(
      banners("\(banner(2, campaign: 5)),\(banner(3))"), to: "campaign_banners.json")
    let summary = try await seed(path)
    #expect(summary.revision?.number == 2)
    #expect(summary.files.first?.counts == [.updated: 1, .inserted: 1])
    let ids = try await store.items(of: .campaignBanners, after: 0, limit: 9).map(\.id)
    #expect(ids == [1, 2, 3])
  }

  @Test("One invalid file keeps every file out, and all problems of all files are reported")
  func allOrNothing() async throws {
    try folder.write(banners(banner(1)), to: "in/campaign_banners.json")
    try folder.write("{\"result\":[{\"id\":1}]}", to: "in/recent_news.json")
    try folder.write("", to: "in/trend_articles.json")
    let refusal = try await refusal(folder.path("in"))
    let lines = refusal.split(separator: "\n").map(String.init)
    let news = folder.path("in/recent_news.json")
    #expect(
      lines == [
        "\(news)#/result/0/thumbnail_url: expected an absolute http or https URL, found nothing (line 1)",
        "\(news)#/result/0/title: expected text, found nothing (line 1)",
        "\(news)#/result/0/news_category: expected text, found nothing (line 1)",
        "\(news)#/result/0/published_at: expected a date with a time zone, like 2022-12-01T07:30:00.000+0000, found nothing (line 1)",
        "\(folder.path("in/trend_articles.json")): expected an array of items, or {\"result\":[…]}, found an empty file",
      ])
    #expect(try await store.latestRevision() == nil)
    #expect(try await store.items(of: .campaignBanners, after: 0, limit: 9).isEmpty)
  }

  @Test("Files may begin with a byte order mark, and have no number that JavaScript cannot hold")
  func marksAndBounds() async throws {
    try folder.write("\u{FEFF}" + banners(banner(1)), to: "in/campaign_banners.json")
    try folder.write(
      "\u{FEFF}" + #"{"kind":"shops","fields":[{"name":"seats","type":"integer"}]}"#,
      to: "in/kinds/shops.json")
    try folder.write(
      "\u{FEFF}" + #"{"sections":[{"id":"a","kind":"shops","title":""}]}"#, to: "in/feeds/town.json"
    )
    try await seed(folder.path("in"))
    #expect(try await store.kinds()["shops"] != nil)
    try folder.write(
      #"{"result":[{"id":9007199254740992,"seats":-9007199254740992}]}"#, to: "in/shops.json")
    let refusal = try await refusal(folder.path("in"))
    let file = folder.path("in/shops.json")
    #expect(
      refusal.split(separator: "\n").map(String.init) == [
        "\(file)#/result/0/id: expected a whole number from 1 to 9007199254740991, "
          + "found 9007199254740992 (line 1)",
        "\(file)#/result/0/seats: expected a whole number from -9007199254740991 to "
          + "9007199254740991, found -9007199254740992 (line 1)",
      ])
  }

  @Test("A problem at the very end of a file undoes what came before it")
  func lateProblem() async throws {
    let items = (1...3_000).map { banner($0) }.joined(separator: ",")
    let path = try folder.write(banners(items) + "!", to: "campaign_banners.json")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count > 200_000)
    #expect(try await refusal(path).contains("expected JSON, found \"!\""))
    #expect(try await store.items(of: .campaignBanners, after: 0, limit: 9).isEmpty)
  }

  @Test("A later file of the same kind has the last word")
  func laterFile() async throws {
    let first = try folder.write(
      banners("\(banner(1)),\(banner(2))"), to: "a/campaign_banners.json")
    let second = try folder.write(
      banners("\(banner(2, campaign: 5))"), to: "b/campaign_banners.json")
    let summary = try await seed(first, second)
    #expect(summary.revision?.number == 1)
    // An item is counted once, with the first file of its kind.
    #expect(summary.files.map(\.counts) == [[.inserted: 2], [:]])
    let item = try await store.entity(CampaignBanner.self, id: 2)
    #expect(item?.bannerContentsID == 5)
  }

  @Test("Fields without a meaning are counted, not refused")
  func unknownFields() async throws {
    let item = banner(1).dropLast() + ",\"colour\":\"red\"}"
    let path = try folder.write(
      "{\"next\":null,\"result\":[\(item)]}", to: "campaign_banners.json")
    let summary = try await seed(path)
    #expect(summary.files.first?.unknownFields == ["colour": 1, "next": 1])
  }

  @Test("Progress reaches the size of the file")
  func progress() async throws {
    let items = (1...5_000).map { banner($0) }.joined(separator: ",")
    let path = try folder.write(banners(items), to: "campaign_banners.json")
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    let reports = Mutex<[Int]>([])
    _ = try await Seeder(store: store).seed(
      SeedSources(at: [path]), at: SampleContent.committedAt
    ) { progress in
      reports.withLock { $0.append(progress.bytesRead) }
      #expect(progress.totalBytes == size)
    }
    let bytesRead = reports.withLock { $0 }
    #expect(bytesRead.count > 1 && bytesRead == bytesRead.sorted())
    #expect(bytesRead.last == size)
  }
}
