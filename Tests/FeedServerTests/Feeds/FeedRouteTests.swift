import FeedLayout
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite(.server) struct FeedRouteTests {
  /// The content coding for each `Accept-Encoding`.
  @Test(
    arguments: [
      (nil, nil), ("", nil), ("identity", nil), ("gzip", "gzip"), ("br", "br"),
      ("gzip, deflate, br", "br"), ("GZIP;q=1.0, br;q=0.5", "gzip"), ("br;q=0, gzip", "gzip"),
      ("*", "br"), ("*;q=0.1, br;q=0", "gzip"), ("gzip;q=0.3, identity;q=0.5", nil),
      ("gzip;q=0.5, identity;q=0.5", "gzip"), ("x-gzip", "gzip"), ("br;q=2, gzip;q=abc", nil),
      ("identity;q=0, deflate", nil), ("br;level=5, gzip;q=0.001", "gzip"), (",,br ; q=0.8,", "br"),
    ] as [(String?, String?)])
  func theBestCodingIsServedWithItsOwnTag(accepted: String?, expected: String?) async throws {
    var headers: HTTPFields = [:]
    headers[.acceptEncoding] = accepted
    let answer = try await server.application.answer(
      .get, "/v1/feeds/home?width=390", headers: headers)
    #expect(answer.headers[.contentEncoding] == expected)
    #expect(answer.headers[.vary] == "Accept-Encoding")
    let screen = try #require(server.publisher.current?.feeds["home"])
      .screen(for: .init(width: 390))
    let coding = try #require(ContentCoding(rawValue: expected ?? "identity"))
    #expect(answer.body == screen.representation(in: coding).bytes)
    let tag = screen.representation(in: coding).entityTag
    #expect(answer.headers[.eTag] == tag)

    headers[.ifNoneMatch] = tag
    let known = try await server.application.answer(
      .get, "/v1/feeds/home?width=390", headers: headers)
    #expect(known.status == 304 && known.body.isEmpty && known.headers[.eTag] == tag)
    #expect(known.headers[.vary] == "Accept-Encoding")
    // The tag of another coding is that of other bytes.
    let other = try #require(
      ContentCoding.allCases.map { screen.representation(in: $0).entityTag }.first { $0 != tag })
    headers[.ifNoneMatch] = other
    let unknown = try await server.application.answer(
      .get, "/v1/feeds/home?width=390", headers: headers)
    #expect(unknown.status == 200)
  }

  @Test(arguments: [
    "/v1/feeds/home?width=390", "/v1/feeds/home?width=391", "/v1/feeds/home.jsonfeed",
    "/v1/feeds/home/sections/pickup_photos",
  ])
  func everyFeedResponseNamesItsRevisionAndKeys(path: String) async throws {
    let answer = try await server.get(path, is: 200)
    #expect(answer.header("X-Tanada-Revision") == "1")
    let keys = try #require(answer.header("xkey")).split(separator: " ")
    #expect(keys.contains("section:home/pickup_photos"))
    #expect(keys.contains("feed:home") == !path.contains("sections"))
    let packed = try await server.application.answer(.get, path, headers: [.acceptEncoding: "br"])
    #expect(packed.headers[.contentEncoding] == "br")
    #expect(packed.headers[try #require(HTTPField.Name("X-Tanada-Revision"))] == "1")
  }

  /// Only whole screens are shown as of another moment; nobody takes today's for them.
  @Test(
    arguments: ["/v1/feeds/home.jsonfeed", "/v1/feeds/home/sections/pickup_photos"],
    ["at=2026-12-24T09:00:00Z", "drafts=true"])
  func onlyScreensArePreviewed(path: String, query: String) async throws {
    try await server.get("\(path)?\(query)", viewer, is: 400, code: "unknown_parameter")
  }

  @Test func aFeedNobodyComposedIsNotFound() async throws {
    for path in ["/v1/feeds/other", "/v1/feeds/other.jsonfeed", "/v1/feeds/other/composition"] {
      try await server.get(path, is: 404, code: "not_found")
    }
  }

  @Test func theJSONFeedIsOneAndCachedAlike() async throws {
    let feed = try await server.get("/v1/feeds/home.jsonfeed")
    #expect(feed.header("Content-Type") == "application/feed+json")
    #expect(feed.header("Cache-Control") == ScreenTests.feedCaching)
    #expect(try feed.object()["version"] as? String == "https://jsonfeed.org/version/1.1")
    let tag = try #require(feed.header("ETag"))
    try await server.get("/v1/feeds/home.jsonfeed", ["If-None-Match": tag], is: 304)
  }

  @Test(
    .noServer,
    arguments: [
      (3_600, "max-age=30, stale-while-revalidate=300, stale-if-error=3570"),
      (100, "max-age=30, stale-while-revalidate=70, stale-if-error=70"),
      (30, "max-age=30, stale-while-revalidate=0, stale-if-error=0"),
      (12, "max-age=12, stale-while-revalidate=0, stale-if-error=0"),
      (0, "max-age=0, stale-while-revalidate=0, stale-if-error=0"),
    ])
  func nothingIsUsedAfterItDisappears(seconds: Int, expected: String) async throws {
    let start = SampleContent.committedAt.millisecondsSince1970
    // Half a second more, which no header can say.
    let boundary = Timestamp(millisecondsSince1970: start + seconds * 1_000 + 500)
    try await LiveServer.run(prepare: { store, _ in
      try await store.write {
        _ = try $0.setWindow(Window(unpublishAt: boundary), of: .recentNews, id: 1)
      }
    }) { server in
      for path in [
        "/v1/feeds/home", "/v1/feeds/home.jsonfeed", "/v1/feeds/home/sections/recent_news",
        "/v1/content/recent_news", "/v1/content/recent_news/2", "/v1/content/recent_news?limit=1",
      ] {
        let answer = try await server.get(path)
        #expect(answer.header("Cache-Control") == "public, \(expected)")
        let again = try await server.get(path)
        #expect(again.header("Cache-Control") == "public, \(expected)")
      }
      let screen = try await server.get("/v1/feeds/home").object()
      #expect(screen["expires_at"] as? String == boundary.rfc3339)
    }
  }

  @Test(.noServer, arguments: [true, false])
  func contentIsUsedWhileTheServerFailsUntilSomethingDisappears(isInService: Bool) async throws {
    let start = SampleContent.committedAt.millisecondsSince1970
    let boundary = Timestamp(millisecondsSince1970: start + 60_000)
    let end = Timestamp(millisecondsSince1970: start + 3_600_000)
    try await LiveServer.run(
      publishes: isInService,
      prepare: { store, _ in
        try await store.write {
          _ = try $0.setWindow(Window(publishAt: boundary), of: .recentNews, id: 1)
          _ = try $0.setWindow(Window(unpublishAt: end), of: .recentNews, id: 3)
        }
      }
    ) { server in
      for (seconds, expected) in [
        (0, "max-age=30, stale-while-revalidate=30, stale-if-error=3570"),
        (50, "max-age=10, stale-while-revalidate=0, stale-if-error=3540"),
      ] {
        server.clock.set(Timestamp(millisecondsSince1970: start + seconds * 1_000))
        for path in ["/v1/content/recent_news", "/v1/content/recent_news/2"] {
          let answer = try await server.get(path)
          #expect(answer.header("Cache-Control") == "public, \(expected)")
        }
      }
    }
  }

  @Test(.noServer) func viewersSeeTheScreenOfAnotherMoment() async throws {
    let start = SampleContent.committedAt.millisecondsSince1970
    let later = Timestamp(millisecondsSince1970: start + 60_000)
    try await LiveServer.run(prepare: { store, _ in
      try await store.write {
        _ = try $0.setWindow(Window(publishAt: later), of: .recentNews, id: 1)
        _ = try $0.setWindow(Window(isDraft: true), of: .recentNews, id: 2)
      }
    }) { server in
      let viewer = try await server.identity(.viewer)
      let paths = [
        ("/v1/feeds/home", false, false), ("/v1/feeds/home?at=\(later.rfc3339)", true, false),
        ("/v1/feeds/home?drafts=true", false, true),
        ("/v1/feeds/home?drafts=true&at=\(later.rfc3339)", true, true),
      ]
      for (path, first, second) in paths {
        let answer = try await server.application.answer(.get, path, as: viewer)
        #expect(answer.status == 200)
        let news = try answer.json()["sections"].elements[1]["items"].elements
        let ids = news.compactMap { $0["id"].number }
        #expect(ids.contains(1) == first && ids.contains(2) == second, "\(path)")
        #expect(ids.count == 10 + (first ? 1 : 0) + (second ? 1 : 0))
        if path.contains("?") {
          #expect(answer.headers[.cacheControl] == "no-store")
          try await server.get(path, is: 401)
        }
      }
      for path in ["/v1/feeds/home?at=tomorrow", "/v1/feeds/home?drafts=maybe"] {
        #expect(try await server.application.answer(.get, path, as: viewer).status == 400)
      }
      let unknown = try await server.application.answer(
        .get, "/v1/feeds/no?drafts=true", as: viewer)
      #expect(unknown.status == 404)
    }
  }
}
