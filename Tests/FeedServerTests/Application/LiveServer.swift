import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import Foundation
import GRDB
import Logging
import Synchronization
import TestSupport
import Testing

@testable import FeedServer

/// The real application over a database of its own with the sample content, on a real port or without one.
struct LiveServer: Sendable {
  /// Sends requests over a connection, or without one.
  private(set) var client: any ServerClient
  /// 0 for a server that does not listen.
  private(set) var port: Int
  let store: any FeedStore
  let photos: Renditions
  let metrics: ServerMetrics
  /// The access log, if the server has one.
  let log: LogLines
  let folder: TemporaryFolder
  /// The only clock of the server, which stands still until the test moves it.
  let clock: TestClock
  let application: FeedApplication
  let configuration: ServerConfiguration
  let publications: Publications
  /// When the clock began.
  private(set) var start: Uptime
  let presentedTokens = PresentedTokens()

  var publisher: FeedPublisher { application.publisher }
  var events: EventBroadcaster { application.events }
  var tokenUses: TokenUses { application.tokenUses }
  var base: String { "http://127.0.0.1:\(port)" }

  var routes: [String] { application.routes.map(\.name) }

  typealias Configure = @Sendable (inout ServerConfiguration) -> Void
  typealias Prepare = @Sendable (any FeedStore, TemporaryFolder) async throws -> Void

  /// Runs `body` against a server and stops it.
  ///
  /// - Parameters:
  ///   - publishes: whether the content is in service when `body` begins.
  ///   - listens: whether the server has a port.
  ///   - logs: whether it has an access log.
  ///   - configure: changes the server's configuration, which has no limits on rates.
  ///   - locales: the locales of readers, the default one first.
  ///   - store: the store; one with the sample content by default.
  ///   - publicURL: the origin in addresses of pictures; empty for none.
  ///   - logger: the log of the application.
  ///   - prepare: changes the seeded database before anything is published.
  static func run(
    listens: Bool = false, logs: Bool = false, maximumBodySize: Int = 1 << 20,
    publishes: Bool = true, configure: (inout ServerConfiguration) -> Void = { _ in },
    events: EventBroadcaster.Configuration = .init(),
    publicURL: String = "https://feeds.example.com", locales: Locales = .standard,
    store: (any FeedStore)? = nil, logger: Logger = silence,
    prepare: (any FeedStore, TemporaryFolder) async throws -> Void = { _, _ in },
    _ body: (LiveServer) async throws -> Void
  ) async throws {
    try await turnstile.pass {
      let server = try await made(
        maximumBodySize, logs: logs, publishes: publishes, configure: configure, events: events,
        publicURL: publicURL, locales: locales, store: store, logger: logger, prepare: prepare)
      if listens {
        try await server.listen(body)
      } else {
        try await server.follow(body)
      }
      try await server.store.close()
    }
  }

  /// A logger without output.
  static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  /// Limits how many servers run at once.
  private static let turnstile = Turnstile(places: 8)

  private static func made(
    _ maximumBodySize: Int, logs: Bool, publishes: Bool,
    configure: (inout ServerConfiguration) -> Void,
    events: EventBroadcaster.Configuration, publicURL: String, locales: Locales,
    store: (any FeedStore)?, logger: Logger,
    prepare: (any FeedStore, TemporaryFolder) async throws -> Void
  ) async throws -> LiveServer {
    let folder = try TemporaryFolder()
    let store = if let store { store } else { try await seededStore(in: folder) }
    try await prepare(store, folder)

    let clock = TestClock(SampleContent.committedAt)
    let metrics = ServerMetrics()
    let photos = try Self.photos(of: store, in: folder, clock: clock)
    let publications = Publications()
    var configuration = ServerConfiguration(
      http: HTTPConfiguration(
        host: "127.0.0.1", port: 0, clock: clock, makeRequestID: { UUID().uuidString }),
      cursorSecret: Array(repeating: 7, count: 32),
      // Different every time, so that no two tokens are alike.
      randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
    configuration.http.limits.body.size = maximumBodySize
    let log = LogLines()
    if logs {
      configuration.http.accessLog = AccessLog(
        clock: TestClock(Timestamp(millisecondsSince1970: 1_767_323_045_678)), write: log.write)
    }
    configure(&configuration)
    let application = FeedApplication(
      configuration, publishing: try publishing(at: publicURL, locales), of: store, photos: photos,
      events: events, metrics: metrics, logger: logger,
      onPublication: { publications.note($0.revision) })
    if publishes { try await application.publisher.publish() }
    return LiveServer(
      client: DescribedClient(
        client: LocalClient(application: application), application: application, store: store),
      port: 0, store: store, photos: photos, metrics: metrics, log: log, folder: folder,
      clock: clock,
      application: application, configuration: configuration, publications: publications,
      start: clock.uptime)
  }

  private static func seededStore(in folder: TemporaryFolder) async throws -> any FeedStore {
    try await SampleDatabase.copy(to: folder.path("test.sqlite"))
    return try TestStore.open(folder.path("test.sqlite"))
  }

  private static func publishing(
    at publicURL: String, _ locales: Locales
  ) throws -> FeedPublisher.Configuration {
    FeedPublisher.Configuration(
      items: ItemPublishing(
        timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt, locales: locales,
        pictures: PictureAddresses(server: publicURL, secret: Array(repeating: 9, count: 32)),
        pages: PageAddresses(secret: Array(repeating: 7, count: 32))),
      viewports: [try Viewport(width: 375), try Viewport(width: 390)], pollInterval: pollInterval)
  }

  /// Runs `body` while the store is followed.
  private func follow(_ body: (LiveServer) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [publisher] in
        do { try await publisher.followStore() } catch is CancellationError {}
      }
      // From here on, whoever writes wakes the publisher.
      await clock.untilWaiting(2)
      try await body(self)
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// Runs `body` while the server listens, and the store is followed.
  private func listen(_ body: (LiveServer) async throws -> Void) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    try await follow { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [application] in
          defer { port.finish() }
          try await application.run { port.yield($0) }
        }
        var listening = ports.makeAsyncIterator()
        if let number = await listening.next() {
          try await body(server.listening(on: number))
        }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }

