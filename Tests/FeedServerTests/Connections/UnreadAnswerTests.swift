import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Answers that nobody reads, on many connections: they count in the memory budget, and have an end.
@Suite struct UnreadAnswerTests {
  /// A feed whose document is larger than what systems take of an answer by themselves.
  private static let large = #"""
    {"sections":[
      {"id":"a","kind":"featured_topics","title":"A","limit":1000},
      {"id":"b","kind":"featured_topics","title":"B","limit":1000}]}
    """#

  private static func addLargeFeed(
    to store: any FeedStore, _ folder: TemporaryFolder
  ) async throws {
    try await store.write { transaction in
      for id in 1...1_000 { _ = try transaction.upsert(try TestContent.topic(id)) }
      _ = try transaction.setComposition(large, of: "large")
    }
  }

  private static func connection() throws -> RawConnection {
    try RawConnection(port: server.port, receiveBufferSize: 4_096)
  }

  private static func used() async throws -> Double {
    try await server.metricsPage()["tanada_client_memory_bytes"] ?? -1
  }

  /// However many requests are sent at once, no more is made than the connection takes.
  @Test(.listening, arguments: ["/v1/feeds/home?width=391", "/v1/content/recent_news?limit=100"])
  func answersAreMadeForWhoReadsThem(path: String) async throws {
    let size = try await server.get(path).body.count
    let count = 4_000_000 / size
    let connection = try Self.connection()
    connection.send(
      String(repeating: "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n", count: min(count, 150)))
    try await eventually { try await Self.used() > 0 }
    let held = try await Self.used()
    // The buffer of a connection, and one answer beyond.
    #expect(held <= Double(128 << 10 + size + 1_024), "\(held)")
    connection.close()
    try await eventually { try await Self.used() == 0 }
  }

  @Test(.listening) func pipelinedRequestsAreAllAnsweredToWhoReadsLater() async throws {
    let connection = try Self.connection()
    let paths = ["/v1/feeds/home", "/v1/content/recent_news/1", "/nope"]
    let requests = (0..<60).map { "GET \(paths[$0 % 3]) HTTP/1.1\r\nHost: a\r\n\r\n" }
    connection.send(requests.joined())
    try await eventually { try await Self.used() > 0 }
    connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let answer = await connection.readToEnd()
    let statuses = answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
    #expect(statuses == Array(repeating: ["200", "200", "404"], count: 20).joined() + ["200"])
    try await eventually { try await Self.used() == 0 }
  }

  /// The bytes of a published document are there once, however many connections wait for them.
  @Test(.listening(prepare: addLargeFeed)) func connectionsShareAPublishedDocument() async throws {
    let size = try await server.get("/v1/feeds/large").body.count
    try #require(size > 400_000)
    let connections = try (0..<12).map { number in
      let connection = try Self.connection()
      // No two requests have the same bytes.
      connection.send("GET /v1/feeds/large HTTP/1.1\r\nHost: a\r\nX-Number: \(number)\r\n\r\n")
      return connection
    }
    for connection in connections {
      #expect(await connection.readBytes { $0.count > 100 }.count > 100)
    }
    let used = try await Self.used()
    // The heads wait no longer.
    #expect(used >= Double(size) && used < Double(size + 12 * 1_024), "\(used)")
    for connection in connections { connection.close() }
    try await eventually { try await Self.used() == 0 }
  }

  /// One address has half of the memory: what is beyond is closed, and the others are answered.
  @Test(.listening(configure: { $0.http.limits.clientMemory = 1 << 20 }))
  func connectionsBeyondTheBudgetAreClosed() async throws {
    // Small enough for each connection to have its own bytes.
    let path = "/v1/feeds/home/sections/favorite_scenes?width=391"
    try #require(try await server.get(path).body.count < 64 << 10)
    let request = "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
    let connections = try (0..<20).map { _ in
      let connection = try Self.connection()
      connection.send(String(repeating: request, count: 20))
      return connection
    }
    try await eventually {
      let metrics = try await server.metricsPage()
      return metrics[#"tanada_refused_requests_total{reason="memory_client"}"#] ?? 0 > 0
    }
    #expect(try await Self.used() <= Double(1 << 19))
    try await server.get("/healthz", is: 200)
    for connection in connections { connection.close() }
    try await eventually { try await Self.used() == 0 }
  }
}
