import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import FeedStoreSQLite
import Foundation
import TestSupport
import Testing

@Suite struct TransferRouteTests {
  private static let oneBanner =
    #"[{"id":99,"banner_contents_id":1,"banner_url":"https://example.com/a.jpg"}]"#

  @Test func onlyAnImportThatIsMeantTellsThePublisher() async throws {
    // Nobody polls: only announced writes are published.
    try await LiveServer.run(publishes: false) { server in
      let editor = try await server.bearer(.editor)
      let path = "/v1/import/campaign_banners"
      let rehearsal = try await server.send(
        "POST", path + "?dry_run=true", editor, json: Self.oneBanner)
      let summary = try rehearsal.object()
      #expect(summary["dry_run"] as? Bool == true && summary["inserted"] as? Int == 1)
      try await Task.sleep(for: .milliseconds(200))
      #expect(server.publisher.current == nil)

      #expect(try await server.send("POST", path, editor, json: Self.oneBanner).status == 200)
      // Bounded by count, not by a clock.
      for _ in 0..<500 where server.publisher.current == nil {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(server.publisher.current?.revision == 2)
    }
  }

  /// `dryrun=true` is not taken for a wish to write.
  @Test(arguments: ["dryrun=true", "dry_run=true&x=1", "dry_run=true&dry_run=false"])
  func aParameterThatMeansNothingImportsNothing(query: String) async throws {
    try await LiveServer.run { server in
      let editor = try await server.bearer(.editor)
      let answer = try await server.send(
        "POST", "/v1/import/campaign_banners?\(query)", editor, json: Self.oneBanner)
      #expect(answer.status == 400)
      #expect(
        try answer.code()
          == (query.hasSuffix("=false") ? "repeated_parameter" : "unknown_parameter"))
      #expect(try await server.store.item(of: .campaignBanners, id: 99) == nil)
    }
  }

  @Test(arguments: [
    ("text/csv", "", 200), ("Text/CSV; charset=utf-8", "", 200), ("text/csv", "?format=json", 400),
    ("application/x-www-form-urlencoded", "?format=csv", 200),
    ("application/x-www-form-urlencoded", "", 400), ("application/json", "", 400),
    ("application/json", "?format=csv", 200),
  ])
  func theTypeOfABodySaysItsFormatWhereNothingElseDoes(
    type: String, query: String, status: Int
  ) async throws {
    try await LiveServer.run { server in
      var headers = try await server.bearer(.editor)
      headers["Content-Type"] = type
      let answer = try await server.client.send(
        "POST", "/v1/import/campaign_banners\(query)", headers: headers,
        body: Data("id,banner_contents_id,banner_url\n99,1,https://example.com/a.jpg\n".utf8))
      #expect(answer.status == status)
    }
  }