  private func listening(on port: Int) -> LiveServer {
    var server = self
    server.port = port
    server.client = DescribedClient(
      client: TestClient(base: server.base), application: application, store: store)
    server.start = clock.uptime
    return server
  }
}

// MARK: - Publications

extension LiveServer {
  /// How often the store is asked for what other processes have written.
  static let pollInterval = Duration.seconds(7)

  /// Returns when `revision`, or a later one, is in service.
  func untilServed(_ revision: Int) async {
    await publications.until(revision)
  }

  /// Has the publisher look at the store, in which others have written.
  ///
  /// - Returns: when everything is in service that was written before.
  func catchUp() async throws {
    publisher.storeChanged()
    try await eventually { !publisher.hasUnservedWrites }
  }

  /// The metrics, with those that are computed for every page.
  func metricsPage() async throws -> Exposition {
    try Exposition(String(decoding: try await application.get("/metrics").body, as: UTF8.self))
  }
}

// MARK: - Content

extension LiveServer {
  /// A document that is larger than all buffers between the server and a client of ``narrowConnection()``.
  static let largeArticle = "/v1/content/trend_articles/1"
  /// The size that ``largeArticle`` and the export of its kind exceed.
  static let largeSize = 2 << 20

  /// A connection whose client holds little that it has not read.
  func narrowConnection() throws -> RawConnection {
    try RawConnection(port: port, receiveBufferSize: 4_096)
  }

  /// Makes ``largeArticle`` large, without a publication.
  func enlargeArticle() async throws { try await store.enlargeArticle() }

  /// The server's metrics, read without a connection.
  func exposition() throws -> Exposition { try Exposition(metrics.registry.text) }
}

extension FeedStore {
  /// Makes ``LiveServer/largeArticle`` large, as another tool might.
  func enlargeArticle() async throws {
    try await spoil(
      """
      UPDATE trend_articles
      SET thumbnail_url = 'https://example.com/' || hex(zeroblob(\(LiveServer.largeSize / 2)))
      WHERE id = 1
      """)
  }

  /// Runs `sql` on the file of the database, as another tool might.
  func spoil(_ sql: String) async throws {
    try TestStore.requireFile()
    guard let path = (self as? SQLiteFeedStore)?.path else { return }
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }
}

extension Seeder {
  /// Seeds the files at `paths`, as another process might.
  static func seed(_ paths: [String], into store: any FeedStore) async throws -> SeedSummary {
    try await Seeder(store: store).seed(SeedSources(at: paths), at: SampleContent.committedAt)
  }
}

extension LiveServer {
  /// The photos of `store`, with their files in `folder`.
  static func photos(
    of store: any FeedStore, in folder: TemporaryFolder, clock: TestClock
  ) throws -> Renditions {
    let workers = PictureWorkers(
      .init(executable: BuiltProgram.tanada.path, limits: PictureLimits()), clock: clock,
      logger: silence)
    let library = PhotoLibrary(
      store: store, storage: try PhotoFolder(path: folder.path("photos")), workers: workers,
      clock: { clock.now })
    return try Renditions(
      of: library, path: folder.path("renditions"), maximumByteCount: 1 << 26, clock: clock)
  }

  /// The workers that decode pictures.
  var workers: PictureWorkers { photos.library.workers }
}

/// The newest revision that was published, and who waits for it.
final class Publications: Sendable {
  private struct State {
    var newest = -1
    var waiters: [(revision: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func note(_ revision: Int) {
    let reached = state.withLock { state in
      state.newest = max(state.newest, revision)
      let reached = state.waiters.filter { $0.revision <= state.newest }
      state.waiters.removeAll { $0.revision <= state.newest }
      return reached.map(\.continuation)
    }
    for waiter in reached { waiter.resume() }
  }

  /// Returns when `revision`, or a later one, was published.
  func until(_ revision: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.newest >= revision { return true }
        state.waiters.append((revision, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}

extension LiveServer {
  /// Changes the title of news 1 in a revision of its own, `minutes` after the sample revision, and waits for it.
  func retitle(_ title: String, at minutes: Int) async throws {
    clock.set(Timestamp.sample(minutes: minutes))
    try await send(
      "PATCH", "/v1/content/recent_news/1", try await bearer(.editor),
      json: #"{"title":"\#(title)"}"#, is: 200)
    try await publisher.publish()
  }
}

extension Timestamp {
  /// `minutes` after the sample revision.
  static func sample(minutes: Int) -> Timestamp {
    SampleContent.committedAt.later(minutes: minutes)
  }
}
