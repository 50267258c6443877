import Foundation
import Testing
import TestSupport

/// The handling of requests that does not depend on their resource.
@Suite(.serialized) struct TransportTests {
  @Test(.onlyAll("ProblemTests, HeadTests and SlowClientTests have each limit"))
  func everythingWrongIsAProblemAndEveryLimitCanBeSet() async throws {
    try await RunningServer.run(
      ["--cors-origins", "https://a.example"],
      environment: [
        "TANADA_MAX_BODY_SIZE": "2000", "TANADA_MAX_BODY_DEPTH": "4",
        "TANADA_MAX_HEADER_SIZE": "3000", "TANADA_REQUEST_TIMEOUT": "1",
      ]
    ) { server in
      let path = "/v1/layouts/shelf"
      for (body, type, status, code) in [
        ("[", "application/json", 400, "malformed_body"),
        ("[]", "text/csv", 415, "unsupported_media_type"),
        (#"[{"id":1,"a":[[[]]]}]"#, "application/json", 400, "body_too_deep"),
        (#"[{"id":0}]"#, "application/json", 422, "invalid_body"),
        (String(repeating: " ", count: 2_001), "application/json", 413, "content_too_large"),
      ] {
        let answer = try await server.client.send(
          "POST", path, headers: ["Content-Type": type], body: Data(body.utf8))
        #expect(answer.status == status)
        try Self.expectProblem(answer, code)
      }
      try Self.expectProblem(try await server.client.get("/nope"), "not_found")
      try Self.expectProblem(try await server.client.send("PUT", path), "method_not_allowed")

      for (request, status) in [
        ("GET /healthz HTTP/1.1\r\nHost: a\r\n", 408),
        ("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n[", 408),
        ("GET /healthz HTTP/1.1\r\nX: \(String(repeating: "x", count: 4_000))\r\n\r\n", 431),
        ("NONSENSE\r\n\r\n", 400),
      ] {
        let connection = try RawConnection(port: server.port)
        connection.send(request)
        let answer = await connection.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.contains("Content-Type: application/problem+json\r\n"))
      }

      let head = try await server.client.send("HEAD", "/v1/feeds/home")
      #expect(head.status == 200 && head.body.isEmpty)
      let options = try await server.client.send(
        "OPTIONS", path,
        headers: ["Origin": "https://a.example", "Access-Control-Request-Method": "POST"])
      #expect(options.status == 204)
      #expect(options.header("Allow") == "OPTIONS, POST")
      #expect(options.header("Access-Control-Allow-Origin") == "https://a.example")
      let stranger = try await server.client.get(
        "/v1/feeds/home", headers: ["Origin": "https://b.example"])
      #expect(stranger.header("Access-Control-Allow-Origin") == nil)
      #expect(stranger.header("RateLimit-Policy") == #""reads";q=600;w=1"#)
    }
  }

  @Test(.onlyAll("RateLimitTests has them")) func clientsAreToldWhenTheyAskTooMuch() async throws {
    try await RunningServer.run(["--read-rate", "1", "--trusted-proxies", "127.0.0.1"]) { server in
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<30 {
          group.addTask { try await server.client.get("/v1/feeds/home").status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.contains(200) && statuses.contains(429))
      #expect(Set(statuses).isSubset(of: [200, 429]))
      let other = try await server.client.get(
        "/v1/feeds/home", headers: ["X-Forwarded-For": "192.0.2.7"])
      #expect(other.status == 200)
    }
  }

  @Test(.onlyAll("TransferRouteTests, MetricsTests and EventTests have each limit"))
  func importsTheCacheAndEventsCanBeSet() async throws {
    try await RunningServer.run(environment: [
      "TANADA_MAX_IMPORT_SIZE": "1024", "TANADA_MAX_CACHE_SIZE": "0",
      "TANADA_MAX_EVENT_CLIENTS": "1", "TANADA_EVENT_HEARTBEAT": "1",
    ]) { server in
      let created = try await Tanada.run(
        ["token", "create", "--role", "editor", "--name", "Anna"], in: server.folder)
      let token = created.text.trimmingCharacters(in: .newlines)
      for (size, status) in [(1_024, 200), (1_025, 413)] {
        let document = #"{"result":[]}"#.padding(toLength: size, withPad: " ", startingAt: 0)
        let answer = try await server.client.send(
          "POST", "/v1/import/recent_news?dry_run=true",
          headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
          body: Data(document.utf8))
        #expect(answer.status == status, "\(answer.text)")
      }

      for _ in 1...2 { _ = try await server.client.get("/v1/feeds/home?width=391") }
      let metrics = try await server.client.get("/metrics").text
      #expect(metrics.contains("\ntanada_cache_hits_total 0\n"))
      #expect(metrics.contains("\ntanada_cache_misses_total 2\n"))

      let events = try EventClient("\(server.base)/v1/events")
      defer { events.close() }
      var blocks = events.blocks.makeAsyncIterator()
      #expect(await blocks.next()?.hasPrefix("retry: 2000\nid: 1.") == true)
      try Self.expectProblem(try await server.client.get("/v1/events"), "too_many_clients")
      for _ in 1...2 { #expect(await blocks.next() == ": ") }
    }
  }

  @Test(
    .onlyAll("SettingTests has what a setting cannot be; CommandTests how it is said"),
    arguments: [
      ("read_rate", "-1"), ("write_rate", "1.5"), ("max_body_size", "0"), ("max_body_depth", "513"),
      ("max_header_size", "1"), ("max_connections", "0"), ("request_timeout", "0"),
      ("response_timeout", "0"), ("idle_timeout", "soon"), ("max_import_size", "1023"),
      ("max_cache_size", "-1"), ("stop_timeout", "0"), ("drain_delay", "-1"),
      ("max_renditions_size", "1e6"), ("max_exports", "0"), ("export_timeout", "0"),
      ("max_event_clients", "0"), ("event_heartbeat", "0"), ("access_log", "perhaps"),
      ("cors_origins", "example.com"),
      ("trusted_proxies", "proxy"),
    ])
  func aLimitThatCannotBeIsNamed(name: String, value: String) async throws {
    let variable = "TANADA_\(name.uppercased())"
    let outcome = try await Tanada.run(
      ["config"], in: try TemporaryFolder(), environment: [variable: value])
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.hasPrefix("error: \(name) (environment): expected "), "\(outcome.messages)")
    #expect(outcome.messages.hasSuffix("found \"\(value)\"\n"))
  }

  @Test(.onlyAll("CommandTests reads a file of settings"))
  func aFileSaysListsAndSwitchesInJSON() async throws {
    let folder = try TemporaryFolder()
    try
      #"{"cors_origins":["https://a.example","https://b.example"],"access_log":true,"read_rate":7}"#
      .write(to: folder.url.appending(path: "tanada.json"), atomically: true, encoding: .utf8)
    let outcome = try await Tanada.run(["config", "--json"], in: folder)
    let settings = try JSONValue.parse(outcome.output)
    #expect(settings["cors_origins"]["value"].text == "https://a.example,https://b.example")
    #expect(settings["access_log"]["value"].text == "on")
    #expect(settings["read_rate"]["value"].text == "7")
    #expect(settings["read_rate"]["origin"].text == "tanada.json")
  }

  private static func expectProblem(_ answer: TestClient.Response, _ code: String) throws {
    #expect(answer.header("Content-Type") == "application/problem+json")
    let problem = try answer.object()
    #expect(problem["code"] as? String == code)
    #expect(problem["status"] as? Int == answer.status)
    #expect(problem["request_id"] as? String == answer.header("X-Request-ID"))
  }
}
