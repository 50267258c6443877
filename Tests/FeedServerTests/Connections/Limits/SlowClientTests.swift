import FeedModel
import FeedServer
import FeedStore
import Foundation
import Testing
import TestSupport

/// Clients that send requests or receive responses too slowly.
@Suite struct SlowClientTests {
  // MARK: - Requests

  @Test(arguments: [
    "G", "GET /healthz HTTP/1.1\r\nHost: a\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ",
    "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n",
    "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n[{",
    "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n",
  ])
  func aRequestThatStopsOnItsWayIsAnsweredAndTheConnectionCloses(request: String) async throws {
    try await LiveServer.run(configure: { $0.limits.requestTimeout = .milliseconds(300) }) {
      let connection = try RawConnection(port: $0.port)
      connection.send(request)
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer)")
      #expect(answer.lowercased().contains("connection: close\r\n"))
      #expect(answer.contains("Content-Type: application/problem+json\r\n"))
      #expect(answer.contains("X-Request-ID: "))
      #expect(answer.contains(#""code":"request_timeout""#))
    }
  }

  /// The server's clock stands still, and that of its event loops goes on.
  @Test func aRequestOnItsWayKeepsNoEventLoopBusy() async throws {
    let uptime = ManualUptime()
    try await LiveServer.run(configure: { $0.uptime = { uptime.now } }) { server in
      let slow = try (0..<8).map { _ in try RawConnection(port: server.port) }
      for connection in slow {
        connection.send("POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n[")
      }
      for _ in 0..<8 { #expect(try await server.client.get("/healthz").status == 200) }
      for connection in slow {
        connection.send("]")
        #expect(await connection.read { $0.hasSuffix("}") }.hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }
  }

  /// A byte now and then keeps the connection busy, but not open.
  @Test(arguments: [
    ("GET /healthz HTTP/1.1\r\nHost: a\r\n", "X-Slow: 1\r\n"),
    ("POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n[", " "),
  ])
  func aRequestThatTricklesInIsCutShort(beginning: String, more: String) async throws {
    try await LiveServer.run(configure: { $0.limits.requestTimeout = .milliseconds(500) }) {
      let connection = try RawConnection(port: $0.port)
      connection.send(beginning)
      let trickle = Task {
        while !Task.isCancelled {
          connection.send(more)
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      let answer = await connection.readToEnd()
      trickle.cancel()
      #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer)")
    }
  }

  /// A fast beginning of a body does not extend the timeout for a later stall.
  @Test func aBodyThatStallsEndsHoweverMuchOfItThereIs() async throws {
    try await LiveServer.run(
      maximumBodySize: 8 << 20, configure: { $0.limits.requestTimeout = .milliseconds(300) }
    ) {
      let connection = try RawConnection(port: $0.port)
      connection.send(
        "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n"
          + String(repeating: " ", count: 1_000_000))
      // By the average since the beginning, it would have 1,000 s.
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer)")
    }
  }

  @Test func aConnectionWithoutARequestIsClosedWithoutAWord() async throws {
    try await LiveServer.run(configure: { $0.limits.idleTimeout = .milliseconds(300) }) {
      let silent = try RawConnection(port: $0.port)
      #expect(await silent.readToEnd().isEmpty)
      let used = try RawConnection(port: $0.port)
      used.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = await used.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix(#"{"status":"ok"}"#))
    }
  }

  /// A body that is answered before it is read does not keep the server reading.
  @Test func aBodyThatNobodyWantsEndsTheConnection() async throws {
    try await LiveServer.run(configure: { $0.limits.requestTimeout = .milliseconds(300) }) {
      let connection = try RawConnection(port: $0.port)
      connection.send("POST /nope HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n[")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 404 Not Found\r\n"), "\(answer)")
    }
  }

  @Test func aBodyThatIsTooLargeIsNotReadToItsEnd() async throws {
    try await LiveServer.run(maximumBodySize: 1_000) {
      let connection = try RawConnection(port: $0.port)
      connection.send(
        "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n[")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
      #expect(answer.lowercased().contains("connection: close\r\n"))
    }
  }

  @Test func requestsOneAfterTheOtherOnAConnectionAreAllAnswered() async throws {
    try await LiveServer.run(configure: { $0.limits.requestTimeout = .milliseconds(300) }) {
      let connection = try RawConnection(port: $0.port)
      let body = #"[{"id":1}]"#
      let post =
        "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n"
      connection.send(post + body + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      let answers = await connection.read { $0.hasSuffix(#"{"status":"ok"}"#) }
      #expect(answers.matches(of: /HTTP\/1.1 200 OK/).count == 2, "\(answers)")
    }
  }

  @Test func aHeadThatIsTooLargeIsRefused() async throws {
    try await LiveServer.run(configure: { $0.limits.headerSize = 2_000 }) {
      for head in [
        "GET /healthz HTTP/1.1\r\nX-Long: \(String(repeating: "a", count: 3_000))\r\n\r\n",
        "GET /\(String(repeating: "a", count: 3_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
      ] {
        let connection = try RawConnection(port: $0.port)
        connection.send(head)
        let answer = await connection.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 431 "), "\(answer)")
        #expect(answer.contains(#""code":"header_too_large""#))
      }
    }
  }

  // MARK: - Responses

  private static let largePaths = [LiveServer.largeArticle, "/v1/export/trend_articles?format=csv"]

  @Test(arguments: largePaths)
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
  @Test(arguments: largePaths)
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
