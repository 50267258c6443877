import FeedLayout
import Foundation
import TanadaClient
import Testing

@Suite("Loading")
struct LoadingTests {
  private let query = FeedQuery(
    width: 390.7, textSize: 1.5, direction: .rightToLeft, locale: "en-GB")

  private func client(
    _ server: LoopbackServer, store: DocumentStore? = nil, waiting: WaitingPolicy = WaitingPolicy()
  ) -> FeedClient {
    var configuration = FeedClient.Configuration(base: server.base, store: store)
    configuration.waiting = waiting
    return FeedClient(configuration)
  }

  @Test("the address says everything about the screen, and the version of the client")
  func asks() async throws {
    let server = try LoopbackServer { _, _ in .init(body: Fixtures.document().description) }
    _ = try await client(server).load("summer", query)
    let path = try #require(server.requests.first?.path)
    #expect(
      path == "/v1/feeds/summer?width=390&text_size=1.5&direction=rtl&locale=en-GB&max_version=2")
  }

  @Test("a document that is still good is the kept one, by its tag")
  func revalidates() async throws {
    let server = try LoopbackServer { request, _ in
      request.headers["if-none-match"] == "\"one\""
        ? .init(status: 304)
        : .init(headers: ["ETag": "\"one\""], body: Fixtures.document(revision: 5).description)
    }
    let store = DocumentStore(folder: Fixtures.folder())
    let first = try await client(server, store: store).load("home", query)
    let second = try await client(server, store: store).load("home", query)
    #expect(first.document == second.document && second.document.revision == 5)
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"one\""])
  }

  @Test("a damaged answer is an error, and does not replace the last good document")
  func keepsLastGood() async throws {
    let server = try LoopbackServer { _, number in
      .init(body: number == 1 ? Fixtures.document().description : "{\"sections\":")
    }
    let client = client(server, store: DocumentStore(folder: Fixtures.folder()))
    let loaded = try await client.load("home", query)
    await #expect(throws: FeedError.self) { try await client.load("home", query) }
    #expect(await client.lastGood("home", query)?.document == loaded.document)
  }

  @Test("without an answer: the kept document, and then the error; at first the bundled document")
  func isOffline() async throws {
    let server = try LoopbackServer { _, _ in .init(body: Fixtures.document().description) }
    let file = Fixtures.folder().appendingPathExtension("json")
    try Fixtures.document(revision: 0).data.write(to: file)
    var configuration = FeedClient.Configuration(
      base: server.base, store: DocumentStore(folder: Fixtures.folder()))
    configuration.bundled = ["home": file]
    configuration.waiting = Pauses().policy(attempts: 2)
    let client = FeedClient(configuration)
    #expect(await client.lastGood("home", query)?.source == .bundle)
    #expect(await client.lastGood("summer", query) == nil)
    _ = try await client.load("home", query)
    server.stop()
    var sources: [LoadedFeed.Source] = []
    let error = await #expect(throws: FeedError.self) {
      for try await loaded in client.feed("home", query) { sources.append(loaded.source) }
    }
    #expect(sources == [.store])
    #expect(error?.status == 0 && error?.mayPass == true)
  }

  @Test("a server that is busy is asked again after as long as it says")
  func waits() async throws {
    let server = try LoopbackServer { _, number in
      guard number < 3 else { return .init(body: Fixtures.document().description) }
      var reply = Fixtures.problem(503, "server_busy")
      if number == 1 { reply.headers["Retry-After"] = "7" }
      return reply
    }
    let pauses = Pauses()
    _ = try await client(server, waiting: pauses.policy()).load("home", query)
    #expect(await pauses.all == [.seconds(7), .seconds(2)])
    #expect(server.requests.count == 3)
  }

  @Test(
    "how long a server asks to wait: in seconds or until a date, at most a day",
    arguments: [
      ("7", Duration.seconds(7)), (" 0.5 ", .milliseconds(500)), ("1e25", .seconds(86_400)),
      ("inf", .seconds(86_400)), ("Thu, 01 Jan 2026 00:00:07 GMT", .seconds(7)),
      ("Wed, 31 Dec 2025 23:59:59 GMT", .zero),
      ("Fri, 01 Jan 2027 00:00:00 GMT", .seconds(86_400)), ("-1", nil), ("nan", nil), ("soon", nil),
    ])
  func readsRetryAfter(_ text: String, _ pause: Duration?) async throws {
    let server = try LoopbackServer { _, _ in
      var reply = Fixtures.problem(503, "server_busy")
      reply.headers["Retry-After"] = text
      return reply
    }
    var configuration = FeedClient.Configuration(base: server.base)
    configuration.waiting.attempts = 1
    configuration.now = { Date(timeIntervalSince1970: 1_767_225_600) }
    let client = FeedClient(configuration)
    let error = await #expect(throws: FeedError.self) { try await client.load("home", query) }
    #expect(error?.retryAfter == pause)
  }

  @Test("what cannot pass is not tried again, and says why")
  func refuses() async throws {
    let server = try LoopbackServer { _, _ in Fixtures.problem(404, "not_found") }
    let pauses = Pauses()
    let error = await #expect(throws: FeedError.self) {
      try await client(server, waiting: pauses.policy()).load("nothing", query)
    }
    guard case .problem(let problem) = error else {
      Issue.record("expected a problem, found \(String(describing: error))")
      return
    }
    #expect(problem.code == "not_found" && problem.status == 404 && problem.requestID == "r-1")
    #expect(problem.errors.map(\.pointer) == ["/a"] && problem.errors.map(\.detail) == ["wrong"])
    #expect(await pauses.all.isEmpty && server.requests.count == 1)
  }

  @Test("a pause grows, is never shorter than asked for, and up to a half longer by chance")
  func pauses() {
    let still = WaitingPolicy(firstPause: .seconds(1), longestPause: .seconds(5), random: { 0 })
    #expect((1...5).map { still.pause(afterFailure: $0) } == [1, 2, 4, 5, 5].map { .seconds($0) })
    #expect(still.pause(afterFailure: 1, retryAfter: .seconds(90)) == .seconds(90))
    let late = WaitingPolicy(firstPause: .seconds(4), random: { 1 })
    #expect(late.pause(afterFailure: 1) == .seconds(6))
  }
}

