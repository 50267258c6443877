import FeedLayout
import Foundation
import TanadaClient
import Testing

@Suite("The last good document where there is none of the same address")
struct LastGoodTests {
  private let folder = Fixtures.folder()
  /// One clock for all starts of an app: documents of one time have no order.
  private let clock = TestClock()

  /// A server whose documents have the numbers of their requests as revisions, and that names one variant.
  private func server() throws -> LoopbackServer {
    try LoopbackServer { request, number in
      request.path.contains("/variant?")
        ? .init(body: "{\"variant\":\"v1\",\"expires_at\":null}")
        : .init(body: Fixtures.document(revision: number).description)
    }
  }

  private func client(_ server: LoopbackServer) -> FeedClient {
    FeedClient(
      base: server.base, store: DocumentStore(folder: folder, now: { [clock] in clock.tick() }))
  }

  private static let facts = ClientFacts(platform: "ios", appVersion: "1", audiences: ["a"])

  @Test(
    "the best one of the same reader",
    arguments: [
      // The nearest width, though another one was used later.
      ([FeedQuery(width: 390), FeedQuery(width: 1000)], FeedQuery(width: 400), 1),
      // The same language before the same width.
      (
        [FeedQuery(width: 800, locale: "ja"), FeedQuery(width: 390, locale: "en")],
        FeedQuery(width: 390, locale: "ja"), 1
      ),
      // Another language before none.
      ([FeedQuery(width: 390, locale: "en")], FeedQuery(width: 390, locale: "ja"), 1),
      // Of two that are as good, the one that was used last.
      (
        [FeedQuery(width: 390, locale: "en"), FeedQuery(width: 390, locale: "fr")],
        FeedQuery(width: 390, locale: "ja"), 2
      ),
      // The direction before the width.
      (
        [FeedQuery(width: 700, direction: .rightToLeft), FeedQuery(width: 390)],
        FeedQuery(width: 390, textSize: 2, direction: .rightToLeft), 1
      ),
    ])
  func chooses(_ kept: [FeedQuery], _ wanted: FeedQuery, _ revision: Int) async throws {
    let server = try server()
    for query in kept { _ = try await client(server).load("home", query) }
    #expect(await client(server).lastGood("home", wanted)?.document.revision == revision)
    #expect(await client(server).lastGood("summer", wanted) == nil)
  }

  @Test("the same variant at the next start, and that of another version of the app")
  func findsVariant() async throws {
    let server = try server()
    let query = FeedQuery(width: 390, facts: Self.facts)
    let loaded = try await client(server).load("home", query)
    #expect(await client(server).lastGood("home", query)?.document == loaded.document)
    var updated = Self.facts
    updated.appVersion = "2"
    let later = FeedQuery(width: 390, facts: updated)
    #expect(await client(server).lastGood("home", later)?.document == loaded.document)
  }

  @Test(
    "never that of another audience or another key",
    arguments: [
      ClientFacts(), ClientFacts(platform: "ios", appVersion: "1", audiences: ["b"]),
      ClientFacts(platform: "ios", appVersion: "1", audiences: ["a"], key: "k"),
    ])
  func keepsReadersApart(_ other: ClientFacts) async throws {
    let server = try server()
    _ = try await client(server).load("home", FeedQuery(width: 390, facts: Self.facts))
    let wanted = FeedQuery(width: 390, facts: other)
    #expect(await client(server).lastGood("home", wanted) == nil)
  }

  @Test("one that cannot be read is passed over")
  func passesOver() async throws {
    let server = try server()
    _ = try await client(server).load("home", FeedQuery(width: 390))
    let first = try #require(try files().first)
    _ = try await client(server).load("home", FeedQuery(width: 800))
    let second = try #require(try files().first { $0 != first })
    var damaged = try Data(contentsOf: second)
    damaged[damaged.count - 2] ^= 1
    try damaged.write(to: second)
    let kept = await client(server).lastGood("home", FeedQuery(width: 810))
    #expect(kept?.document.revision == 1)
  }

  @Test("without a store, the last answer is asked for changes of as long as the client lives")
  func keepsInMemory() async throws {
    let server = try LoopbackServer { request, _ in
      request.headers["if-none-match"] == "\"one\""
        ? .init(status: 304)
        : .init(headers: ["ETag": "\"one\""], body: Fixtures.document(revision: 5).description)
    }
    let client = FeedClient(base: server.base)
    let query = FeedQuery(width: 390)
    let first = try await client.load("home", query)
    #expect(try await client.load("home", query).document == first.document)
    _ = try await client.load("home", FeedQuery(width: 400))
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"one\"", nil])
    #expect(await client.lastGood("home", FeedQuery(width: 400)) != nil)
    #expect(await client.lastGood("home", query) == nil)
  }

  private func files() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }
}
