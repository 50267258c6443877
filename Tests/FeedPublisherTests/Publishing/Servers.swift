import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Logging
import StrictJSON
import TestSupport
import Testing

/// A server of a database that others may serve as well: a store and a publisher of its own.
struct TestServer {
  static let widths = [320.0, 834]

  let store: any FeedStore
  let publisher: FeedPublisher

  init(
    path: String, _ clock: TestClock, publishing: ItemPublishing = Feeds.publishing,
    cache: DocumentCache = DocumentCache()
  ) throws {
    store = try TestStore.open(path)
    publisher = FeedPublisher(
      store: store,
      configuration: .init(items: publishing, viewports: try Self.viewports), cache: cache,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: clock)
  }

  private static var viewports: [Viewport] {
    get throws { try widths.map { try Viewport(width: $0) } }
  }

  /// The bytes of all screens in service, by feed: revisions, cursors and impression ids are in them.
  func served() throws -> [String: [[UInt8]]] {
    try (publisher.current?.feeds ?? [:]).mapValues { feed in
      try Self.viewports.map { feed.screen(for: $0).bytes }
    }
  }

  /// The bytes of the screens of `feed` at a former revision.
  func former(_ feed: String, at revision: Int) async throws -> [[UInt8]]? {
    let content = try await publisher.formerFeed(feed, at: revision)
    return try content.map { content in
      try Self.viewports.map { viewport in
        let document = content.document(for: viewport).document
        let bytes = JSONWriter.encode { document.write(to: &$0) }
        // One section after the other, it is the same.
        #expect(
          JSONWriter.encode { content.write(for: ScreenTraits(viewport), to: &$0) } == bytes)
        return bytes
      }
    }
  }

  /// The screen of `feed`, at the first width.
  func screen(_ feed: String = "home") throws -> JSONValue {
    let feed = try #require(publisher.current?.feeds[feed])
    return try JSONValue.parse(feed.screen(for: try Viewport(width: Self.widths[0])).bytes)
  }

  /// The revisions of the sections of `feed`, by their ids.
  func sections(of feed: String = "home") throws -> [String: Int] {
    try screen(feed)["sections"].elements.reduce(into: [:]) {
      $0[$1["id"].text ?? ""] = Int($1["revision"].number ?? -1)
    }
  }
}

extension Timestamp {
  /// The moment that is `seconds` later.
  func later(seconds: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + seconds * 1_000)
  }
}
