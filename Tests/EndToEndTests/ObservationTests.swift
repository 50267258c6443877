import Foundation
import Testing
import TestSupport

/// The metrics and the access log of the server, for operators.
@Suite(.serialized) struct ObservationTests {
  @Test func metricsAndTheAccessLogTellOfEveryRequestAndOfNoSecret() async throws {
    try await RunningServer.run(["--access-log"]) { server in
      let made = try await Tanada.run(
        ["token", "create", "--role", "viewer", "--name", "Anna"], in: server.folder)
      let secret = made.text.trimmingCharacters(in: .newlines)
      try #require(secret.hasPrefix("tanada_"))
      let headers = ["Authorization": "Bearer \(secret)", "Cookie": "session=S3CRET"]
      let path = "/v1/feeds/home?width=390.5"
      for (path, status) in [
        (path, 200), (path, 200), (path + "&colour=S3CRET", 400), (path + "&token=S3CRET", 400),
      ] {
        let answer = try await server.client.get(path, headers: headers)
        #expect(answer.status == status && !answer.text.contains("S3CRET"))
        #expect(!answer.text.contains(secret))
      }
      _ = try await server.client.get("/nope", headers: ["X-Request-ID": "mine-1"])
      let page = try await server.client.get("/metrics")
      #expect(page.header("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true)
      for line in [
        "# TYPE tanada_http_requests_total counter",
        "# TYPE tanada_http_request_duration_seconds histogram",
        #"tanada_http_requests_total{method="GET",route="none",status="404"} 1"#,
        #"tanada_http_request_duration_seconds_count{route="/v1/feeds/{feed}"} "#,
        "tanada_revision 1", "tanada_publish_duration_seconds_count 1", "tanada_cache_hits_total 1",
        "tanada_cache_misses_total 1", "tanada_sse_clients 0", "tanada_database_size_bytes ",
        "process_resident_memory_bytes ", "tanada_uptime_seconds ",
      ] {
        #expect(page.text.contains("\n\(line)") || page.text.hasPrefix(line), "\(line)")
      }

      server.process.send(SIGTERM)
      let stopped = try await server.process.outcome()
      #expect(!stopped.messages.contains("S3CRET") && !stopped.messages.contains(secret))
      let lines = stopped.messages.split(separator: "\n").filter { $0.hasPrefix("{") }
      let entries = try lines.map { try JSONValue.parse(Array($0.utf8)) }
      #expect(entries.map { $0["status"].number } == [200, 200, 400, 400, 404, 200])
      #expect(entries[2]["path"].text == "/v1/feeds/home?width=390.5&…")
      #expect(entries[0]["token"].text == "Anna" && entries[4]["token"] == .null)
      #expect(entries[4]["request_id"].text == "mine-1")
      for entry in entries {
        #expect(entry["time"].text?.hasSuffix("Z") == true)
        #expect(entry["remote_address"].text == "127.0.0.1")
        #expect((entry["bytes"].number ?? 0) > 0)
        #expect((entry["duration_ms"].number ?? -1) >= 0)
      }
    }
  }

  @Test(.onlyAll("AccessLogTests has servers without a log"))
  func withoutTheSettingNothingIsNoted() async throws {
    try await RunningServer.run { server in
      _ = try await server.client.get("/healthz")
      server.process.send(SIGTERM)
      let stopped = try await server.process.outcome()
      #expect(stopped.status == 0 && !stopped.wasKilled && !stopped.messages.contains("{"))
    }
  }
}
