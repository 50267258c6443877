import FeedServer
import FeedStore
import FeedStoreSQLite
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

  @Test(arguments: [(3, 200), (4, 422)])
  func aLayoutOfMoreItemsIsRefusedBeforeItIsCalculated(count: Int, status: Int) async throws {
    try await LiveServer.run(configure: { $0.limits.layoutItems = 3 }) { server in
      let answer = try await server.client.send(
        "POST", "/v1/layouts/shelf", body: Self.items(count))
      #expect(answer.status == status)
      guard status != 200 else { return }
      #expect(try answer.code() == "too_many_items")
      #expect(
        try answer.object()["detail"] as? String == "the body has 4 items; expected at most 3")
    }
  }

  @Test func workThatFindsNoPlaceIsRefusedAndTheRestIsDone() async throws {
    try await LiveServer.run(configure: {
      $0.limits.work.running = 1
      $0.limits.work.waiting = 2
    }) { server in
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
      let metrics = try await server.client.get("/metrics").text
      #expect(metrics.contains("tanada_refused_requests_total{reason=\"work\"} \(refused)\n"))
    }
  }

  @Test func workThatTakesTooLongIsGivenUp() async throws {
    try await LiveServer.run(configure: { $0.limits.work.timeout = .milliseconds(1) }) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(Self.longWork)
      let answer = await connection.read { $0.contains(#""code""#) }
      #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer.prefix(300))")
      #expect(answer.contains("Retry-After: 10\r\n"))
      #expect(answer.contains(#""code":"work_timeout""#))
    }
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
      configure: { $0.limits.scannedTexts = limit },
      prepare: { store, _ in
        _ = try await store.write(at: SampleContent.committedAt) { transaction in
          for id in 1...8 { _ = try transaction.upsert(try TestContent.topic(id)) }
        }
        try await store.index()
      }
    ) { server in
      let path = "/v1/content/featured_topics?\(query)"
      let answer = try await server.client.get(path)
      #expect(answer.status == status, "\(answer.text)")
      if status == 422 { #expect(try answer.code() == "search_too_costly") }
      let token = try await server.bearer(.viewer)
      #expect(try await server.client.get(path, headers: token).status == 200)
    }
  }

  /// Work that waits for a client which has gone is not begun.
  @Test(arguments: [true, false])
  func workEndsWhenItsClientLeaves(closes: Bool) async throws {
    try await LiveServer.run(configure: { $0.limits.work.running = 1 }) { server in
      let connections = try (0..<6).map { _ in try RawConnection(port: server.port) }
      for connection in connections { connection.send(Self.longWork) }
      var metrics = ""
      for _ in 0..<500 where !metrics.contains("tanada_work_running 1\n") {
        try await Task.sleep(for: .milliseconds(10))
        metrics = try await server.client.get("/metrics").text
      }
      for connection in connections {
        if closes { connection.close() } else { connection.finishSending() }
      }
      let isIdle = { (metrics: String) in
        metrics.contains("tanada_work_running 0\n") && metrics.contains("tanada_work_waiting 0\n")
          && metrics.contains(#"status="499"}"#)
      }
      for _ in 0..<1_500 where !isIdle(metrics) {
        try await Task.sleep(for: .milliseconds(10))
        metrics = try await server.client.get("/metrics").text
      }
      #expect(isIdle(metrics), "\(metrics)")
    }
  }

  @Test func oneClientUsesHalfOfTheMemory() async throws {
    try await LiveServer.run(configure: { $0.limits.clientMemory = 1 << 20 }) { server in
      // The first waits for the rest of its body, and has reserved memory for the bytes received so far.
      let first = try RawConnection(port: server.port)
      first.send(Self.head(length: 500_000) + String(repeating: " ", count: 400_000))
      // The size of the buffer that holds the bytes.
      let used = "tanada_client_memory_bytes 524288\n"
      var metrics = ""
      for _ in 0..<500 where !metrics.contains(used) {
        try await Task.sleep(for: .milliseconds(10))
        metrics = try await server.client.get("/metrics").text
      }
      #expect(metrics.contains(used))
      let second = try RawConnection(port: server.port)
      second.send(Self.head(length: 100_000))
      let answer = await second.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
      #expect(answer.contains("Retry-After: 5\r\n"))
      #expect(answer.contains(#""code":"server_full""#))
      // A small body needs no reservation, and the memory of the others is free again.
      let small = try await server.client.send("POST", "/v1/layouts/shelf", body: Self.items(2))
      #expect(small.status == 200)
      first.close()
      for _ in 0..<500 where !metrics.contains("tanada_client_memory_bytes 0\n") {
        try await Task.sleep(for: .milliseconds(10))
        metrics = try await server.client.get("/metrics").text
      }
      #expect(metrics.contains("tanada_client_memory_bytes 0\n"))
      #expect(metrics.contains(#"tanada_refused_requests_total{reason="memory_client"} 1"#))
    }
  }

  @Test func bodiesThatAreOnlyAnnouncedTakeNoRoom() async throws {
    try await LiveServer.run(configure: { $0.limits.clientMemory = 1 << 20 }) { server in
      let others = try (0..<8).map { _ in try RawConnection(port: server.port) }
      for connection in others {
        let head = Self.head(length: 500_000)
        connection.send(String(head.dropLast(2)) + "Expect: 100-continue\r\n\r\n")
        // The request has begun.
        _ = await connection.read { $0.hasSuffix("\r\n\r\n") }
        connection.send("[")
      }
      let body = "[" + String(repeating: " ", count: 400_000) + "]"
      let answer = try await server.client.send(
        "POST", "/v1/layouts/shelf", body: Data(body.utf8))
      #expect(answer.status == 200, "\(answer.text.prefix(300))")
    }
  }

  /// Both have room when they begin.
  @Test func aBodyThatBecomesTooMuchOnItsWayIsRefused() async throws {
    try await LiveServer.run(configure: { $0.limits.clientMemory = 1 << 20 }) { server in
      let connections = try (0..<2).map { _ in try RawConnection(port: server.port) }
      for (connection, sizes) in zip(connections, [(480_000, 200_000), (200_002, 100_000)]) {
        let (length, beginning) = sizes
        connection.send(Self.head(length: length) + "[" + String(repeating: " ", count: beginning))
        let used = "tanada_client_memory_bytes \(length == 480_000 ? 262_144 : 393_216)\n"
        var metrics = ""
        for _ in 0..<500 where !metrics.contains(used) {
          try await Task.sleep(for: .milliseconds(10))
          metrics = try await server.client.get("/metrics").text
        }
        #expect(metrics.contains(used), "\(metrics)")
      }
      connections[0].send(String(repeating: " ", count: 100_000))
      let refusal = await connections[0].readToEnd()
      #expect(refusal.hasPrefix("HTTP/1.1 503 "), "\(refusal)")
      #expect(refusal.contains(#""code":"server_full""#))
      connections[1].send(String(repeating: " ", count: 100_000) + "]")
      let answer = await connections[1].read { $0.hasSuffix("}") }
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    }
  }

  @Test(arguments: ["none", "127.0.0.0/8"])
  func oneAddressHasALimitedNumberOfConnections(proxies: String) async throws {
    try await LiveServer.run(configure: {
      $0.limits.connectionsPerAddress = 2
      if let ranges = AddressRanges(proxies) { $0.trustedProxies = ranges }
    }) { server in
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
