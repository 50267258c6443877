import FeedHTTP
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Published documents that are answered without the router, on connections with other requests and slow
/// clients.
@Suite struct DirectConnectionTests {
  private static let screen = "GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\r\n"

  /// Requests with the statuses of their responses.
  private static let requests: [(text: String, status: Int)] = [
    (screen, 200),
    ("GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n", 304),
    ("HEAD /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    ("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n", 404),
    ("GET /v1/content/recent_news/1 HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    ("POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n[]\r\n\r\n", 200),
    (
      "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "2\r\n[]\r\n0\r\n\r\n", 200
    ),
  ]

  /// Requests of all sorts, in pieces that begin and end anywhere, are answered in their order.
  @Test(.listening, arguments: SeededGenerator.seeds)
  func everyRequestIsAnsweredInItsTurn(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let connection = try RawConnection(port: server.port)
    var known: [String: RawResponse] = [:]
    for _ in 0..<3 {
      connection.send(Self.screen)
      known[Self.screen] = try await connection.response(to: Self.screen)
    }
    for _ in 0..<30 {
      let burst = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Self.requests[Int.random(in: 0..<Self.requests.count, using: &generator)]
      }
      let text = burst.map(\.text).joined()
      let isWhole = Bool.random(using: &generator)
      let pieces = isWhole ? [text] : Self.pieces(of: text, using: &generator)
      async let sent: Void = Self.send(pieces, on: connection)
      var bytes: ArraySlice<UInt8> = []
      for request in burst {
        let isHead = request.text.hasPrefix("HEAD")
        while RawResponse(bytes, toHead: isHead) == nil {
          let more = await connection.readBytes { !$0.isEmpty }
          try #require(!more.isEmpty, "the connection was closed")
          bytes += more
        }
        let response = try #require(RawResponse(bytes, toHead: isHead))
        bytes = bytes.dropFirst(response.byteCount)
        #expect(response.status == request.status, "\(request.text)")
        if let first = known.updateValue(response, forKey: request.text), request.status != 404 {
          #expect(response == first, "\(request.text)")
        }
      }
      try await sent
      #expect(bytes.isEmpty)
    }
    try await eventually { try server.directCount() > 0 }
  }

  private static func pieces(of text: String, using generator: inout SeededGenerator) -> [String] {
    var rest = Substring(text)
    var pieces: [String] = []
    while !rest.isEmpty {
      let size = Int.random(in: 1...(Bool.random(using: &generator) ? 20 : 600), using: &generator)
      pieces.append(String(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return pieces
  }

  private static func send(_ pieces: [String], on connection: RawConnection) async throws {
    for piece in pieces {
      connection.send(piece)
      await Task.yield()
    }
  }

  @Test(.listening) func whatIsNotHTTPAfterARepeatedRequestIsRefused() async throws {
    _ = try await server.responses(to: Array(repeating: Self.screen, count: 3))
    let connection = try RawConnection(port: server.port)
    connection.send(Self.screen + "what?\r\n\r\n")
    let answer = await connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("HTTP/1.1 400 Bad Request\r\n"))
  }

  /// Only where a request begins, bytes are one.
  @Test(.listening(prepare: DirectResponseTests.makeSmallScreen)) func aBodyIsNotTakenForARequest()
    async throws
  {
    let connection = try await Self.connection(to: server)
    let head =
      "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
      + "Content-Length: \(Self.screen.utf8.count)\r\n\r\n"
    connection.send(head)
    // The head was read, so that the body is read by itself.
    #expect(await connection.read { $0.hasSuffix("\r\n\r\n") }.hasPrefix("HTTP/1.1 100 "))
    connection.send(Self.screen)
    #expect(try await connection.response(to: head).status == 400)
    #expect(try server.directCount() == 2)
  }

  /// While another request is answered, a repeated one waits.
  @Test(.listening) func aRepeatedRequestIsAnsweredAfterTheOneBefore() async throws {
    let connection = try await Self.connection(to: server)
    // All states of a ring take a while.
    let items = "[\((1...100).map { "{\"id\":\($0)}" }.joined(separator: ","))]"
    let slow =
      "POST /v1/layouts/circular-carousel HTTP/1.1\r\nHost: a\r\n"
      + "Content-Length: \(items.utf8.count)\r\n\r\n\(items)"
    connection.send(slow)
    connection.send(Self.screen)
    let response = try await connection.response(to: slow)
    #expect(String(decoding: response.body.prefix(40), as: UTF8.self).contains("circular_carousel"))
  }

  /// A connection on which the screen was requested until its bytes are known.
  private static func connection(to server: LiveServer) async throws -> RawConnection {
    let connection = try RawConnection(port: server.port)
    for _ in 0..<3 {
      connection.send(screen)
      #expect(try await connection.response(to: screen).status == 200)
    }
    return connection
  }

  // MARK: - Clients

  /// A client that sends many requests and takes no response does not fill the memory.
  @Test(.listening(configure: { $0.http.limits.responseTimeout = .seconds(40) }))
  func aClientThatTakesNothingWaits() async throws {
    _ = try await server.responses(to: Array(repeating: Self.screen, count: 3))
    let connection = try server.narrowConnection()
    let count = 400
    connection.send(String(repeating: Self.screen, count: count))
    // The connection takes no more, and is checked from now on.
    await server.clock.untilWaiting(for: .seconds(10))
    let direct = try server.directCount()
    // Only as many as fit into the buffers of the connection.
    #expect(direct < Double(count) / 2)
    connection.send("HEAD /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let all = await connection.readBytesToEnd()
    var rest = all[...]
    var answered = 0
    while answered < count, let response = RawResponse(rest, toHead: false) {
      #expect(response.status == 200)
      rest = rest.dropFirst(response.byteCount)
      answered += 1
    }
    #expect(answered == count)
    #expect(RawResponse(rest, toHead: true)?.byteCount == rest.count)
  }

  @Test(.listening) func aClientThatHasSentItsLastRequestGetsTheResponse() async throws {
    for _ in 0..<4 {
      let connection = try RawConnection(port: server.port)
      connection.send(Self.screen)
      connection.finishSending()
      let bytes = await connection.readBytesToEnd()
      let response = try #require(RawResponse(bytes[...], toHead: false))
      #expect(response.status == 200 && response.byteCount == bytes.count)
    }
    try await eventually { try server.directCount() == 3 }
  }

  /// Also of a response that is larger than all buffers, of which it takes nothing until the server waits for it.
  @Test(.listening(prepare: { store, _ in try await store.enlargeArticle() }))
  func aClientThatHasSentItsLastRequestGetsAllOfALargeResponse() async throws {
    // It is in memory: no long work is done for who may have left.
    try await server.get("/v1/feeds/home")
    for _ in 0..<3 {
      let connection = try server.narrowConnection()
      connection.send(Self.screen)
      connection.finishSending()
      await server.clock.untilWaiting(for: ServerLimits().responseTimeout / 4)
      #expect(await connection.countToEnd() > LiveServer.largeSize)
    }
    try await eventually { try server.directCount() == 3 }
  }

  /// A known request behind the last one is not answered.
  @Test(.listening(prepare: DirectResponseTests.makeSmallScreen))
  func nothingIsAnsweredAfterTheLastRequest() async throws {
    let connection = try await Self.connection(to: server)
    connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let answer = await connection.read { $0.hasSuffix(#"{"status":"ok"}"#) }
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    connection.send(Self.screen)
    #expect(await connection.readToEnd().isEmpty)
    #expect(try server.directCount() == 2)
  }

  @Test(.listening(configure: { $0.http.limits.idleTimeout = .seconds(50) }))
  func repeatedRequestsKeepAConnectionOpen() async throws {
    let connection = try RawConnection(port: server.port)
    for _ in 0..<6 {
      connection.send(Self.screen)
      #expect(try await connection.response(to: Self.screen).status == 200)
      server.clock.advance(by: .seconds(40))
    }
    try await eventually {
      server.clock.advance(by: .seconds(10))
      return try server.exposition()["tanada_http_connections"] == 0
    }
    #expect(await connection.readToEnd().isEmpty)
  }
}

extension LiveServer {
  /// Writes a news item.
  ///
  /// - Parameter isAwaited: whether to wait until its revision is in service.
  func addNews(_ id: Int, isDraft: Bool = false, isAwaited: Bool = true) async throws {
    let news = """
      {"id":\(id),"title":"News \(id)","news_category":"a",
       "thumbnail_url":"https://example.com/a.jpg","published_at":"2026-01-01T00:00:00.000+0000"
       \(isDraft ? #","draft":true"# : "")}
      """
    let revision = publisher.current?.revision ?? 0
    let answer = try await application.answer(
      .put, "/v1/content/recent_news/\(id)", body: Array(news.utf8), as: try await identity(.admin)
    )
    #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
    guard isAwaited else { return }
    await untilServed(revision + 1)
  }
}
