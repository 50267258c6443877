import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// The limits on the cost of one request, and on the memory that clients occupy.
@Suite struct WorkLimitTests {
  private static func items(_ count: Int) -> Data {
    Data("[\((1...count).map { "{\"id\":\($0)}" }.joined(separator: ","))]".utf8)
  }

  /// The head of a request for a layout whose body has `length` bytes.
  private static func head(length: Int) -> String {
    "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
  }

  /// A head and a body that keep a processor busy for a while.
  private static let longWork: String = {
    let body = String(decoding: items(10_000), as: UTF8.self)
    return
      "POST /v1/layouts/uniform_grid HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      + body
  }()

  @Test(
    .server(publishes: false, configure: { $0.http.limits.layoutItems = 3 }),
    arguments: [(3, 200), (4, 422)])
  func aLayoutOfMoreItemsIsRefusedBeforeItIsCalculated(count: Int, status: Int) async throws {
    let answer = try await server.send(
      "POST", "/v1/layouts/shelf", body: Self.items(count), is: status)
    guard status != 200 else { return }
    #expect(try answer.code() == "too_many_items")
    #expect(try answer.object()["detail"] as? String == "the body has 4 items; expected at most 3")
  }

  @Test(
    .listening(
      publishes: false,
      configure: {
        $0.http.limits.work.running = 1
        $0.http.limits.work.waiting = 2
      })) func workThatFindsNoPlaceIsRefusedAndTheRestIsDone() async throws
  {
    let connections = try (0..<6).map { _ in try RawConnection(port: server.port) }
    for connection in connections { connection.send(Self.longWork) }
    var statuses: [String: Int] = [:]
    for connection in connections {
      let answer = await connection.read { $0.contains("\r\n\r\n") }
      statuses[String(answer.prefix(12)), default: 0] += 1
      guard answer.hasPrefix("HTTP/1.1 503") else { continue }
      #expect(answer.contains("Retry-After: 2\r\n"))
      #expect(answer.contains(#""code":"server_busy""#))
    }
    // One runs; one address has half of the waiting places. More are done if some come later.
    let refused = statuses["HTTP/1.1 503"] ?? 0
    #expect((1...4).contains(refused) && statuses["HTTP/1.1 200"] == 6 - refused, "\(statuses)")
    let metrics = try await server.get("/metrics").text
    #expect(metrics.contains("tanada_refused_requests_total{reason=\"work\"} \(refused)\n"))
  }

  /// The time counts from when work begins to wait.
  @Test(
    .server(
      publishes: false,
      configure: {
        $0.http.limits.work.running = 0
        $0.http.limits.work.timeout = .seconds(13)
      })) func workThatTakesTooLongIsGivenUp() async throws
  {
    async let waiting = server.send("POST", "/v1/layouts/shelf", body: Self.items(1))
    await server.clock.untilWaiting(for: .seconds(13))
    server.clock.advance(by: .seconds(13))
    let answer = try await waiting
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "10")
    #expect(try answer.code() == "work_timeout")
    #expect(try await server.metricsPage()["tanada_work_waiting"] == 0)
  }

  /// Eight topics have the word: they are gone through once for the order and once for the number.
  @Test(arguments: [
    ("q=ri&sort=title&count=true", 15, 422), ("q=ri&sort=title&count=true", 16, 200),
    ("q=ri&sort=title", 7, 422), ("q=ri&sort=title", 8, 200), ("q=ri&count=true", 7, 422),
    ("q=ri%20cu&sort=title", 7, 422), ("q=ri%20rice&sort=title&count=true", 1, 200),
    ("q=rice&sort=title&count=true", 1, 200), ("q=%E5%86%99&sort=title&count=true", 1, 200),
    ("q=ri&sort=title&id.lte=3", 2, 422), ("q=ri&sort=title&id.lte=3", 3, 200),
    ("q=ri&sort=-published_at", 1, 200), ("q=ri", 1, 200), ("sort=title&count=true", 1, 200),
  ])
  func aSearchThatGoesThroughManyTextsIsRefused(query: String, limit: Int, status: Int) async throws
  {
    try await LiveServer.run(
      publishes: false, configure: { $0.http.limits.scannedTexts = limit },
      prepare: { store, _ in
        try await store.write { transaction in
          for id in 1...8 { _ = try transaction.upsert(try TestContent.topic(id)) }
        }
        try await store.index()
      }
    ) { server in
      let path = "/v1/content/featured_topics?\(query)"
      let answer = try await server.get(path, is: status)
      if status == 422 { #expect(try answer.code() == "search_too_costly") }
      let token = try await server.bearer(.viewer)
      try await server.get(path, token, is: 200)
    }
  }

  /// The index finds words in all locales, so that the texts of the eight topics are looked at for those of the reader.
  @Test(arguments: [
    ("q=curry", 7, 422), ("q=curry", 8, 200), ("q=curry&locale=en", 7, 422),
    ("q=curry&count=true", 15, 422), ("q=curry&count=true", 16, 200),
    ("q=curry&sort=title&count=true", 8, 200), ("q=english", 7, 422), ("q=english%20none", 0, 200),
    ("q=rare", 1, 200), ("q=rare", 0, 422), ("q=curry&id.lte=3", 2, 422),
    ("q=curry&id.lte=3", 3, 200), ("q=curry&title=English&locale=en", 7, 200),
  ])
  func aSearchThatFindsManyTranslationsIsRefused(query: String, limit: Int, status: Int)
    async throws
  {
    let en = try #require(LocaleTag("en"))
    try await LiveServer.run(
      publishes: false, configure: { $0.http.limits.scannedTexts = limit },
      prepare: { store, _ in
        try await store.write { transaction in
          for id in 1...8 {
            let title = id == 3 ? "rare English" : "English"
            _ = try transaction.upsert(
              TestContent.topic(id).item.translated([("title", en, title)]))
          }
        }
        try await store.index()
      }
    ) { server in
      let answer = try await server.get("/v1/content/featured_topics?\(query)", is: status)
      if status == 422 { #expect(try answer.code() == "search_too_costly") }
      // Nothing is advised that does not help.
      let isCounted = query.contains("count")
      #expect(answer.text.contains(", or leave out count") == (status == 422 && isCounted))
      #expect(!answer.text.contains("sort by"))
    }
  }

  /// Work that waits for a client which has gone is not begun.
  @Test(
    .listening(publishes: false, configure: { $0.http.limits.work.running = 0 }),
    arguments: [true, false])
  func workEndsWhenItsClientLeaves(closes: Bool) async throws {
    let connections = try (0..<6).map { _ in try RawConnection(port: server.port) }
    for connection in connections { connection.send(Self.longWork) }
    try await eventually { try await server.metricsPage()["tanada_work_waiting"] == 6 }
    for connection in connections {
      if closes { connection.close() } else { connection.finishSending() }
    }
    let labels = #"method="POST",route="/v1/layouts/{type}",status="499""#
    try await eventually {
      let metrics = try await server.metricsPage()
      return metrics["tanada_work_waiting"] == 0
        && metrics["tanada_http_requests_total{\(labels)}"] == 6
    }
  }

  /// Work that runs is given up, and its place is free for others.
  @Test(.listening(publishes: false, configure: { $0.http.limits.work.running = 1 }))
  func workOfAClientThatHasGoneLeavesItsPlace() async throws {
    for _ in 0..<3 {
      let connection = try RawConnection(port: server.port)
      connection.send(Self.longWork)
      connection.close()
    }
    try await server.send("POST", "/v1/layouts/shelf", body: Self.items(2), is: 200)
    try await eventually { try await server.metricsPage()["tanada_work_running"] == 0 }
  }

  @Test(.listening(publishes: false, configure: { $0.http.limits.clientMemory = 1 << 20 }))
  func oneClientUsesHalfOfTheMemory() async throws {
    // The first waits for the rest of its body, and has the room of what has arrived meanwhile.
    let first = try RawConnection(port: server.port)
    first.send(Self.head(length: 500_000) + String(repeating: " ", count: 400_000))
    // The size of the buffer that holds them.
    try await eventually { try await server.metricsPage()["tanada_client_memory_bytes"] == 524_288 }
    let second = try RawConnection(port: server.port)
    second.send(Self.head(length: 100_000))
    let answer = await second.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
    #expect(answer.contains("Retry-After: 5\r\n"))
    #expect(answer.contains(#""code":"server_full""#))
    // A small body needs no reservation, and the memory of the others is free again.
    try await server.send("POST", "/v1/layouts/shelf", body: Self.items(2), is: 200)
    first.close()
    try await eventually { try await server.metricsPage()["tanada_client_memory_bytes"] == 0 }
    let metrics = try await server.metricsPage()
    #expect(metrics[#"tanada_refused_requests_total{reason="memory_client"}"#] == 1)
  }

  @Test(.listening(publishes: false, configure: { $0.http.limits.clientMemory = 1 << 20 }))
  func bodiesThatAreOnlyAnnouncedTakeNoRoom() async throws {
    let others = try (0..<8).map { _ in try RawConnection(port: server.port) }
    for connection in others {
      let head = Self.head(length: 500_000)
      connection.send(String(head.dropLast(2)) + "Expect: 100-continue\r\n\r\n")
      // The request has begun.
      _ = await connection.read { $0.hasSuffix("\r\n\r\n") }
      connection.send("[")
    }
    let body = "[" + String(repeating: " ", count: 400_000) + "]"
    let answer = try await server.send("POST", "/v1/layouts/shelf", body: Data(body.utf8))
    #expect(answer.status == 200, "\(answer.text.prefix(300))")
  }

  /// Both have room when they begin.
  @Test(.listening(publishes: false, configure: { $0.http.limits.clientMemory = 1 << 20 }))
  func aBodyThatBecomesTooMuchOnItsWayIsRefused() async throws {
    let connections = try (0..<2).map { _ in try RawConnection(port: server.port) }
    for (connection, sizes) in zip(connections, [(480_000, 200_000), (200_002, 100_000)]) {
      let (length, beginning) = sizes
      connection.send(Self.head(length: length) + "[" + String(repeating: " ", count: beginning))
      let used = length == 480_000 ? 262_144.0 : 393_216
      try await eventually { try await server.metricsPage()["tanada_client_memory_bytes"] == used }
    }
    connections[0].send(String(repeating: " ", count: 100_000))
    let refusal = await connections[0].readToEnd()
    #expect(refusal.hasPrefix("HTTP/1.1 503 "), "\(refusal)")
    #expect(refusal.contains(#""code":"server_full""#))
    connections[1].send(String(repeating: " ", count: 100_000) + "]")
    let answer = await connections[1].read { $0.hasSuffix("}") }
    #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
  }

  @Test(arguments: ["none", "127.0.0.0/8"])
  func oneAddressHasALimitedNumberOfConnections(proxies: String) async throws {
    try await LiveServer.run(
      listens: true, publishes: false,
      configure: {
        $0.http.limits.connectionsPerAddress = 2
        if let ranges = AddressRanges(proxies) { $0.http.trustedProxies = ranges }
      }
    ) { server in
      let request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
      let connections = try (0..<2).map { _ in try RawConnection(port: server.port) }
      for connection in connections {
        connection.send(request)
        #expect(await connection.read { $0.contains("ok") }.hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
      let third = try RawConnection(port: server.port)
      third.send(request)
      let answer = await third.read { $0.contains("ok") }
      #expect(answer.isEmpty == (proxies == "none"), "\(answer)")
      // A place is free when a connection ends.
      connections[0].close()
      var again = ""
      for _ in 0..<500 where again.isEmpty {
        let connection = try RawConnection(port: server.port)
        connection.send(request)
        again = await connection.read { $0.contains("ok") }
      }
      #expect(again.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }
}