@Suite("Variants and pages")
struct VariantAndPageTests {
  private let query = FeedQuery(
    width: 390, facts: ClientFacts(platform: "ios", appVersion: "3.1", audiences: ["a", "b"]))

  @Test("a variant is asked for once, and once more when it is gone")
  func asksAgain() async throws {
    let server = try LoopbackServer { request, number in
      if request.path.contains("/variant?") {
        return .init(body: "{\"variant\":\"v\(number)\",\"expires_at\":null}")
      }
      return request.path.contains("variant=v1&") && number > 3
        ? Fixtures.problem(410, "variant_gone") : .init(body: Fixtures.document().description)
    }
    let client = FeedClient(base: server.base)
    for _ in 0..<3 { _ = try await client.load("home", query) }
    #expect(
      server.requests.map { $0.path.replacingOccurrences(of: "&max_version=2", with: "") } == [
        "/v1/feeds/home/variant?platform=ios&app_version=3.1&audience=a,b",
        "/v1/feeds/home?width=390&variant=v1", "/v1/feeds/home?width=390&variant=v1",
        "/v1/feeds/home?width=390&variant=v1",
        "/v1/feeds/home/variant?platform=ios&app_version=3.1&audience=a,b",
        "/v1/feeds/home?width=390&variant=v5",
      ])
  }

  @Test("a variant that is gone again and again is an error")
  func givesUp() async throws {
    let server = try LoopbackServer { request, _ in
      request.path.contains("/variant?")
        ? .init(body: "{\"variant\":\"v\"}") : Fixtures.problem(410, "variant_gone")
    }
    await #expect(throws: FeedError.self) {
      try await FeedClient(base: server.base).load("home", query)
    }
    #expect(server.requests.count == 4)
  }

  @Test("a variant that has expired is asked for again")
  func expires() async throws {
    let server = try LoopbackServer { request, _ in
      request.path.contains("/variant?")
        ? .init(body: "{\"variant\":\"v\",\"expires_at\":\"2026-01-01T00:00:00.000Z\"}")
        : .init(body: Fixtures.document().description)
    }
    let clock = TestClock()
    var configuration = FeedClient.Configuration(base: server.base)
    configuration.now = { clock.tick() }
    let client = FeedClient(configuration)
    let loaded = try await client.load("home", query)
    #expect(loaded.expiresAt == Date(timeIntervalSince1970: 1_767_225_600))
    configuration.now = { Date(timeIntervalSince1970: 1_767_225_600) }
    let later = FeedClient(configuration)
    for _ in 0..<2 { _ = try await later.load("home", query) }
    _ = try await client.load("home", query)
    let asked = server.requests.filter { $0.path.contains("/variant?") }
    #expect(asked.count == 3 && server.requests.count == 7)
  }

  @Test("pages go on in the section's layout, and what is below moves down")
  func appends() async throws {
    let pages: [String: JSONValue] = [
      "/v1/page?2": [
        "section": Fixtures.section("first", y: 0, ids: [5, 6], from: 3), "next": "/v1/page?3",
      ],
      "/v1/page?3": [
        "section": Fixtures.section("first", y: 0, ids: [1], from: 5), "next": .null,
      ],
    ]
    let server = try LoopbackServer { request, _ in
      pages[request.path].map { .init(body: $0.description) } ?? Fixtures.problem(404, "not_found")
    }
    let client = FeedClient(base: server.base)
    var document = try FeedDocument(Fixtures.document(next: "/v1/page?2"))
    let before = document
    var count = 0
    while case .loaded(let more) = try await client.nextPage(of: "first", in: document) {
      document = more
      count += 1
    }
    #expect(count == 2)
    let section = try #require(document.section("first"))
    // An item that has moved to a later page is there.
    #expect(section.items.compactMap { $0?.id } == [2, 3, 5, 6, 1])
    #expect(section.entries.map(\.frame.y) == [0, 100, 100, 200, 200])
    #expect(section.frame.height == 300 && section.next == nil)
    #expect(
      document.section("second")?.frame.y == before.section("second").map { $0.frame.y + 100 })
    #expect(document.contentSize.height == before.contentSize.height + 100)
  }

  @Test("content that is no longer kept asks for the screen again")
  func isGone() async throws {
    let server = try LoopbackServer { _, _ in Fixtures.problem(410, "revision_pruned") }
    let document = try FeedDocument(Fixtures.document(next: "/v1/page?2"))
    let next = try await FeedClient(base: server.base).nextPage(of: "first", in: document)
    #expect(next == .gone)
    #expect(try await FeedClient(base: server.base).nextPage(of: "second", in: document) == .end)
  }
}
