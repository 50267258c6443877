import FeedStore
import FeedHTTP
import FeedServer
import Foundation
import Synchronization
import Testing
import TestSupport

@Suite struct RateLimitTests {
  @Test func aBucketIsEmptiedAtOnceAndFilledEvenly() {
    let limiter = RefilledBudget(4, in: .seconds(1))
    let clock = TestClock(SampleContent.committedAt)
    let first = (0..<6).map { _ in limiter.take(by: .token(1), at: clock.uptime) }
    #expect(first.map(\.isAllowed) == [true, true, true, true, false, false])
    #expect(first.map(\.remaining) == [3, 2, 1, 0, 0, 0])
    #expect(first[4].untilNext == .milliseconds(250))
    #expect(first[4].untilFull == .seconds(1))
    #expect(
      limiter.take(by: .token(2), at: clock.uptime).isAllowed, "others have buckets of their own")
    clock.advance(by: .milliseconds(249))
    #expect(!limiter.take(by: .token(1), at: clock.uptime).isAllowed)
    clock.advance(by: .milliseconds(1))
    let second = (0..<2).map { _ in limiter.take(by: .token(1), at: clock.uptime).isAllowed }
    #expect(second == [true, false])
    clock.advance(by: .seconds(60))
    #expect(limiter.take(by: .token(1), at: clock.uptime).remaining == 3)
  }

  /// Over any time, no more than the rate and one bucket.
  @Test(arguments: [1, 3, 7, 600, 999_999])
  func nobodyGetsMoreThanTheRate(limit: Int) {
    let limiter = RefilledBudget(limit, in: .seconds(1))
    let clock = TestClock(SampleContent.committedAt)
    let step = Duration.nanoseconds(Int64(3_000_000_000) / 10_000)
    var allowed = 0
    for _ in 0..<10_000 {
      for _ in 0..<(limit < 100 ? 1 : 2)
      where limiter.take(by: .token(1), at: clock.uptime).isAllowed { allowed += 1 }
      clock.advance(by: step)
    }
    #expect(allowed <= 4 * limit + 1)
    #expect(allowed >= min(3 * limit, 10_000))
  }

  @Test func whatIsFullIsForgottenAndNothingElse() {
    let limiter = RefilledBudget(2, in: .seconds(1))
    let clock = TestClock(SampleContent.committedAt)
    for subject in 0..<10_000 { _ = limiter.take(by: .token(subject), at: clock.uptime) }
    #expect(limiter.count == 10_000)
    clock.advance(by: .milliseconds(999))
    for subject in 0..<10_000 { _ = limiter.take(by: .token(subject), at: clock.uptime) }
    clock.advance(by: .milliseconds(2))
    #expect(
      limiter.take(by: .token(1), at: clock.uptime).remaining == 0, "one was taken a moment ago")
    clock.advance(by: .seconds(1))
    _ = limiter.take(by: .token(-1), at: clock.uptime)
    clock.advance(by: .seconds(1))
    _ = limiter.take(by: .token(-1), at: clock.uptime)
    #expect(limiter.count <= 2)
  }

  @Test func anyNumberOfSubjectsTakesBoundedMemory() {
    let limiter = RefilledBudget(100, in: .seconds(1))
    let clock = TestClock(SampleContent.committedAt)
    for subject in 0..<(5 * RefilledBudget.capacity) {
      _ = limiter.take(by: .token(subject), at: clock.uptime)
    }
    #expect(limiter.count <= 2 * RefilledBudget.capacity)
  }

  @Test(
    .server(configure: {
      $0.http.limits.readsPerSecond = 3
    })) func readsAboveTheRateAreRefusedUntilThereIsTimeAgain() async throws
  {
    for remaining in [2, 1, 0] {
      // An address nobody has made, a problem and a document count alike.
      let answer = try await server.get(["/nope", "/v1/feeds/home", "/metrics"][remaining])
      #expect(answer.status != 429)
      #expect(answer.header("RateLimit-Policy") == #""reads";q=3;w=1"#)
      #expect(answer.header("RateLimit") == #""reads";r=\#(remaining);t=1"#)
    }
    let refused = try await server.get("/v1/feeds/home", is: 429)
    #expect(refused.header("Content-Type") == "application/problem+json")
    #expect(refused.header("Retry-After") == "1")
    #expect(refused.header("RateLimit") == #""reads";r=0;t=1"#)
    #expect(try refused.object()["code"] as? String == "rate_limited")
    try await server.get("/healthz", is: 200)
    try await server.send("OPTIONS", "/v1/feeds/home", is: 204)
    server.clock.advance(by: .seconds(1))
    try await server.get("/v1/feeds/home", is: 200)
  }

  @Test(
    .server(configure: {
      $0.http.limits.readsPerSecond = 2
      $0.http.limits.writesPerSecond = 1
    })) func writesHaveARateOfTheirOwn() async throws
  {
    try await server.send("DELETE", "/v1/feeds/home", is: 401)
    let refused = try await server.send("DELETE", "/v1/feeds/home", is: 429)
    #expect(refused.header("RateLimit-Policy") == #""writes";q=1;w=1"#)
    // A layout of what the client sends changes nothing.
    let layout = try await server.send("POST", "/v1/layouts/shelf", body: Data("[]".utf8), is: 200)
    #expect(layout.header("RateLimit") == #""reads";r=1;t=1"#)
  }

  /// Who guesses tokens is an address like any other.
  @Test(
    .server(configure: {
      $0.http.limits.readsPerSecond = 2
      $0.http.limits.writesPerSecond = 1
    }),
    arguments: [
      ("/v1/feeds/home", "Bearer tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
      ("/v1/feeds/home", "Basic YTpi"), ("/v1/feeds/home?access_token=a", nil),
    ] as [(String, String?)])
  func refusedTokensCountByAddress(path: String, authorization: String?) async throws {
    var headers: [String: String] = [:]
    headers["Authorization"] = authorization
    for remaining in [1, 0] {
      let answer = try await server.get(path, headers)
      #expect((400...401).contains(answer.status))
      #expect(answer.header("RateLimit") == #""reads";r=\#(remaining);t=1"#)
    }
    try await server.get(path, headers, is: 429)
    try await server.get("/v1/feeds/home", is: 429)
    let write = try await server.send("DELETE", path, headers)
    #expect((400...401).contains(write.status))
    try await server.send("DELETE", path, headers, is: 429)
  }

  /// Neither a token that is accepted nor one that is not is looked for beyond the rate.
  @Test(arguments: [true, false])
  func beyondTheRateNothingIsReadForAToken(isAccepted: Bool) async throws {
    let folder = try TemporaryFolder()
    try await SampleDatabase.copy(to: folder.path("test.sqlite"))
    let store = ObservedStore(try TestStore.open(folder.path("test.sqlite")))
    try await LiveServer.run(
      configure: {
        $0.http.limits.readsPerSecond = 3
        $0.http.limits.writesPerSecond = 2
      }, store: store
    ) { server in
      let headers =
        isAccepted
        ? try await server.bearer(.viewer)
        : ["Authorization": "Bearer tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
      let reads = Mutex(0)
      store.observe { access in if access == .read { reads.withLock { $0 += 1 } } }
      let client = LocalClient(application: server.application)
      var statuses: [Int] = []
      for _ in 0..<10 { statuses.append(try await client.get("/nope", headers: headers).status) }
      #expect(statuses.suffix(7) == Array(repeating: 429, count: 7)[...])
      #expect(reads.withLock { $0 } == 3)
      for _ in 0..<10 {
        statuses.append(try await client.send("DELETE", "/v1/feeds/none", headers: headers).status)
      }
      #expect(statuses[10..<12].allSatisfy { [401, 403].contains($0) })
      #expect(statuses.suffix(8) == Array(repeating: 429, count: 8)[...])
      #expect(reads.withLock { $0 } == 5)
    }
  }

  /// Tokens of one address have a rate each, however they are written.
  @Test(.server(configure: { $0.http.limits.writesPerSecond = 4 })) func eachTokenHasARateOfItsOwn()
    async throws
  {
    func write(_ authorization: String?) async throws -> TestClient.Response {
      let headers = ["Authorization": try #require(authorization)]
      return try await server.send("DELETE", "/v1/feeds/none", headers)
    }
    let (anna, ben) = (
      try await server.bearer(.viewer)["Authorization"],
      try await server.bearer(.viewer, name: "Ben")["Authorization"]
    )
    for remaining in [3, 2, 1, 0] {
      let answer = try await write(anna)
      #expect(answer.status == 403)
      #expect(answer.header("RateLimit") == #""writes";r=\#(remaining);t=1"#)
    }
    #expect(try await write(anna).status == 429)
    #expect(try await write(anna?.replacing("Bearer ", with: "bearer  ")).status == 429)
    #expect(try await write(ben).status == 403)
  }

  @Test(.server) func withoutLimitsNothingIsCounted() async throws {
    let answer = try await server.get("/v1/feeds/home")
    #expect(answer.header("RateLimit") == nil)
  }

  /// Who is counted, behind proxies that append whom they heard.
  @Test(arguments: [
    ("none", ["1.1.1.1"], ["2.2.2.2"], false), ("127.0.0.1", ["1.1.1.1"], ["2.2.2.2"], true),
    ("127.0.0.0/8, 10.0.0.0/8", ["6.6.6.6, 1.1.1.1, 10.1.2.3"], ["6.6.6.6, 2.2.2.2"], true),
    ("127.0.0.1", ["6.6.6.6, 1.1.1.1"], ["7.7.7.7, 1.1.1.1"], false),
    ("127.0.0.1", ["nonsense"], ["other nonsense"], false),
    ("127.0.0.1", ["2001:db8:1:2::3"], ["2001:db8:1:2:ffff::4"], false),
    ("127.0.0.1", ["2001:db8:1:2::3"], ["2001:db8:1:3::3"], true),
    ("127.0.0.1", ["[2001:db8:1:2::3]:80"], ["2001:db8:1:2::3"], false),
    ("127.0.0.1", ["1.1.1.1:80"], ["1.1.1.1"], false),
    ("10.0.0.0/8", ["1.1.1.1"], ["2.2.2.2"], false),
  ])
  func onlyTrustedProxiesSayWhoAsks(
    proxies: String, first: [String], second: [String], areTwo: Bool
  ) async throws {
    let ranges = proxies == "none" ? AddressRanges.none : try #require(AddressRanges(proxies))
    try await LiveServer.run(
      publishes: false,
      configure: {
        $0.http.limits.readsPerSecond = 1
        $0.http.trustedProxies = ranges
        $0.metricsAccess = .everyone
      }
    ) { server in
      let one = try await server.get("/metrics", ["X-Forwarded-For": first.joined(separator: ", ")])
      let other = try await server.get(
        "/metrics", ["X-Forwarded-For": second.joined(separator: ", ")])
      #expect(one.status == 200)
      #expect(other.status == (areTwo ? 200 : 429))
    }
  }

  @Test(arguments: [
    "", "10.0.0.0/33", "10.0.0.0/", "::1/129", "localhost", "1.2.3.4,", "1.2.3.4/-1",
  ])
  func whatIsNoRangeOfAddressesIsRefused(text: String) {
    #expect(AddressRanges(text) == nil)
  }

  @Test(.listening(publishes: false, configure: { $0.http.limits.connections = 1 }))
  func connectionsAboveTheLimitWaitForOneToClose() async throws {
    let request = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"
    let first = try RawConnection(port: server.port)
    first.send(request)
    // The last line of the page.
    _ = await first.read { $0.contains("\ntanada_work_waiting 0\n") }
    let second = try RawConnection(port: server.port)
    second.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    for _ in 0..<20 {
      first.send(request)
      let page = await first.read { $0.contains("\ntanada_work_waiting 0\n") }
      #expect(page.contains("\ntanada_http_connections 1\n"))
    }
    first.close()
    #expect(await second.readToEnd().hasPrefix("HTTP/1.1 200 OK\r\n"))
  }
}
