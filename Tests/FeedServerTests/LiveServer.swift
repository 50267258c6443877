import FeedEditing
import FeedLayout
import FeedModel
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import FeedStoreSQLite
import Foundation
import Logging
import TestSupport

/// The real application on a real port, over a database of its own with the sample content.
struct LiveServer: Sendable {
  let base: String
  let client: TestClient
  let port: Int
  let store: SQLiteFeedStore
  let publisher: FeedPublisher
  let metrics: ServerMetrics
  let events: EventBroadcaster
  let folder: TemporaryFolder
  /// The server's clock.
  let clock: TestClock
  let application: FeedApplication
  let configuration: ServerConfiguration

  var routes: [String] { application.routeNames }

  /// Runs `body` against a server and stops it.
  ///
  /// - Parameters:
  ///   - configure: changes the server's configuration, which has no limits on rates.
  ///   - prepare: changes the seeded database before anything is published.
  static func run(
    maximumBodySize: Int = 1 << 20, publishes: Bool = true,
    configure: (inout ServerConfiguration) -> Void = { _ in },
    events: EventBroadcaster.Configuration = .init(),
    prepare: (SQLiteFeedStore, TemporaryFolder) async throws -> Void = { _, _ in },
    _ body: (LiveServer) async throws -> Void
  ) async throws {
    try await turnstile.pass {
      try await serve(
        maximumBodySize, publishes: publishes, configure: configure, events: events,
        prepare: prepare, body)
    }
  }

  /// A logger that says nothing.
  static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  /// How many servers there are at once.
  private static let turnstile = Turnstile(places: 8)

  private static func serve(
    _ maximumBodySize: Int, publishes: Bool, configure: (inout ServerConfiguration) -> Void,
    events: EventBroadcaster.Configuration,
    prepare: (SQLiteFeedStore, TemporaryFolder) async throws -> Void,
    _ body: (LiveServer) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteFeedStore(path: folder.path("test.sqlite"))
    _ = try await Seeder(store: store).seed(
      SeedFile.find(at: [PackageFiles.seeds.path]).files, at: SampleContent.committedAt)
    try await prepare(store, folder)

    let clock = TestClock(SampleContent.committedAt)
    let metrics = ServerMetrics()
    let broadcaster = EventBroadcaster(
      store: store, configuration: events,
      logger: silence)
    let publisher = FeedPublisher(
      store: store,
      configuration: FeedPublisher.Configuration(
        timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt,
        viewports: [try Viewport(width: 375), try Viewport(width: 390)],
        // Without a publication there shall be none later either.
        pollInterval: publishes ? .milliseconds(20) : .seconds(3_600)),
      logger: silence,
      clock: clock.now,
      onPublication: {
        metrics.notePublication(in: $0.publishedIn, commitToServed: $0.commitToServed)
        broadcaster.announce($0.revision)
      })
    if publishes { try await publisher.publish() }
    var serverConfiguration = ServerConfiguration(
      host: "127.0.0.1", port: 0, maximumBodySize: maximumBodySize,
      cursorSecret: Array(repeating: 7, count: 32), clock: clock.now,
      // Different every time, so that no two tokens are alike.
      randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
      makeRequestID: { UUID().uuidString })
    configure(&serverConfiguration)
    let application = FeedApplication(
      configuration: serverConfiguration, publisher: publisher, store: store,
      events: broadcaster,
      logger: silence,
      metrics: metrics)

    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { port.finish() }
        try await application.run { port.yield($0) }
      }
      var listening = ports.makeAsyncIterator()
      if let number = await listening.next() {
        let server = LiveServer(
          base: "http://127.0.0.1:\(number)",
          client: TestClient(base: "http://127.0.0.1:\(number)"), port: number, store: store,
          publisher: publisher, metrics: metrics, events: broadcaster, folder: folder, clock: clock,
          application: application, configuration: serverConfiguration)
        try await body(server)
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}
