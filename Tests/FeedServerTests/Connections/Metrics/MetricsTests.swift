import FeedHTTP
import FeedServer
import FeedStore
import Foundation
import NIOCore
import Testing
import TestSupport

@Suite struct MetricsTests {
  @Test(.server) func requestsAreCountedByRouteAndStatus() async throws {
    for path in [
      "/v1/content/recent_news/1", "/v1/content/recent_news/2", "/v1/content/recent_news/0",
    ] { try await server.get(path) }
    try await server.send("HEAD", "/v1/feeds/home")
    let page = try await server.get("/metrics", is: 200)
    #expect(page.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    #expect(page.header("Cache-Control") == "no-store")
    let total = "tanada_http_requests_total"
    let item = #"route="/v1/content/{kind}/{id}""#
    let metrics = try Exposition(page.text)
    #expect(metrics.types[total] == "counter")
    #expect(metrics[#"\#(total){method="GET",\#(item),status="200"}"#] == 2)
    #expect(metrics[#"\#(total){method="GET",\#(item),status="404"}"#] == 1)
    #expect(metrics[#"\#(total){method="HEAD",route="/v1/feeds/{feed}",status="200"}"#] == 1)
    let duration = "tanada_http_request_duration_seconds"
    #expect(metrics.types[duration] == "histogram")
    #expect(metrics["\(duration)_count{\(item)}"] == 3)
    #expect(metrics[#"\#(duration)_bucket{\#(item),le="0.0005"}"#] == 3)
    #expect(metrics[#"\#(duration)_bucket{\#(item),le="+Inf"}"#] == 3)
  }

  @Test(arguments: MetricsAccess.allCases) func whoMayReadThem(access: MetricsAccess) async throws {
    try await LiveServer.run(configure: { $0.metricsAccess = access }) { server in
      let viewer = try await server.bearer(.viewer)
      func status(_ headers: [String: String]) async throws -> Int {
        try await server.get("/metrics", headers).status
      }
      #expect(try await status([:]) == (access == .viewers ? 401 : 200))
      // A proxy on this machine may have passed it on for anybody.
      for name in ["X-Forwarded-For", "Forwarded", "Via"] {
        #expect(try await status([name: "1.1 a"]) == (access == .everyone ? 200 : 401), "\(name)")
      }
      #expect(try await status(viewer) == 200)
      #expect(try await status(viewer.with("Via", "1.1 a")) == 200)
    }
  }

  @Test(.server(publishes: false)) func whatClientsMakeUpMakesNoLabels() async throws {
    for number in 0..<20 {
      try await server.get("/made-up/\(number)")
      try await server.send("MADEUP\(number)", "/healthz")
      try await server.get("/v1/content/recent_news/\(number)")
    }
    let text = try await server.get("/metrics").text
    #expect(!text.contains("made-up") && !text.contains("MADEUP"))
    let metrics = try Exposition(text)
    let total = "tanada_http_requests_total"
    #expect(metrics[#"\#(total){method="GET",route="none",status="404"}"#] == 20)
    let series = metrics.values.keys.filter { $0.hasPrefix(total) }
    #expect(series.count < 8)
  }

