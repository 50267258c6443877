import FeedEntities
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Exported items are imported again unchanged.
@Suite struct TransferTests {
  private static let hostile = [
    "", " ", " leading", "trailing ", "\"", "\"\"", "a\"b", ",", "a,b", "line\nline",
    "line\r\nline",
    "\r", "\n", "\"\r\n,\"", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'", "\\", "\\n",
    "\u{FEFF}mark",
    "\u{2028}", "\u{7F}\u{1}", "最新のお知らせ 😆👩‍👩‍👧‍👦", "caf\u{E9}", "cafe\u{301}", "null", "true", "1.0",
    "{\"id\":1}", "]", "id", String(repeating: "長い,\"\n", count: 5_000),
  ]

  /// Topics with every hostile text in every place, shown at different times.
  private static func fill(_ store: any FeedStore) async throws {
    let topics = try hostile.enumerated().map { index, text in
      var topic = try TestContent.topic(index * 3 + 1)
      topic.title = text
      topic.caption = String(text.reversed())
      topic.rating = [0, 5, 0.1 + 0.2, 4.999_999_999_999_999][index % 4]
      topic.publishedAt = "2022-12-01T16:30:00.123+0900"
      return topic
    }
    let windows = [
      Window(isDraft: true), Window(publishAt: Timestamp(millisecondsSince1970: 1_669_880_000_123)),
      Window(unpublishAt: Timestamp(millisecondsSince1970: -1)), .always,
      Window(
        when: Targeting(
          platforms: ["ios"], share: ClientShare(from: 0, to: 0.5, salt: "a,\"b\n"))),
    ]
    let photos = try (1...600).map { try TestContent.photo($0, width: 1_000) }
    let banner = try TestContent.banner(
      SafeInteger.largest, campaign: -SafeInteger.largest)
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for (index, topic) in topics.enumerated() {
        _ = try transaction.upsert(topic)
        _ = try transaction.setWindow(
          windows[index % windows.count], of: .featuredTopics, id: topic.id)
      }
      for photo in photos { _ = try transaction.upsert(photo) }
      _ = try transaction.upsert(banner)
    }
  }

  /// The document of `kind`.
  private static func export(
    _ kind: ContentKind, _ format: TransferFormat, from store: any FeedStore,
    shownAt moment: Timestamp? = nil
  ) async throws -> Data {
    try await store.read { reader in
      var exporter = Exporter(kind: kind, format: format, shownAt: moment)
      var document = Data()
      while let piece = try exporter.next(from: reader) { document += piece }
      return document
    }
  }

  @Test(arguments: TransferFormat.allCases)
  func whatIsExportedIsImportedAsItWas(format: TransferFormat) async throws {
    let folder = try TemporaryFolder()
    let source = try SampleDatabase.openEmpty(at: folder.path("source.sqlite"))
    let target = try SampleDatabase.openEmpty(at: folder.path("target.sqlite"))
    try await Self.fill(source)
    for kind in ContentKinds.standard.all {
      let document = try await Self.export(kind, format, from: source)
      let file = try folder.write(document, to: "\(kind.name).\(format.rawValue)")
      let editor = Editor(to: target)

      let rehearsal = try await editor.importItems(
        of: kind, in: format, from: file, isDryRun: true, by: .program)
      #expect(rehearsal.revision == nil)
      let untouched = try await target.items(of: kind, after: 0, limit: 1)
      #expect(untouched.isEmpty)

      let summary = try await editor.importItems(
        of: kind, in: format, from: file, by: .program)
      #expect(summary.counts == rehearsal.counts && summary.unknownFields.isEmpty)
      let again = try await editor.importItems(
        of: kind, in: format, from: file, by: .program)
      #expect(
        again.revision == nil && (again.counts.isEmpty || again.counts.keys.contains(.unchanged)))

      // By bytes, of the items and of their windows.
      let copy = try await Self.export(kind, format, from: target)
      #expect(copy == document, "\(kind)")
    }
    let texts = try await target.items(of: .featuredTopics, after: 0, limit: 1_000)
      .compactMap { FeaturedTopic($0).map { Array($0.title.utf8) } }
    #expect(texts == Self.hostile.map { Array($0.utf8) })
  }

  @Test(arguments: TransferFormat.allCases)
  func nothingOfADocumentWithAProblemIsImported(format: TransferFormat) async throws {
    let folder = try TemporaryFolder()
    let store = try SampleDatabase.openEmpty(at: folder.path("test.sqlite"))
    try await Self.fill(store)
    var document = try await Self.export(.pickupPhotos, format, from: store)
    let broken: [TransferFormat: (String, String)] = [
      .json: ("\"photo_height\":720", "\"photo_height\":0"),
      .ndjson: ("\"photo_height\":720", "\"photo_height\":0"), .csv: (",720,", ",0,"),
    ]
    let (old, new) = try #require(broken[format])
    let last = try #require(document.range(of: Data(old.utf8), options: .backwards))
    document.replaceSubrange(last, with: Data(new.utf8))
    let file = try folder.write(document, to: "photos")
    let target = try SampleDatabase.openEmpty(at: folder.path("target.sqlite"))
    let problems = try await #require(throws: DocumentProblems.self) {
      try await Editor(to: target).importItems(
        of: .pickupPhotos, in: format, from: file, by: .program)
    }
    #expect(problems.count == 1)
    #expect(problems.listed.first?.pointer.hasSuffix("/599/photo_height") == true)
    #expect(try await target.latestRevision() == nil)
  }

  @Test func thePublicDocumentHasWhatIsShownAndDoesNotSayWhen() async throws {
    let folder = try TemporaryFolder()
    let store = try SampleDatabase.openEmpty(at: folder.path("test.sqlite"))
    let banners = try (1...3).map { try TestContent.banner($0) }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for banner in banners { _ = try transaction.upsert(banner) }
      _ = try transaction.setWindow(Window(isDraft: true), of: .campaignBanners, id: 2)
    }
    let table = try await Self.export(
      .campaignBanners, .csv, from: store, shownAt: SampleContent.committedAt)
    #expect(
      String(decoding: table, as: UTF8.self)
        == "id,banner_contents_id,banner_url\r\n1,1,https://example.com/banner.jpg\r\n"
        + "3,1,https://example.com/banner.jpg\r\n")
    let whole = try await Self.export(.campaignBanners, .csv, from: store)
    let text = String(decoding: whole, as: UTF8.self)
    #expect(text.contains("\r\n2,1,https://example.com/banner.jpg,true,,,\r\n"))
    let empty = try await Self.export(.recentNews, .json, from: store)
    #expect(String(decoding: empty, as: UTF8.self) == "{\"result\":[\n]}\n")
  }
}
