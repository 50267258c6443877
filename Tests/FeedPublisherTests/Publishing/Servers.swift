import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Logging
import StrictJSON
import TestSupport
import Testing

/// A new database, the clock of its servers, which a test moves, and these servers.
struct TestDatabase {
  private let folder: TemporaryFolder
  let path: String
  let clock = TestClock(SampleContent.committedAt)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
    try SampleDatabase.copyEmpty(to: path)
  }

  /// A server with nothing in service.
  func server(_ publishing: ItemPublishing = Feeds.publishing) throws -> TestServer {
    try TestServer(path: path, clock, publishing: publishing)
  }

  /// A server that has just been started.
  func startedServer(_ publishing: ItemPublishing = Feeds.publishing) async throws -> TestServer {
    let server = try server(publishing)
    try await server.publisher.publish()
    return server
  }
}

/// A clock that is a test's but for what is done when a time is read.
protocol ChangedClock: TimeSource {
  var clock: TestClock { get }
}

extension ChangedClock {
  var now: Timestamp { clock.now }
  var uptime: Uptime { clock.uptime }

  func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  func schedule(
    after delay: Duration, on host: some TimerHost, _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    clock.schedule(after: delay, on: host, fire)
  }
}

extension FeedPublisher {
  /// A publisher whose log keeps nothing unless there is a handler.
  convenience init(
    of store: any FeedStore, _ clock: any TimeSource,
    publishing: ItemPublishing = Feeds.publishing, widths: [Double] = [390],
    pollInterval: Duration = .milliseconds(10), cache: DocumentCache = DocumentCache(),
    log: any LogHandler = SwiftLogNoOpLogHandler(),
    onPublication: @escaping @Sendable (Publication) -> Void = { _ in }
  ) throws {
    self.init(
      store: store,
      configuration: Configuration(
        items: publishing, viewports: try widths.map { try Viewport(width: $0) },
        pollInterval: pollInterval),
      cache: cache, logger: Logger(label: "test") { _ in log }, clock: clock,
      onPublication: onPublication)
  }
}

extension FeedPublisher {
  /// What `client` gets of `feed`: the name of its variant, and the variant.
  func served(
    _ feed: String = "home", to client: ClientFacts
  ) async throws -> (name: String, feed: Feed) {
    let publication = try #require(current)
    let feed = try #require(publication.feeds[feed])
    let name = try #require(variant(of: feed, for: client)).name
    return (name, try #require(try await variant(name, of: feed, in: publication)))
  }
}

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
    publisher = try FeedPublisher(
      of: store, clock, publishing: publishing, widths: Self.widths, cache: cache)
  }

  private static var viewports: [Viewport] {
    get throws { try widths.map { try Viewport(width: $0) } }
  }

  /// The surrogate keys of the event of `revision`.
  func keys(of revision: Int) async throws -> [String] {
    let changes = try #require(
      try await store.read { try $0.changes(after: revision - 1, limit: 1).first })
    let documents = publisher.current?.changes.first { $0.revision.number == revision }
    return SurrogateKeys.keys(of: changes, documents: documents?.documents ?? [])
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
