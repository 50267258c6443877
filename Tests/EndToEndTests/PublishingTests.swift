import FeedModel
import Foundation
import Testing
import TestSupport

/// Feeds, what they are made of, and how they are served: through the built binary.
@Suite(.serialized) struct PublishingTests {
  static let winter = """
    {"sections":[{"id":"best","kind":"pickup_photos","title":"冬","limit":3,\
    "layout":{"type":"staggered_grid","options":{"columns":"3"}},\
    "source":{"pinned":[7,404,2,1,3]},"category":"media","min_schema_version":2,\
    "action":{"deep_link":"tanada://{kind}/{id}","web_url":"https://example.com/p/{id}?t={title}"}},\
    {"id":"draft","kind":"recent_news","title":"draft","window":{"draft":true}}]}
    """

  /// Serves the sample content, and a second feed.
  private func run(_ body: (RunningServer) async throws -> Void) async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.compose("winter", Self.winter)
    try await RunningServer.run(in: folder, body)
  }

  /// Point 4: a feed shows the sections of its composition, laid out and chosen as that says.
  @Test(.onlyAll("CompositionRouteTests and FeedRouteTests have compositions"))
  func aCompositionMakesAFeed() async throws {
    try await run { server in
      let feed = try JSONValue.parse(try await server.client.get("/v1/feeds/winter").body)
      let sections = feed["sections"].elements
      #expect(sections.compactMap { $0["id"].text } == ["best"])
      #expect(sections[0]["items"].elements.compactMap { $0["id"].number } == [7, 2, 1])
      #expect(sections[0]["layout"]["columns"].elements.count == 3)
      let home = try JSONValue.parse(try await server.client.get("/v1/feeds/home").body)
      #expect(home["sections"].elements.count == 6)
      #expect(try await server.client.get("/v1/feeds/summer").status == 404)

      let composition = try await server.client.get("/v1/feeds/winter/composition")
      let written = try JSONValue.parse(composition.body)["sections"].elements
      #expect(written.compactMap { $0["id"].text } == ["best"], "drafts are not for everyone")
      #expect(written[0]["layout"]["options"]["columns"].number == 3)
      let refused = try await server.client.send(
        "PUT", "/v1/feeds/winter/composition", body: Data(Self.winter.utf8))
      #expect(refused.status == 401)
      #expect(refused.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
    }
  }

  /// Point 4: a section shows what its query finds, in its order, up to its limit.
  @Test(.onlyAll("SectionTests has queries")) func aSectionShowsWhatItsQueryFinds() async throws {
    try await run { server in
      let admin = try await server.token("admin")
      let written = try await server.send(
        "PUT", "/v1/feeds/best/composition", admin,
        """
        {"sections":[
          {"id":"top","kind":"featured_topics","title":"Best","limit":3,
           "source":{"query":{"filter":{"rating.gte":"3.5"},"sort":"-rating,id"}}},
          {"id":"found","kind":"featured_topics","title":"Found",
           "source":{"query":{"q":"カレー"}}}
        ]}
        """)
      #expect(written.status == 201, "\(written.text)")
      try await server.waitForRevision(2)
      let sections = try await server.json("/v1/feeds/best")["sections"].elements
      let expected = [
        "/v1/content/featured_topics?rating.gte=3.5&sort=-rating,id&limit=3",
        "/v1/content/featured_topics?q=%E3%82%AB%E3%83%AC%E3%83%BC",
      ]
      for (section, list) in zip(sections, expected) {
        let ids = try await server.json(list)["result"].elements.compactMap { $0["id"].number }
        #expect(!ids.isEmpty && section["items"].elements.compactMap { $0["id"].number } == ids)
      }
      // Whatever is found no more leaves the section.
      let best = try #require(sections[0]["items"].elements.first?["id"].number)
      let patched = try await server.send(
        "PATCH", "/v1/content/featured_topics/\(Int(best))", admin, #"{"rating":1}"#)
      #expect(patched.status == 200)
      try await server.waitForRevision(3)
      let left = try await server.json("/v1/feeds/best")["sections"].elements[0]
      #expect(!left["items"].elements.contains { $0["id"].number == best })
    }
  }

  /// Point 7: bytes are compressed once, each coding has its tag, and every response names its revision and
  /// surrogate keys.
  @Test(
    .onlyAll("PackingTests has codings, and FeedRouteTests their tags"), arguments: ["gzip", "br"])
  func documentsArePackedAndTagged(coding: String) async throws {
    try await run { server in
      for path in ["/v1/feeds/home?width=390", "/v1/feeds/home?width=391"] {
        let plain = try await server.client.get(path)
        let packed = try await Self.curl(
          server, path, ["--compressed", "--header", "Accept-Encoding: \(coding)"])
        #expect(packed.headers["content-encoding"] == coding)
        #expect(packed.headers["vary"] == "Accept-Encoding")
        #expect(packed.body == plain.body)
        let length = try #require(packed.headers["content-length"].flatMap(Int.init))
        #expect(length * 4 < plain.body.count)
        let tag = try #require(packed.headers["etag"])
        #expect(tag != plain.header("ETag"))
        #expect(packed.headers["x-tanada-revision"] == "1")
        let keys = try #require(packed.headers["xkey"]).split(separator: " ")
        #expect(keys.contains("feed:home") && keys.contains("section:home/pickup_photos"))

        let known = try await Self.curl(
          server, path,
          ["--header", "Accept-Encoding: \(coding)", "--header", "If-None-Match: \(tag)"])
        #expect(known.headers["status"] == "304" && known.body.isEmpty)
        let other = try await server.client.get(path, headers: ["If-None-Match": tag])
        #expect(other.status == 200, "the tag of other bytes")
      }
    }
  }

  /// Point 3: scheduled items are shown when they are due, and no cache keeps the old screen for longer.
  @Test func whatIsScheduledIsPublishedByItself() async throws {
    try await run { server in
      let tomorrow = Timestamp(Date(timeIntervalSinceNow: 86_400))
      try server.folder.schedule(.recentNews, 1, from: tomorrow)
      try await server.waitForRevision(2)
      var screen = try await server.json("/v1/feeds/home")
      #expect(screen["expires_at"].text == tomorrow.rfc3339)
      #expect(Self.newsIDs(screen) == Array(2...12))
      // Hidden in revision 3 too, which is a minute old, and due since: the server makes the next one.
      let due = Timestamp(Date(timeIntervalSinceNow: -1))
      try server.folder.schedule(.recentNews, 1, from: due)
      try await server.waitForRevision(4)
      screen = try await server.json("/v1/feeds/home")
      #expect(screen["expires_at"] == .null)
      #expect(Self.newsIDs(screen) == Array(1...12))
      let generated = try #require(screen["generated_at"].text.flatMap { Timestamp($0) })
      #expect(generated.millisecondsSince1970 >= due.millisecondsSince1970)

      let preview = try await server.client.get("/v1/feeds/home?at=2026-12-24T09:00:00Z")
      #expect(preview.status == 401)
    }
  }

  @Test(.onlyAll("whatIsScheduledIsPublishedByItself publishes what is due"))
  func theCommandLinePublishesWhatIsDueAndShowsIt() async throws {
    let folder = try await TemporaryFolder.withSamples()
    #expect(
      try await Tanada.run(["feed", "publish"], in: folder).text == "nothing was due, revision 1\n")
    try folder.schedule(.recentNews, 1, from: Timestamp(Date(timeIntervalSinceNow: -1)))
    #expect(try await Tanada.run(["feed", "publish"], in: folder).text == "revision 3\n")

    try await RunningServer.run(in: folder) { server in
      let served = try await server.client.get("/v1/feeds/home?width=414").body
      let shown = try await Tanada.run(["feed", "show", "--width", "414"], in: folder)
      #expect(shown.output == served + Data("\n".utf8))
    }
    let unknown = try await Tanada.run(["feed", "show", "summer"], in: folder, status: 1)
    #expect(unknown.messages == "error: summer: there is no such feed; expected one of home\n")
  }

  // MARK: -

  private static func newsIDs(_ screen: JSONValue) -> [Int] {
    screen["sections"].elements[1]["items"].elements.compactMap { $0["id"].number.map { Int($0) } }
  }

  /// The headers, by names in lower case, and the body of GET `path` as curl has them.
  private static func curl(
    _ server: RunningServer, _ path: String, _ arguments: [String]
  ) async throws -> (headers: [String: String], body: Data) {
    let file = server.folder.path(".headers")
    let outcome = try await Tanada.run(
      "/usr/bin/curl",
      ["--silent", "--show-error", "--max-time", "30", "--dump-header", file] + arguments
        + [server.base + path], in: server.folder)
    try #require(outcome.status == 0, "\(outcome.messages)")
    var headers: [String: String] = [:]
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\r\n") {
      if line.hasPrefix("HTTP/1.1 ") {
        headers["status"] = String(line.dropFirst(9).prefix(3))
      } else if let colon = line.firstIndex(of: ":") {
        headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst(2))
      }
    }
    return (headers, outcome.output)
  }
}
