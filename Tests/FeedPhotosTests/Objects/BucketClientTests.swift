import Crypto
import FeedModel
import FeedPhotos
import Foundation
import Synchronization
import TestSupport
import Testing

/// Requests to a bucket: what is sent, what is tried again, and what errors say.
@Suite struct BucketClientTests {
  typealias Response = ScriptedServer.Response

  private let folder: TemporaryFolder
  private let bucket: ScriptedBucket
  private let clock = TestClock(SampleContent.committedAt)
  private let client: BucketClient

  init() throws {
    folder = try TemporaryFolder()
    bucket = try ScriptedBucket()
    client = try bucket.client(prefix: "a/b", clock: clock)
  }

  private func put(_ text: String, as key: String, onlyIfNew: Bool = false) async throws {
    let path = try folder.write(text, to: "sent")
    try await client.put(
      key, fileAt: path, byteCount: text.utf8.count,
      hash: SHA256.hash(data: Data(text.utf8)).hexadecimalText, onlyIfNew: onlyIfNew)
  }

  private func get(_ key: String) async throws -> [UInt8]? {
    let bytes = Mutex<[UInt8]>([])
    let isThere = try await client.get(key) { piece in bytes.withLock { $0 += piece } }
    return isThere ? bytes.withLock { $0 } : nil
  }

  /// Runs `body` while the clock goes on as far as somebody waits for it.
  private func afterWaits<Value: Sendable>(
    of delays: [Duration], _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let clock = clock
    async let value = body()
    for delay in delays {
      await clock.untilWaiting(for: delay)
      clock.advance(by: delay)
    }
    return try await value
  }

  private static let allDelays: [Duration] = [
    .milliseconds(100), .milliseconds(200), .milliseconds(400),
  ]

  @Test func anObjectIsStoredReadListedAndRemoved() async throws {
    try await put("hello", as: "photos/1")
    try await put("", as: "photos/2")
    #expect(bucket.objects["a/b/photos/1"] == Array("hello".utf8))
    #expect(try await get("photos/1") == Array("hello".utf8))
    #expect(try await get("photos/2") == [])
    #expect(try await get("photos/3") == nil)
    #expect(try await client.contains("photos/1"))
    #expect(try await !client.contains("photos/3"))
    #expect(try await client.keys(beginningWith: "photos/") == ["photos/1", "photos/2"])
    try await client.remove("photos/1")
    try await client.remove("photos/1")
    #expect(try await client.keys(beginningWith: "photos/") == ["photos/2"])
  }