  @Test func anExportIsOfOneRevisionHoweverSlowlyItIsRead() async throws {
    try await LiveServer.run(prepare: { store, _ in try await Self.fill(store) }) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(
        "GET /v1/export/campaign_banners?format=ndjson HTTP/1.1\r\nHost: a\r\n"
          + "Connection: close\r\n\r\n")
      let head = await connection.read { $0.contains("\r\n\r\n") }
      #expect(head.contains("\r\nX-Tanada-Revision: 2\r\n"))
      _ = try await server.store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.delete(.campaignBanners, id: Self.largeCount)
        _ = try transaction.upsert(Self.banner(Self.largeCount + 1, "MEANWHILE"))
      }
      let rest = await connection.readBytesToEnd()
      let whole = Array(head.utf8) + rest
      #expect(whole.firstRange(of: Array("\"id\":\(Self.largeCount),".utf8)) != nil)
      #expect(whole.firstRange(of: Array("MEANWHILE".utf8)) == nil)
      #expect(whole.suffix(5).elementsEqual("0\r\n\r\n".utf8), "and it is whole")
    }
  }

  /// A client that does not read keeps its place until it goes, or has to.
  @Test(arguments: [Duration.seconds(3_600), .milliseconds(300)])
  func largeExportsAreFewAndNoneGoesOnForEver(timeout: Duration) async throws {
    try await LiveServer.run(
      configure: {
        $0.maximumExportCount = 1
        $0.exportTimeout = timeout
      },
      prepare: { store, _ in try await Self.fill(store) }
    ) { server in
      let path = "/v1/export/campaign_banners"
      let connection = try RawConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = await connection.read { $0.contains("\r\n\r\n") }
      let isLimited = timeout < .seconds(1)
      if !isLimited {
        let refused = try await server.client.get(path)
        #expect(refused.status == 503)
        #expect(try refused.code() == "too_many_exports")
        #expect(refused.header("Retry-After") == "5")
        // An export in one read takes no place.
        #expect(try await server.client.get("/v1/export/recent_news").status == 200)
        connection.close()
      }
      var status = 503
      // Bounded by count, not by a clock.
      for _ in 0..<500 where status == 503 {
        try await Task.sleep(for: .milliseconds(20))
        status = try await server.client.send("HEAD", path).status
      }
      #expect(status == 200)
    }
  }

  /// A body that is on its way for long does not outlive the token.
  @Test func aTokenThatIsRevokedMeanwhileEndsAnImport() async throws {
    try await LiveServer.run { server in
      let headers = try await server.bearer(.editor, name: "Ben")
      let item = #"{"id":77,"banner_contents_id":1,"banner_url":"https://example.com/a.jpg"}"#
      let body = #"{"result":["# + item + "]}"
      let connection = try RawConnection(port: server.port)
      connection.send(
        "POST /v1/import/campaign_banners HTTP/1.1\r\nHost: a\r\n"
          + headers.map { "\($0): \($1)\r\n" }.joined()
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body.dropLast())")
      // Time to accept the token; it is refused in any case.
      try await Task.sleep(for: .milliseconds(200))
      let tokens = try await server.store.read { try $0.tokens() }
      let id = try #require(tokens.first { $0.name == "Ben" }?.id)
      let now = server.clock.now()
      _ = try await server.store.write(at: now) { _ = try $0.revokeToken(id) }
      connection.send("}")
      let answer = await connection.read { $0.contains(#""code""#) || $0.contains("inserted") }
      #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)")
      #expect(answer.contains("the token was revoked"))
      #expect(try await server.client.get("/v1/content/campaign_banners/77").status == 404)
    }
  }

  /// Clients without a token use half of the places, so that they do not keep editors waiting.
  @Test func exportsWithoutATokenLeavePlacesForOthers() async throws {
    try await LiveServer.run(
      configure: { $0.maximumExportCount = 2 }, prepare: { store, _ in try await Self.fill(store) }
    ) { server in
      let path = "/v1/export/campaign_banners"
      let connection = try RawConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = await connection.read { $0.contains("\r\n\r\n") }
      #expect(try await server.client.get(path).code() == "too_many_exports")
      let viewer = try await server.bearer(.viewer)
      #expect(try await server.client.get(path, headers: viewer).status == 200)
    }
  }

  @Test func aSmallExportHasALengthAndARevision() async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.get("/v1/export/recent_news?format=csv")
      #expect(answer.header("Content-Length") == "\(answer.body.count)")
      #expect(answer.header("X-Tanada-Revision") == "1")
      let head = try await server.client.send("HEAD", "/v1/export/recent_news?format=csv")
      #expect(head.header("Content-Length") == "\(answer.body.count)")
    }
  }

  /// More than lies between a server and a client that does not read.
  private static let largeCount = 3_600

  private static func fill(_ store: SQLiteFeedStore) async throws {
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for id in 100...largeCount {
        _ = try transaction.upsert(banner(id, String(repeating: "a", count: 4_000)))
      }
    }
  }

  private static func banner(_ id: Int, _ name: String) -> CampaignBanner {
    var banner = CampaignBanner()
    banner.id = id
    banner.bannerURL = "https://example.com/\(name)"
    return banner
  }
}
