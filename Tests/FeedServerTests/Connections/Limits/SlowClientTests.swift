import FeedHTTP
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import Testing
import TestSupport

/// Clients that send requests or receive responses too slowly.
@Suite(.listening(publishes: false)) struct SlowClientTests {
  // MARK: - Requests

  /// The time that a request has by default.
  private static let timeout = ServerLimits().requestTimeout

  @Test(arguments: [
    "G", "GET /healthz HTTP/1.1\r\nHost: a\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ",
    "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n",
    "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n[{",
    "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n",
  ])
  func aRequestThatStopsOnItsWayIsAnsweredAndTheConnectionCloses(request: String) async throws {
    let connection = try RawConnection(port: server.port)
    connection.send(request)
    await server.clock.untilWaiting(for: Self.timeout)
    server.clock.advance(by: Self.timeout)
    let answer = await connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer)")
    #expect(answer.lowercased().contains("connection: close\r\n"))
    #expect(answer.contains("Content-Type: application/problem+json\r\n"))
    #expect(answer.contains("X-Request-ID: "))
    #expect(answer.contains(#""code":"request_timeout""#))
  }

  /// A body that goes to a file is late in the same way as one that is held in memory.
  @Test(arguments: ["/v1/import/recent_news", "/v1/photos"])
  func aFileThatStopsOnItsWayIsLateAsWell(path: String) async throws {
    let editor = try await server.bearer(.editor)
    let connection = try RawConnection(port: server.port)
    connection.send(
      "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n"
        + "Authorization: \(editor["Authorization"] ?? "")\r\n\r\n[{")
    await server.clock.untilWaiting(for: Self.timeout)
    server.clock.advance(by: Self.timeout)
    let answer = await connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer)")
  }

  /// While a request is on its way, its connection does not wait for other clients.
  @Test func aRequestOnItsWayKeepsNoEventLoopBusy() async throws {
    let slow = try (0..<8).map { _ in try RawConnection(port: server.port) }
    for connection in slow {
      connection.send("POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n[")
    }
    for _ in 0..<8 { try await server.get("/healthz", is: 200) }
    for connection in slow {
      connection.send("]")
      #expect(await connection.read { $0.hasSuffix("}") }.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test func aConnectionWithoutARequestIsClosedWithoutAWord()
    async throws
  {
    let silent = try RawConnection(port: server.port)
    let used = try RawConnection(port: server.port)
    used.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    let answer = await used.read { $0.hasSuffix(#"{"status":"ok"}"#) }
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    await server.clock.untilWaiting(2, for: server.configuration.http.limits.idleTimeout)
    server.clock.advance(by: server.configuration.http.limits.idleTimeout)
    #expect(await silent.readToEnd().isEmpty)
    #expect(await used.readToEnd().isEmpty)
  }

  /// A body that is answered before it is read does not keep the server reading.
  @Test func aBodyThatNobodyWantsEndsTheConnection() async throws {
    let connection = try RawConnection(port: server.port)
    connection.send("POST /nope HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n[")
    let answer = await connection.read { $0.hasSuffix("}") }
    #expect(answer.hasPrefix("HTTP/1.1 404 Not Found\r\n"), "\(answer)")
    await server.clock.untilWaiting(for: Self.timeout)
    server.clock.advance(by: Self.timeout)
    #expect(await connection.readToEnd().isEmpty)
  }

  @Test(.noServer) func aBodyThatIsTooLargeIsNotReadToItsEnd() async throws {
    try await LiveServer.run(listens: true, maximumBodySize: 1_000, publishes: false) {
      let connection = try RawConnection(port: $0.port)
      connection.send(
        "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n[")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
      #expect(answer.lowercased().contains("connection: close\r\n"))
    }
  }

  @Test(.noServer) func requestsOneAfterTheOtherOnAConnectionAreAllAnswered() async throws {
    try await LiveServer.run(listens: true, publishes: false) {
      let connection = try RawConnection(port: $0.port)
      let body = #"[{"id":1}]"#
      let post =
        "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n"
      connection.send(post + body + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      let answers = await connection.read { $0.hasSuffix(#"{"status":"ok"}"#) }
      #expect(answers.matches(of: /HTTP\/1.1 200 OK/).count == 2, "\(answers)")
    }
  }

  @Test(.noServer) func aHeadThatIsTooLargeIsRefused() async throws {
    try await LiveServer.run(
      listens: true, publishes: false, configure: { $0.http.limits.headerSize = 2_000 }
    ) {
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

  /// A quarter of the time after which a client that takes nothing is disconnected.
  private static let quarter = ServerLimits().responseTimeout / 4

  @Test(
    .listening(publishes: false, events: .init(heartbeat: .seconds(3_600))), arguments: largePaths)
  func aClientThatTakesNothingLosesTheConnection(path: String) async throws {
    try await server.enlargeArticle()
    let connection = try server.narrowConnection()
    connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    await server.clock.untilWaiting(for: Self.quarter)
    #expect(try server.exposition()["tanada_http_connections"] == 1)
    try await eventually {
      server.clock.advance(by: Self.quarter)
      return try server.exposition()["tanada_http_connections"] == 0
    }
    #expect(await connection.countToEnd() < LiveServer.largeSize)
  }

  /// Slower than the timeout would allow for the whole, but never without progress.
  @Test(
    .listening(publishes: false, events: .init(heartbeat: .seconds(3_600))), arguments: largePaths)
  func aClientThatTakesItSlowlyGetsAllOfIt(path: String) async throws {
    try await server.enlargeArticle()
    // The server has to send what the client reads: the buffers between the two are small.
    let connection = try server.narrowConnection()
    connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    var count = 0
    while true {
      let bytes = await connection.readBytes { $0.count >= 200_000 }
      guard !bytes.isEmpty else { break }
      count += bytes.count
      server.clock.advance(by: Self.quarter)
    }
    #expect(count > LiveServer.largeSize)
    #expect(server.clock.uptime - server.start > server.configuration.http.limits.responseTimeout)
  }

  @Test(.noServer) func aStreamOfEventsKeepsItsOwnRule() async throws {
    // Its names are longer than an entry of an index of PostgreSQL.
    try TestStore.requireFile()
    try await LiveServer.run(listens: true, events: .init(heartbeat: .seconds(3_600))) { server in
      let connection = try server.narrowConnection()
      connection.send("GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
      try await eventually { await server.events.clientCount == 1 }
      let name = String(repeating: "x", count: LiveServer.largeSize)
      try await server.store.write { transaction in
        _ = try transaction.setComposition(#"{"sections":[]}"#, of: name)
      }
      server.publisher.storeChanged()
      // Until the event is on its way.
      #expect(await connection.read { $0.contains("id: 2") }.contains("id: 2"))
      for _ in 0..<8 {
        server.clock.advance(by: Self.quarter)
        try await server.get("/healthz", is: 200)
      }
      var count = 0
      while count < LiveServer.largeSize - (1 << 16) {
        let bytes = await connection.readBytes { $0.count >= 1 << 16 }
        try #require(!bytes.isEmpty, "the connection was closed")
        count += bytes.count
      }
      connection.close()
    }
  }
}
