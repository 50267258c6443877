import FeedHTTP
import FeedStore
import FeedPublisher
import FeedModel
import FeedServer
import Foundation
import NIOCore
import Testing
import TestSupport

@Suite struct AccessLogTests {
  @Test(.server(logs: true, publishes: false)) func aRequestIsOneLineOfJSON() async throws {
    let answer = try await server.get(
      "/v1/content/recent_news/1?fields=id",
      ["X-Request-ID": "abc-1", "Accept-Encoding": "identity"])
    #expect(
      server.log.lines == [
        #"{"time":"2026-01-02T03:04:05.678Z","request_id":"abc-1","method":"GET","#
          + #""path":"/v1/content/recent_news/1?fields=id","status":200,"#
          + #""bytes":\#(answer.body.count),"duration_ms":0,"remote_address":"127.0.0.1"}"# + "\n"
      ])
  }

  @Test(.server(logs: true)) func problemsAndMethodsWithoutBodiesAreNotedToo() async throws {
    for (method, path) in [
      ("GET", "/nope"), ("HEAD", "/v1/feeds/home"), ("OPTIONS", "/healthz"),
      ("DELETE", "/healthz"),
    ] { try await server.send(method, path) }
    let entries = try server.log.lines.map { try JSONValue.parse(Array($0.utf8)) }
    #expect(entries.map { $0["status"].number } == [404, 200, 204, 405])
    #expect(entries.map { $0["method"].text } == ["GET", "HEAD", "OPTIONS", "DELETE"])
    #expect(entries[1]["bytes"].number == 0)
  }

  @Test(.server(logs: true)) func nothingThatProvesWhoAsksIsNoted() async throws {
    for path in [
      "/v1/feeds/home?token=S3CRET&width=390&access_token=S3CRET", "/nope?S3CRET",
      "/metrics?a=b&key=S3CRET?width=S3CRET", "/healthz?to%6Ben=S3CRET",
      "/v1/feeds/home?width=39&password=S3CRET",
    ] {
      let answer = try await server.get(
        path,
        [
          "Authorization": "Bearer S3CRET", "Cookie": "session=S3CRET", "X-Api-Key": "S3CRET",
          "Referer": "http://a.example/?S3CRET", "User-Agent": "S3CRET",
        ])
      #expect(!answer.text.contains("S3CRET"))
    }
    #expect(server.log.lines.count == 5)
    #expect(server.log.lines.allSatisfy { !$0.contains("S3CRET") })
    let first = try JSONValue.parse(Array(server.log.lines[0].utf8))
    #expect(first["path"].text == "/v1/feeds/home?…&width=390&…")
  }

  /// Where somebody has put a token by mistake, it is not written down, however it is spelt.
  @Test(
    .server(logs: true),
    arguments: [
      ("/v1/tokens/tanada_S3CRET", "/v1/tokens/…"),
      ("/v1/tokens/%74anada%5FS3CRET", "/v1/tokens/…"),
      ("/v1/content/recent_news?fields=tanada_S3CRET&limit=1", "/v1/content/recent_news?…&limit=1"),
      ("/v1/content/recent_news?cursor=xtanada_S3CRET", "/v1/content/recent_news?…"),
      ("/v1/feeds/home?width=%74anada_S3CRET", "/v1/feeds/home?…"),
    ])
  func aTokenInAnAddressIsNotNoted(target: String, expected: String) async throws {
    try await server.get(target)
    let line = try JSONValue.parse(Array(try #require(server.log.lines.first).utf8))
    #expect(line["path"].text == expected)
  }

  @Test(.listening(logs: true, publishes: false)) func aLineStaysALine() async throws {
    let connection = try RawConnection(port: server.port)
    connection.send(
      "GET /a\"b\\c%0A\(String(repeating: "x", count: 5_000)) HTTP/1.1\r\nHost: a\r\n"
        + "Connection: close\r\n\r\n")
    #expect(await connection.readToEnd().hasPrefix("HTTP/1.1 404 "))
    let line = try #require(server.log.lines.first)
    #expect(line.utf8.count < 2_000)
    #expect(line.filter { $0 == "\n" }.count == 1)
    #expect(try JSONValue.parse(Array(line.utf8))["path"].text?.hasPrefix("/a\"b\\c%0A") == true)
  }

  /// The request ends when the client has taken the response, not when the server has made it.
  @Test(.listening(logs: true, publishes: false)) func aRequestIsTimedUntilItsResponseIsTaken()
    async throws
  {
    try await server.enlargeArticle()
    let connection = try server.narrowConnection()
    connection.send(
      "GET \(LiveServer.largeArticle) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let labels = #"method="GET",route="/v1/content/{kind}/{id}",status="200""#
    try await eventually { try server.exposition()["tanada_http_requests_total{\(labels)}"] != nil }
    #expect(server.log.lines.isEmpty)
    server.clock.advance(by: .seconds(5))
    #expect(await connection.countToEnd() > LiveServer.largeSize)
    let entry = try await server.log.entry(0)
    #expect(entry["duration_ms"].number == 5_000)
    #expect(entry["bytes"].number.map { $0 > Double(LiveServer.largeSize) } == true)
    #expect(entry["aborted"] == .null)
    let sum = "tanada_http_request_duration_seconds_sum{route=\"/v1/content/{kind}/{id}\"}"
    #expect(try server.exposition()[sum] == 5)
  }

  @Test(
    .listening(
      logs: true, publishes: false,
      configure: {
        $0.http.limits.responseTimeout = .seconds(40)
      })) func aResponseThatIsNotTakenIsNotedAsFarAsItCame() async throws
  {
    try await server.enlargeArticle()
    let connection = try server.narrowConnection()
    connection.send("GET /v1/export/trend_articles HTTP/1.1\r\nHost: a\r\n\r\n")
    await server.clock.untilWaiting(for: .seconds(10))
    try await eventually {
      server.clock.advance(by: .seconds(10))
      return !server.log.lines.isEmpty
    }
    let entry = try await server.log.entry(0)
    #expect(entry["status"].number == 200)
    #expect(entry["aborted"] == .bool(true))
    connection.close()
  }

  @Test(.listening(logs: true, events: .init(heartbeat: .seconds(3_600))))
  func aStreamOfEventsIsNotedWhenItEndsAndNotTimed() async throws {
    let connection = try RawConnection(port: server.port)
    connection.send("GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
    try await eventually { await server.events.clientCount == 1 }
    #expect(server.log.lines.isEmpty)
    server.clock.advance(by: .seconds(7))
    connection.close()
    // It is noticed when nobody takes what is sent.
    var number = 0
    try await eventually {
      number += 1
      let banner = try TestContent.banner(1, campaign: number)
      try await server.store.write { transaction in _ = try transaction.upsert(banner) }
      server.publisher.storeChanged()
      return !server.log.lines.isEmpty
    }
    let entry = try await server.log.entry(0)
    #expect(entry["path"].text == "/v1/events")
    #expect(entry["duration_ms"].number == 7_000)
    #expect(entry["aborted"] == .null)
    let metrics = try server.exposition()
    let labels = #"method="GET",route="/v1/events",status="200""#
    #expect(metrics["tanada_http_requests_total{\(labels)}"] == 1)
    #expect(metrics[#"tanada_http_request_duration_seconds_count{route="/v1/events"}"#] == nil)
  }
}
