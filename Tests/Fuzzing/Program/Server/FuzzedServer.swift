import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import Logging
import Synchronization

/// The whole server without a port, over a database of its own with the sample content. Its clock stands still.
final class FuzzedServer: Sendable {
  let application: FeedApplication
  let store: SQLiteFeedStore
  var publisher: FeedPublisher { application.publisher }
  /// The bearers of tokens.
  let identities: [TokenRole: Identity]
  private let folder: String

  static let start = Timestamp(millisecondsSince1970: 1_669_880_000_000)
  private static let silence = Logger(label: "fuzzing", factory: { _ in SwiftLogNoOpLogHandler() })

  init() async throws {
    folder = NSTemporaryDirectory() + "tanada-fuzzing-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    store = try SQLiteFeedStore(path: folder + "/tanada.sqlite")
    let seeds = ProcessInfo.processInfo.environment["TANADA_SEEDS"] ?? "Seeds"
    _ = try await Seeder(store: store).seed(
      SeedSources(at: ContentKinds.standard.names.map { "\(seeds)/\($0).json" }), at: Self.start)
    var identities: [TokenRole: Identity] = [:]
    for (place, role) in TokenRole.allCases.enumerated() {
      let secret = TokenSecret(
        randomBytes: Array(repeating: UInt8(place), count: TokenSecret.byteCount))
      let token = try await store.write(
        at: Self.start, by: .program,
        making: {
          try $0.issueToken(name: "Fuzz", role: role, expiresAt: nil, secret: secret, by: $0.actor)
        })
      identities[role] = token.identity
    }
    self.identities = identities
    let clock = StillClock(now: Self.start)
    let library = PhotoLibrary(
      store: store, storage: try PhotoFolder(path: folder + "/photos"),
      workers: PictureWorkers(
        .init(executable: "/nonexistent", limits: PictureLimits()), clock: clock,
        logger: Self.silence),
      clock: { Self.start })
    let photos = try Renditions(
      of: library, path: folder + "/renditions", maximumByteCount: 1 << 20, clock: clock)
    var configuration = ServerConfiguration(
      http: HTTPConfiguration(host: "127.0.0.1", port: 0, clock: clock, makeRequestID: { "id" }),
      cursorSecret: Array(repeating: 7, count: 32), randomBytes: { Array(repeating: 5, count: $0) })
    configuration.http.limits.body.size = 1 << 16
    application = FeedApplication(
      configuration,
      publishing: FeedPublisher.Configuration(
        items: ItemPublishing(
          timeZone: .gmt, locales: Locales(["en", "ja"].compactMap { LocaleTag($0) }),
          pictures: PictureAddresses(server: "", secret: Array(repeating: 9, count: 32)),
          pages: PageAddresses(secret: Array(repeating: 7, count: 32))),
        viewports: [try Viewport(width: 390)], pollInterval: .seconds(60)),
      of: store, photos: photos, logger: Self.silence)
    try await application.publisher.publish()
  }

  /// The newest revision, and the last change of a token: what makes inputs see those before them.
  func state() async throws -> [Int] {
    try await store.read { reader in
      let tokens = try reader.auditEntries(about: "tokens", before: nil, limit: 1)
      return [try reader.latestRevision()?.number ?? 0, tokens.first?.number ?? 0]
    }
  }

  deinit {
    try? store.close()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// A clock that stands still: nothing fires, and who sleeps is only woken by being cancelled.
private struct StillClock: TimeSource {
  let now: Timestamp
  let uptime = Uptime(nanoseconds: 1_000_000_000)

  func sleep(for _: Duration) async throws {
    // A stream without elements ends when the task is cancelled.
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    throw CancellationError()
  }

  func schedule(
    after _: Duration, on _: some TimerHost, _: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    ScheduledTimer {}
  }
}

/// Runs `body` to its end: the fuzzer calls functions that do not suspend.
func wait<Value: Sendable>(for body: @escaping @Sendable () async throws -> Value) -> Result<
  Value, any Error
> {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Value, any Error>?>(nil)
  Task {
    let value: Result<Value, any Error>
    do { value = .success(try await body()) } catch { value = .failure(error) }
    result.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  guard let value = result.withLock({ $0 }) else { fatalError("no result") }
  return value
}