  @Test func aRequestIsSignedWithTheHashOfItsBody() async throws {
    try await put("abc", as: "photos/1")
    let request = try #require(bucket.server.requests.first)
    #expect(request.headers["host"] == "127.0.0.1:\(bucket.server.port)")
    #expect(
      request.headers["x-amz-content-sha256"]
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(request.headers["x-amz-date"] == "20221201T073320Z")
    #expect(request.headers["content-length"] == "3")
    #expect(request.headers["expect"] == nil && request.headers["transfer-encoding"] == nil)
    let authorization = try #require(request.headers["authorization"])
    #expect(
      authorization.hasPrefix(
        "AWS4-HMAC-SHA256 Credential=testing/20221201/us-east-1/s3/aws4_request, "
          + "SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, Signature="))
  }

  @Test func aTokenOfATemporaryKeyIsSignedToo() async throws {
    let client = try bucket.client(
      credentials: BucketCredentials(accessKeyID: "a", secretAccessKey: "b", sessionToken: "c"),
      clock: clock)
    _ = try await client.contains("photos/1")
    let headers = try #require(bucket.server.requests.first?.headers)
    #expect(headers["x-amz-security-token"] == "c")
    #expect(headers["authorization"]?.contains(";x-amz-security-token,") == true)
  }

  @Test func aLongListIsReadPageByPage() async throws {
    bucket.setPageSize(3)
    let keys = (0..<10).map { "a/b/photos/\($0)" }
    bucket.objects = Dictionary(uniqueKeysWithValues: (keys + ["a/b/x", "other"]).map { ($0, []) })
    #expect(
      try await client.keys(beginningWith: "photos/") == (0..<10).map { "photos/\($0)" })
    #expect(bucket.requests.count == 4)
  }

  static let temporary = [
    ScriptedBucket.error("500 Internal Server Error", "InternalError"), Response("502 Bad Gateway"),
    ScriptedBucket.error("503 Slow Down", "SlowDown"), Response("504 Gateway Timeout"),
    ScriptedBucket.error("429 Too Many Requests", "TooManyRequests"),
    ScriptedBucket.error("400 Bad Request", "RequestTimeout"),
    // The connection ends behind a part of the answer.
    Response("200 OK", "Content-Length: 9", body: [1]),
  ]

  @Test(arguments: temporary)
  func aRequestThatMayBeAnsweredLaterIsTriedAgain(response: Response) async throws {
    for _ in 0..<3 { bucket.fail("PUT", with: response) }
    try await afterWaits(of: Self.allDelays) { try await put("hello", as: "photos/1") }
    #expect(bucket.requests == Array(repeating: "PUT a/b/photos/1", count: 4))
    #expect(bucket.objects["a/b/photos/1"] == Array("hello".utf8))
  }

  @Test func aServiceThatStaysAwayIsAnError() async throws {
    for _ in 0..<9 { bucket.fail("HEAD", with: Response("503 Slow Down")) }
    let error = await #expect(throws: BucketError.self) {
      try await afterWaits(of: Self.allDelays) { try await client.contains("photos/1") }
    }
    #expect(bucket.requests.count == 4)
    #expect(error?.isTemporary == true)
    #expect(
      error?.description
        == "s3://pictures/a/b/photos/1: HEAD is answered with 503 after 4 attempts")
  }

  static let final: [(Response, String)] = [
    (
      ScriptedBucket.error("403 Forbidden", "AccessDenied", "Access Denied"),
      "403 AccessDenied (Access Denied); the access key needs s3:GetObject, s3:PutObject, "
        + "s3:DeleteObject and s3:ListBucket"
    ),
    (
      Response("403 Forbidden", "Content-Length: 0"),
      "403; the access key needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket"
    ),
    (
      ScriptedBucket.error("403 Forbidden", "SignatureDoesNotMatch", "No\nmatch"),
      "403 SignatureDoesNotMatch (No match); check photo_access_key_id, photo_secret_access_key and "
        + "photo_session_token"
    ),
    (
      ScriptedBucket.error("404 Not Found", "NoSuchBucket"),
      "404 NoSuchBucket; create the bucket, or correct photo_storage"
    ),
    (
      Response("307 Temporary Redirect", "Location: /elsewhere", "Content-Length: 0"),
      "307; redirects are not followed: check photo_region and photo_endpoint"
    ),
    (Response("418 I'm a teapot", body: Array("<html>no XML".utf8)), "418"),
  ]

  @Test(arguments: final)
  func anyOtherAnswerIsAnErrorAtOnce(response: Response, said: String) async throws {
    bucket.fail("PUT", with: response)
    let error = await #expect(throws: BucketError.self) { try await put("hello", as: "photos/1") }
    #expect(bucket.requests.count == 1)
    #expect(error?.isTemporary == false)
    #expect(error?.description == "s3://pictures/a/b/photos/1: PUT is answered with \(said)")
  }

  @Test func aClockThatIsWrongIsSaid() async throws {
    bucket.fail(
      "GET",
      with: Response(
        "403 Forbidden",
        body: Array(
          "<Error><Code>RequestTimeTooSkewed</Code><ServerTime>2022-12-01T09:00:00Z</ServerTime></Error>"
            .utf8)))
    let error = await #expect(throws: BucketError.self) { try await get("database") }
    #expect(
      error?.description
        == "s3://pictures/a/b/database: the service refuses requests of another time: its clock says "
        + "2022-12-01T09:00:00Z, and the one of this machine 2022-12-01T07:33:20.000Z; set the clock"
    )
  }

  @Test func aServiceThatDoesNotListenIsSaid() async throws {
    let clock = clock
    let client = try ScriptedBucket.client(
      of: "http://127.0.0.1:1", "s3://pictures", clock: clock)
    let error = await #expect(throws: BucketError.self) {
      try await afterWaits(of: Self.allDelays) { try await client.contains("photos/1") }
    }
    #expect(error?.isTemporary == true)
    #expect(
      error?.description.hasPrefix(
        "s3://pictures/photos/1: no connection to http://127.0.0.1:1 after 4 attempts: ") == true)
    #expect(client.requestCount == 4)
    // Whoever asks soon afterwards does not wait for it.
    await #expect(throws: try #require(error)) { try await client.remove("photos/2") }
    clock.advance(by: BucketClient.outagePause)
    await #expect(throws: BucketError.self) {
      try await afterWaits(of: Self.allDelays) { try await client.contains("photos/1") }
    }
    #expect(client.requestCount == 8)
  }

  @Test func aServiceThatIsBackIsAskedAsBefore() async throws {
    for _ in 0..<4 { bucket.fail("HEAD", with: Response("")) }
    let error = await #expect(throws: BucketError.self) {
      try await afterWaits(of: Self.allDelays) { try await client.contains("photos/1") }
    }
    await #expect(throws: try #require(error)) { try await client.contains("photos/1") }
    clock.advance(by: BucketClient.outagePause)
    for _ in 0..<3 { #expect(try await !client.contains("photos/1")) }
    #expect(bucket.requests.count == 7)
  }

  /// Each request to it would hold a thread, and its client, for many seconds.
  @Test func aServiceThatIsSilentIsGivenUpOnceAndLeftAlone() async throws {
    for _ in 0..<2 { bucket.fail("HEAD", with: .silence) }
    let client = client
    let first = Task { try await client.contains("photos/1") }
    try await eventually { bucket.requests.count == 1 }
    clock.advance(by: BucketClient.answerTimeout)
    let error = await #expect(throws: BucketError.self) { try await first.value }
    #expect(
      error?.description
        == "s3://pictures/a/b/photos/1: http://127.0.0.1:\(bucket.server.port) is silent: no answer "
        + "within 5 seconds")
    #expect(error?.isTemporary == true)
    // It is not asked again, not even by others.
    for _ in 0..<3 {
      await #expect(throws: try #require(error)) { try await client.contains("photos/2") }
    }
    #expect(client.requestCount == 1)

    // One request finds out whether it is back; others do not wait for that.
    clock.advance(by: BucketClient.outagePause)
    let probe = Task { try await client.contains("photos/3") }
    try await eventually { bucket.requests.count == 2 }
    await #expect(throws: try #require(error)) { try await client.contains("photos/4") }
    clock.advance(by: BucketClient.answerTimeout)
    await #expect(throws: BucketError.self) { try await probe.value }
    #expect(client.requestCount == 2)

    clock.advance(by: BucketClient.outagePause)
    for _ in 0..<3 { #expect(try await !client.contains("photos/5")) }
    #expect(client.requestCount == 5)
  }

  /// Those that wait for their turn are not sent to a service that was found to be silent meanwhile.
  @Test func manyRequestsToASilentServiceAreFew() async throws {
    let count = BucketClient.requestLimit + 20
    for _ in 0..<count { bucket.fail("HEAD", with: .silence) }
    let client = client
    let tasks = (0..<count).map { number in
      Task { try await client.contains("photos/\(number)") }
    }
    try await eventually { bucket.requests.count == BucketClient.requestLimit }
    clock.advance(by: BucketClient.answerTimeout)
    for task in tasks { await #expect(throws: BucketError.self) { try await task.value } }
    #expect(client.requestCount == BucketClient.requestLimit)
  }

  /// A large object takes its time: only a service that says nothing at all is left alone.
  @Test func aTransferThatHasBegunIsNotSilence() async throws {
    bucket.fail("GET", with: Response("200 OK", "Content-Length: 9", body: [1], isHeld: true))
    let client = client
    let received = Mutex(0)
    let task = Task {
      try await client.get("photos/1") { bytes in received.withLock { $0 += bytes.count } }
    }
    try await eventually { received.withLock { $0 } == 1 }
    clock.advance(by: BucketClient.answerTimeout + .seconds(1))
    #expect(try await !client.contains("photos/2"))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aTransferThatBreaksOffGoesOnWhereItEnded() async throws {
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    bucket.objects["a/b/photos/1"] = content
    bucket.fail(
      "GET",
      with: Response(
        "200 OK", "Content-Length: 100000", "ETag: \"v\"", body: Array(content.prefix(70_000))))
    bucket.fail("GET", with: Response("503 Slow Down"))
    let read = try await afterWaits(of: Array(Self.allDelays.prefix(2))) {
      try await get("photos/1")
    }
    #expect(read == content)
    #expect(
      bucket.requests == [
        "GET a/b/photos/1", "GET a/b/photos/1 bytes=70000-", "GET a/b/photos/1 bytes=70000-",
      ])
    #expect(bucket.server.requests.last?.headers["if-match"] == "\"v\"")
  }

  @Test func aServiceThatDoesNotKnowRangesBeginsAnew() async throws {
    let content = Array("0123456789".utf8)
    bucket.fail("GET", with: Response("200 OK", "Content-Length: 10", body: Array("0123".utf8)))
    bucket.fail("GET", with: Response("200 OK", "Content-Length: 10", body: Array("01".utf8)))
    bucket.fail("GET", with: Response("200 OK", "Content-Length: 10", body: content))
    let read = try await afterWaits(of: Array(Self.allDelays.prefix(2))) {
      try await get("photos/1")
    }
    #expect(read == content)
  }

  @Test func whatCannotBeStoredHereEndsTheTransfer() async throws {
    struct Full: Error {}
    bucket.objects["a/b/photos/1"] = [1, 2, 3]
    let client = client
    await #expect(throws: Full.self) { _ = try await client.get("photos/1") { _ in throw Full() } }
    #expect(bucket.requests.count == 1)
  }

  @Test func aFileThatIsGoneIsSaid() async throws {
    let error = await #expect(throws: BucketError.self) {
      try await client.put(
        "photos/1", fileAt: folder.path("none"), byteCount: 3,
        hash: String(repeating: "0", count: 64))
    }
    #expect(error?.reason == .unreadableFile("No such file or directory"))
  }

  @Test func aCancelledRequestEnds() async throws {
    bucket.fail("GET", with: Response("200 OK", "Content-Length: 9", body: [1], isHeld: true))
    let client = client
    let task = Task { try await client.get("photos/1") { _ in } }
    try await eventually { bucket.requests.count == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aTaskThatIsCancelledWhileItWaitsSendsNothingMore() async throws {
    for _ in 0..<9 { bucket.fail("GET", with: Response("503 Slow Down")) }
    let client = client
    let task = Task { try await client.get("photos/1") { _ in } }
    await clock.untilWaiting(for: .milliseconds(100))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(bucket.requests.count == 1)
  }

  @Test func waitsGrowAndHaveABound() {
    var policy = RetryPolicy { 0 }
    policy.attemptLimit = 9
    let shortest = (1...8).map { policy.delay(after: $0) }
    #expect(shortest == [50, 100, 200, 400, 800, 1_000, 1_000, 1_000].map { .milliseconds($0) })
    policy.random = { 1 }
    #expect(policy.delay(after: 1) == .milliseconds(100))
    #expect(policy.delay(after: 100) == .seconds(2))
  }
}
