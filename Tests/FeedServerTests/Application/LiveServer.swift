import FeedEditing
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore
import FeedStoreSQLite
import Foundation
import GRDB
import Logging
import TestSupport

/// The real application on a real port, over a database of its own with the sample content.
struct LiveServer: Sendable {
  let base: String
  let client: TestClient
  let port: Int
  let store: SQLiteFeedStore
  let publisher: FeedPublisher
  let photos: PhotoServices
  let metrics: ServerMetrics
  let events: EventBroadcaster
  let folder: TemporaryFolder
  /// The server's wall clock.
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

  /// A logger without output.
  static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  /// Limits how many servers run at once.
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
    let photos = try Self.photos(of: store, in: folder, clock: clock)
    let publisher = FeedPublisher(
      store: store,
      configuration: FeedPublisher.Configuration(
        items: ItemPublishing(
          timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt,
          pictures: PictureAddresses(
            server: "https://feeds.example.com", secret: Array(repeating: 9, count: 32)),
          pages: PageAddresses(secret: Array(repeating: 7, count: 32))),
        viewports: [try Viewport(width: 375), try Viewport(width: 390)],
        // Without a first publication, the store is not polled for changes either.
        pollInterval: publishes ? .milliseconds(20) : .seconds(3_600)),
      logger: silence,
      clock: clock.now, preparePictures: photos.warmer.warm,
      onPublication: {
        metrics.notePublication(in: $0.publishedIn, commitToServed: $0.commitToServed)
        broadcaster.announce($0.committed, changing: $0.changedDocuments)
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
      configuration: serverConfiguration, publisher: publisher, store: store, photos: photos,
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
          publisher: publisher, photos: photos, metrics: metrics, events: broadcaster,
          folder: folder, clock: clock,
          application: application, configuration: serverConfiguration)
        try await body(server)
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}

// MARK: - Photos

extension LiveServer {
  /// The photos of `store`, with their files in `folder`.
  private static func photos(
    of store: SQLiteFeedStore, in folder: TemporaryFolder, clock: TestClock
  ) throws -> PhotoServices {
    let workers = PictureWorkers(
      .init(executable: BuiltProgram.tanada.path, limits: PictureLimits()), logger: silence)
    let library = PhotoLibrary(
      store: store, storage: try PhotoFolder(path: folder.path("photos")), workers: workers,
      clock: clock.now)
    let renditions = try Renditions(
      of: library, path: folder.path("renditions"), maximumByteCount: 1 << 26)
    return PhotoServices(
      library: library, renditions: renditions,
      warmer: PictureWarmer(renditions, bound: .seconds(60), workerCount: 2))
  }
}

// MARK: - Requests

extension LiveServer {
  /// Adds a token to the store and returns the header that presents it.
  func bearer(
    _ role: TokenRole, name: String = "Anna", expiresAt: Timestamp? = nil
  ) async throws -> [String: String] {
    let secret = TokenSecret(
      randomBytes: (0..<TokenSecret.byteCount).map { _ in UInt8.random(in: .min ... .max) })
    _ = try await store.write(at: SampleContent.committedAt) {
      try $0.issueToken(
        name: name, role: role, expiresAt: expiresAt, secret: secret, by: .commandLine)
    }
    return ["Authorization": "Bearer \(secret.text)"]
  }

  /// Sends JSON.
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], json: String? = nil
  ) async throws -> TestClient.Response {
    var headers = headers
    if json != nil, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    return try await client.send(method, path, headers: headers, body: json.map { Data($0.utf8) })
  }
}

extension TestClient.Response {
  /// The first item of a result.
  func item() throws -> [String: Any] {
    (try object()["result"] as? [[String: Any]])?.first ?? [:]
  }

  /// The code of a problem.
  func code() throws -> String? { try object()["code"] as? String }

  /// The pointers of a problem's parts.
  func pointers() throws -> [String] {
    (try object()["errors"] as? [[String: Any]] ?? []).compactMap { $0["pointer"] as? String }
  }
}

// MARK: - Content

extension LiveServer {
  /// A document that is larger than all buffers between server and client.
  static let largeArticle = "/v1/content/trend_articles/1"
  /// The size that ``largeArticle`` and the export of its kind exceed.
  static let largeSize = 8 << 20

  /// Makes ``largeArticle`` large, without a publication.
  func enlargeArticle() async throws {
    try await store.spoil(
      """
      UPDATE trend_articles
      SET thumbnail_url = 'https://example.com/' || hex(zeroblob(\(Self.largeSize / 2)))
      WHERE id = 1
      """)
  }

  /// The server's metrics, read without a connection.
  func exposition() throws -> Exposition { try Exposition(metrics.registry.text) }
}

extension SQLiteFeedStore {
  /// Runs `sql` on the database directly, as another tool might.
  func spoil(_ sql: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }
}

extension Seeder {
  /// Seeds the files at `paths`, as another process might.
  static func seed(_ paths: [String], into store: any FeedStore) async throws -> SeedSummary {
    try await Seeder(store: store).seed(
      SeedFile.find(at: paths).files, at: SampleContent.committedAt)
  }
}
