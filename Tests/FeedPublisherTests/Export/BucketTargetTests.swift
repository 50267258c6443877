import FeedModel
import FeedPhotos
import Foundation
import FeedPublisher
import Synchronization
import TestSupport
import Testing

/// A bucket with something else in it. What is written to one is in the tests of services.
struct BucketTargetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A target below `prefix` in a bucket that has objects with these keys.
  private func target(
    _ prefix: String, in keys: [String]
  ) throws -> (target: BucketTarget, server: ScriptedServer) {
    let server = try ScriptedServer { request in
      let parts = request.path.split(separator: "?", maxSplits: 1)
      guard parts.count == 2 else {
        let isThere = keys.contains { parts[0] == "/pictures/\($0)" }
        return .init(isThere ? "200 OK" : "404 Not Found", "Content-Length: 0")
      }
      let items = URLComponents(string: "?\(parts[1])")?.queryItems ?? []
      let prefix = items.first { $0.name == "prefix" }?.value ?? ""
      let found = keys.sorted().filter { $0.hasPrefix(prefix) }
        .map { "<Contents><Key>\($0)</Key></Contents>" }.joined()
      return .init(
        "200 OK",
        body: Array(
          "<ListBucketResult><IsTruncated>false</IsTruncated>\(found)</ListBucketResult>".utf8))
    }
    let client = BucketClient(
      BucketAddress(
        location: try #require(BucketLocation("s3://pictures/\(prefix)")),
        endpoint: try #require(ServiceEndpoint(server.url(""))), isInPath: true),
      region: "us-east-1",
      credentials: BucketCredentials(accessKeyID: "testing", secretAccessKey: "secretsecret"),
      retries: RetryPolicy { 1 }, clock: TestClock(ExportSamples.moment))
    let lock = FileLock(path: folder.path("lock"))
    return (BucketTarget(client, lock: lock, folder: folder.url.path), server)
  }

  @Test(
    arguments: [
      // An export, whatever is beside it.
      ("a", ["a/export-manifest.json", "a/letters.txt"], nil),
      // Nothing, beside what begins with the same letters.
      ("a", ["ab/letters.txt", "b/letters.txt"], nil), ("", [], nil),
      ("a", ["a/letters.txt"], "letters.txt"),
      ("", ["b/export-manifest.json"], "b/export-manifest.json"),
    ] as [(String, [String], String?)])
  func aBucketWithSomethingElseIsLeftAlone(
    prefix: String, keys: [String], found: String?
  ) async throws {
    let (target, server) = try target(prefix, in: keys)
    let runs = Mutex(0)
    do {
      try await target.withLock(besideOthers: false) { runs.withLock { $0 += 1 } }
      #expect(found == nil)
    } catch ExportError.notAnExport(let path, let other) {
      #expect(path == target.name && other == found)
    }
    #expect(runs.withLock { $0 } == (found == nil ? 1 : 0))
    #expect(server.requests.allSatisfy { ["HEAD", "GET"].contains($0.method) })
    try await target.withLock(besideOthers: true) { runs.withLock { $0 += 1 } }
    #expect(runs.withLock { $0 } == (found == nil ? 2 : 1))
  }
}
