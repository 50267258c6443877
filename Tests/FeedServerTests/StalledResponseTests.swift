import FeedModel
import FeedServer
import FeedStore
import Foundation
import Testing
import TestSupport

/// Clients that do not take what they asked for.
@Suite struct StalledResponseTests {
  private static let paths = [LiveServer.largeArticle, "/v1/export/trend_articles?format=csv"]

  @Test(arguments: paths)
  func aClientThatTakesNothingLosesTheConnection(path: String) async throws {
    try await LiveServer.run(configure: { $0.limits.responseTimeout = .milliseconds(300) }) {
      server in
      try await server.enlargeArticle()
      let connection = try RawConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      try await eventually { try server.exposition()["tanada_http_connections"] == 1 }
      try await eventually { try server.exposition()["tanada_http_connections"] == 0 }
      #expect(await connection.countToEnd() < LiveServer.largeSize)
    }
  }

  /// Slower than the timeout would allow for the whole, but never without progress.
  @Test(arguments: paths)
  func aClientThatTakesItSlowlyGetsAllOfIt(path: String) async throws {
    try await LiveServer.run(configure: {
      $0.limits.responseTimeout = .seconds(1)
      $0.limits.idleTimeout = .seconds(1)
    }) { server in
      try await server.enlargeArticle()
      let connection = try RawConnection(port: server.port)
      let start = ContinuousClock.now
      connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(await connection.countToEnd(taking: 256 << 10, pause: 0.1) > LiveServer.largeSize)
      #expect(ContinuousClock.now - start > .seconds(2))
    }
  }

  @Test func aStreamOfEventsKeepsItsOwnRule() async throws {
    try await LiveServer.run(configure: { $0.limits.responseTimeout = .milliseconds(200) }) {
      server in
      let connection = try RawConnection(port: server.port)
      connection.send("GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
      try await eventually { await server.events.clientCount == 1 }
      let name = String(repeating: "x", count: LiveServer.largeSize)
      _ = try await server.store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.setComposition("{}", of: name)
      }
      // Until the event is on its way.
      #expect(await connection.read { $0.contains("id: 2") }.contains("id: 2"))
      try await Task.sleep(for: .seconds(1))
      #expect(try server.exposition()["tanada_http_connections"] == 1)
      connection.close()
    }
  }
}