  @Test(arguments: [
    ("NONSENSE\r\n\r\n", false, "not_http"),
    ("\u{16}\u{3}\u{1}\u{2}", false, "not_http"),
    ("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n", false, "not_http"),
    ("GET /\(String(repeating: "a", count: 3_000)) HTTP/1.1\r\n\r\n", false, "header_too_large"),
    ("GET /healthz HTTP/1.1\r\nHost", false, "timeout"),
    ("GET /healthz HTTP/1.1\r\nHost", true, "incomplete"),
  ])
  func whatNeverBecameARequestIsCounted(sent: String, closes: Bool, reason: String) async throws {
    let total = "tanada_http_malformed_requests_total"
    try await LiveServer.run(
      listens: true, publishes: false,
      configure: {
        $0.http.limits.headerSize = 2_000
        $0.http.limits.requestTimeout = .seconds(17)
      }
    ) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(sent)
      if reason == "timeout" {
        await server.clock.untilWaiting(for: .seconds(17))
        server.clock.advance(by: .seconds(17))
      }
      if closes { connection.close() } else { _ = await connection.readToEnd() }
      try await eventually { try server.exposition().types[total] != nil }
      let counted = try server.exposition().values.filter { $0.key.hasPrefix(total) }
      #expect(counted == [#"\#(total){reason="\#(reason)"}"#: 1])
    }
  }

  /// Bytes with a valid head are a request, whatever follows it.
  @Test(
    .listening(publishes: false, configure: { $0.http.limits.requestTimeout = .seconds(17) }),
    arguments: [
      "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nNONSENSE\r\n",
      "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n[",
    ])
  func aRequestIsNotMalformed(sent: String) async throws {
    let connection = try RawConnection(port: server.port)
    connection.send(sent)
    if sent.hasSuffix("[") {
      await server.clock.untilWaiting(for: .seconds(17))
      server.clock.advance(by: .seconds(17))
    }
    _ = await connection.readToEnd()
    let metrics = try server.exposition()
    #expect(metrics.types["tanada_http_malformed_requests_total"] == nil)
    #expect(metrics.types["tanada_http_requests_total"] != nil)
  }

  @Test(
    .listening(configure: {
      $0.databaseSize = { 4_096 }
    })) func theStateOfTheServiceIsThere() async throws
  {
    // A width that nobody published is computed once.
    for _ in 0..<3 { _ = try await server.get("/v1/feeds/home?width=391") }
    server.clock.advance(by: .milliseconds(2_500))
    // A client that listens, once it is noticed.
    let listener = try RawConnection(port: server.port)
    listener.send("GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
    try await eventually { await server.events.clientCount == 1 }
    let metrics = try Exposition(try await server.get("/metrics").text)
    #expect(metrics["tanada_revision"] == 1)
    #expect(metrics["tanada_cache_hits_total"] == 2)
    #expect(metrics["tanada_cache_misses_total"] == 1)
    #expect(metrics["tanada_publish_duration_seconds_count"] == 1)
    #expect(metrics["tanada_database_size_bytes"] == 4_096)
    #expect(metrics["tanada_uptime_seconds"] == 2.5)
    #expect(metrics["tanada_sse_clients"] == 1)
    listener.close()
    #expect(try #require(metrics["process_resident_memory_bytes"]) > 1_000_000)
    #expect(try #require(metrics["process_cpu_seconds_total"]) > 0.01)
    #expect(metrics.types["process_cpu_seconds_total"] == "counter")
    let open = try #require(metrics["process_open_fds"])
    let maximum = try #require(metrics["process_max_fds"])
    #expect(open > 8 && open < maximum)
    #expect(metrics["tanada_ready"] == 1 && metrics["tanada_degraded"] == 0)
    #expect(try #require(metrics["tanada_http_connections"]) >= 1)
    for name in metrics.types.keys {
      let help = metrics.help[name] ?? ""
      #expect(!help.isEmpty && help != "No description.", "\(name)")
    }
  }

  @Test func bucketsAreCumulativeAndCountedOnce() throws {
    let registry = MetricsRegistry([])
    let timer = registry.histogram("t_seconds", [("a", "b")])
    for milliseconds in [0, 1, 3, 3, 70, 20_000] { timer.record(.milliseconds(milliseconds)) }
    let metrics = try Exposition(registry.text)
    let counts = ["0.0005", "0.001", "0.0025", "0.005", "0.05", "0.1", "10", "+Inf"].map {
      metrics[#"t_seconds_bucket{a="b",le="\#($0)"}"#]
    }
    #expect(counts == [1, 2, 2, 4, 4, 5, 5, 6])
    #expect(metrics[#"t_seconds_count{a="b"}"#] == 6)
    #expect(abs((metrics[#"t_seconds_sum{a="b"}"#] ?? 0) - 20.077) < 1e-9)
  }

  @Test func labelsAreEscaped() throws {
    let registry = MetricsRegistry([.counter("c_total", "A \\ and\na line.")])
    registry.counter("c_total", [("l", "a\"b\\c\nd")]).increment(by: 1)
    #expect(
      registry.text == """
        # HELP c_total A \\\\ and\\na line.
        # TYPE c_total counter
        c_total{l="a\\"b\\\\c\\nd"} 1

        """)
  }

  @Test func aMetricHasABoundedNumberOfSeries() throws {
    let registry = MetricsRegistry([])
    for number in 0..<5_000 { registry.counter("c_total", [("l", "\(number)")]).increment(by: 1) }
    let metrics = try Exposition(registry.text)
    #expect(metrics.values.count == 1_001)
    #expect(metrics[#"c_total{l="other"}"#] == 4_000)
  }

  @Test func everyMetricIsDocumented() throws {
    let page = try String(contentsOf: PackageFiles.file("docs/operations.md"), encoding: .utf8)
    for description in MetricDescription.all {
      #expect(page.contains("`\(description.name)`"), "\(description.name)")
    }
  }
}
