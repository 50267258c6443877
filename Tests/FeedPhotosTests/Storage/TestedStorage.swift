import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// A storage that has to pass the suite of storages.
enum TestedStorage: Hashable, Sendable, CustomTestStringConvertible {
  case folder
  /// The bucket of a test, with the most bytes of originals that are kept on this machine.
  case scripted(originalsByteCount: Int)
  /// A bucket of a service that runs, which Tests/e2e/objects starts.
  case service(name: String, endpoint: String)

  /// The services of `TANADA_TEST_BUCKETS`: names and endpoints such as `moto=http://127.0.0.1:5000`. Each has a bucket
  /// called `pictures`, and the key `testing` with the secret `secretsecret`.
  static let services = (ProcessInfo.processInfo.environment["TANADA_TEST_BUCKETS"] ?? "")
    .split(separator: " ").compactMap { entry -> TestedStorage? in
      let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? .service(name: parts[0], endpoint: parts[1]) : nil
    }

  static let all =
    [.folder, .scripted(originalsByteCount: 1 << 20), .scripted(originalsByteCount: 0)] + services

  var testDescription: String {
    switch self {
    case .folder: "folder"
    case .scripted(let count): "scripted bucket, \(count) bytes here"
    case .service(let name, _): name
    }
  }
}

/// A storage with the folders and services that it needs.
final class StorageFixture: Sendable {
  let folder: TemporaryFolder
  /// The bucket of this test, if it is one.
  let bucket: ScriptedBucket?
  private let kind: TestedStorage
  private let prefix = UUID().uuidString

  init(_ kind: TestedStorage) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    if case .scripted = kind { bucket = try ScriptedBucket() } else { bucket = nil }
  }

  /// The storage as the server called `server` sees it: a folder is the same one for all, and what servers keep of a
  /// bucket is not.
  func storage(server: String = "first", database: String = "one") async throws -> any PhotoStorage
  {
    let lock = FileLock(path: folder.path("lock"))
    var client: BucketClient
    var originalsByteCount = 1 << 20
    switch kind {
    case .folder:
      let storage = try PhotoFolder(path: folder.path("photos"))
      try storage.claim(for: database)
      return storage
    case .scripted(let count):
      originalsByteCount = count
      let bucket = try #require(bucket)
      client = try bucket.client(prefix: prefix, clock: TestClock(SampleContent.committedAt))
    case .service(_, let endpoint):
      client = try ScriptedBucket.client(
        of: endpoint, "s3://pictures/\(prefix)", clock: SystemTime())
    }
    let storage = PhotoBucket(
      client, path: folder.path(server), originalsByteCount: originalsByteCount,
      database: database, lock: lock)
    try await storage.check()
    return storage
  }

  /// The names of the files that the server called `server` is receiving.
  func incomingNames(server: String = "first") throws -> [String] {
    let name = kind == .folder ? "photos" : server
    return try FileManager.default.contentsOfDirectory(atPath: folder.path("\(name)/incoming"))
  }

  /// The time of this machine: services refuse requests of another one.
  private struct SystemTime: TimeSource {
    var now: Timestamp { Timestamp(Date()) }
    var uptime: Uptime { Uptime(nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds)) }

    func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

    func schedule(
      after delay: Duration, on host: some TimerHost, _ fire: @escaping @Sendable () -> Void
    ) -> ScheduledTimer {
      host.schedule(after: delay, fire)
    }
  }
}
