import FeedLayout
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
  let store: SQLiteFeedStore
  let publisher: FeedPublisher
  let events: EventBroadcaster
  let folder: TemporaryFolder
  /// The server's clock.
  let clock: TestClock
  let application: FeedApplication

  var routes: [String] { application.routeNames }

  /// Runs `body` against a server and stops it.
  ///
  /// - Parameter prepare: changes the seeded database before anything is published.
  static func run(
    maximumBodySize: Int = 1 << 20, publishes: Bool = true,
    events: EventBroadcaster.Configuration = .init(),
    prepare: (SQLiteFeedStore, TemporaryFolder) async throws -> Void = { _, _ in },
    _ body: (LiveServer) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteFeedStore(path: folder.path("test.sqlite"))
    _ = try await Seeder(store: store).seed(
      SeedFile.find(at: [PackageFiles.seeds.path]).files, at: SampleContent.committedAt)
    try await prepare(store, folder)

    let clock = TestClock(SampleContent.committedAt)
    let broadcaster = EventBroadcaster(
      store: store, configuration: events,
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    let publisher = FeedPublisher(
      store: store,
      configuration: FeedPublisher.Configuration(
        timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt,
        viewports: [try Viewport(width: 375), try Viewport(width: 390)],
        // Without a publication there shall be none later either.
        pollInterval: publishes ? .milliseconds(20) : .seconds(3_600)),
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
      now: clock.now, onPublication: { broadcaster.announce($0.revision) })
    if publishes { try await publisher.publish() }
    let application = FeedApplication(
      configuration: ServerConfiguration(
        host: "127.0.0.1", port: 0, maximumBodySize: maximumBodySize,
        cursorSecret: Array(repeating: 7, count: 32), clock: clock.now,
        makeRequestID: { UUID().uuidString }),
      publisher: publisher, store: store, events: broadcaster,
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))

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
          client: TestClient(base: "http://127.0.0.1:\(number)"), store: store,
          publisher: publisher, events: broadcaster, folder: folder, clock: clock,
          application: application)
        try await body(server)
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}
