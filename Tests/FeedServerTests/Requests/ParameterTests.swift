import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Addresses that people share and browsers load, to which networks, mails and campaigns add parameters.
@Suite(.server) struct SharedAddressTests {
  /// What is added to links. Values may be encoded, and names repeated or in other case.
  private static let added = [
    "utm_source=a&utm_medium=b%20c&utm_campaign=d", "fbclid=IwAR0_x-1&fbclid=2", "UTM_Term=x",
    "gclid=1", "msclkid=", "ref_src=twsrc%5Etfw", "_hsenc=p2&_hsmi=3", "mkt_tok", "utm%5Fid=4",
  ]

  @Test(arguments: [
    "/v1/feeds", "/v1/feeds/home", "/v1/feeds/home?width=375", "/v1/feeds/home/composition",
    "/v1/feeds/home/sections/pickup_photos?limit=1", "/v1/content/recent_news",
    "/v1/content/recent_news?limit=2", "/v1/content/recent_news/1?fields=id",
    "/v1/export/recent_news?format=csv", "/v1/kinds", "/v1/kinds/recent_news", "/v1/layouts",
    "/v1/feeds/home/variant?platform=ios",
  ])
  func programsGetWhatTheyAskedFor(path: String) async throws {
    let plain = try await server.get(path)
    try #require(plain.status == 200)
    for added in Self.added {
      let answer = try await server.get(path + (path.contains("?") ? "&" : "?") + added, is: 200)
      #expect(answer.body == plain.body, "\(added)")
      for name in ["ETag", "xkey", "Link"] {
        #expect(answer.header(name) == plain.header(name), "\(added): \(name)")
      }
      // What is misspelt is still said.
      let misspelt = try await server.get(
        "\(path.prefix { $0 != "?" })?\(added)&widht=375", is: 400)
      #expect(misspelt.text.contains("widht: expected "), "\(misspelt.text)")
    }
  }

  @Test(arguments: [
    "/", "/gallery", "/studio", "/tanada.js", "/tanada-core.d.ts", "/openapi.json",
    "/v1/feeds/home.jsonfeed", "/v1/feeds/home.jsonfeed?locale=ja",
  ])
  func whatIsSharedIsWhatItIsWithAnyParameters(path: String) async throws {
    let plain = try await server.get(path)
    try #require(plain.status == 200)
    for added in Self.added + ["v=1.2", "v", "=", "a=1&a=2", "widht=375", "x%00=%zz"] {
      let answer = try await server.get(path + (path.contains("?") ? "&" : "?") + added, is: 200)
      #expect(answer.body == plain.body && answer.header("ETag") == plain.header("ETag"))
      #expect(answer.header("Link") == plain.header("Link"), "\(added)")
    }
    // A secret in an address is nothing to share.
    let secret = try await server.get(path.prefix { $0 != "?" } + "?token=1")
    #expect(try secret.code() == "token_in_query")
  }

  @Test(
    .server(configure: { configuration in
      configuration.openPictureSizes = [.init(width: 32, height: 16)].compactMap { $0 }
    })) func assetsAndPicturesAreLoadedWithAnyParameters() async throws
  {
    let page = try await server.get("/gallery").text
    let asset = try #require(page.firstMatch(of: /"(\/assets\/[^"]+\.js)"/)?.1)
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    for path in [
      String(asset), "/v1/photos/\(id).jpg", "/v1/photos/\(id)/32x16.webp?fit=contain",
      "/v1/photos/\(id)/card.jpg?width=390",
    ] {
      let plain = try await server.get(path, is: 200)
      let answer = try await server.get(
        path + (path.contains("?") ? "&" : "?") + "v=1.2&fbclid=a&size=1", is: 200)
      #expect(answer.body == plain.body && answer.header("ETag") == plain.header("ETag"))
    }
  }

  /// A page that is shared names itself, and its picture, without what was added to its address.
  @Test func theAddressOfACardsPageIsItsOwn() async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    let address = "https://feeds.example.com/v1/photos/\(id)/card"
    for (query, own) in [
      ("?fbclid=a", ""), ("?fbclid=a&width=390&utm_source=b&x=%22%3E", "?width=390"),
    ] {
      let page = try await server.get("/v1/photos/\(id)/card\(query)", is: 200)
      #expect(page.text.contains(#"<meta property="og:url" content="\#(address)\#(own)">"#))
      #expect(page.text.contains(#"<meta property="og:image" content="\#(address).jpg\#(own)">"#))
      #expect(page.text.contains(#"<img src="/v1/photos/\#(id)/card.jpg\#(own)""#))
      #expect(!page.text.contains("fbclid") && !page.text.contains("utm_"))
    }
  }

  /// A document is in memory under its own address, whatever was added to the one that was asked for.
  @Test(
    .listening(prepare: DirectResponseTests.makeSmallScreen),
    arguments: [
      ("/v1/feeds/home?width=390", "&fbclid=a"), ("/v1/content/recent_news", "?utm_source=a"),
      ("/v1/feeds/home.jsonfeed", "?v=2&gclid=a"),
    ])
  func whatIsAddedIsNoPartOfAKey(path: String, added: String) async throws {
    let plain = "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
    let marked = "GET \(path)\(added) HTTP/1.1\r\nHost: a\r\n\r\n"
    let responses = try await server.responses(to: [marked, plain])
    #expect(responses.map(\.status) == [200, 200])
    #expect(responses[0].body == responses[1].body)
    #expect(try server.directCount() == 1)
  }

  /// A field may have the name of such a parameter, and then it is a condition.
  @Test func aFieldOfThatNameIsACondition() async throws {
    let kind = """
      {"kind":"links","title":"Links","roles":{"headline":"name"},
       "fields":[{"name":"name","type":"text","max_length":20},
                 {"name":"utm_source","type":"text","max_length":20}]}
      """
    try await server.send("PUT", "/v1/kinds/links", admin, json: kind, is: 201)
    for source in ["mail", "print"] {
      let item = #"{"name":"x","utm_source":"\#(source)"}"#
      try await server.send("POST", "/v1/content/links", editor, json: item, is: 201)
    }
    try await server.catchUp()
    for path in ["/v1/content/links", "/v1/export/links"] {
      for (query, ids) in [
        ("utm_source=mail", [1]), ("utm_source=print&utm_medium=x", [2]),
        ("utm_medium=x", [1, 2]), ("utm_source.ne=mail&fbclid=x", [2]),
      ] {
        let found = try await server.get("\(path)?\(query)").object()
        let items = try #require(found["result"] as? [[String: Any]])
        #expect(items.compactMap { $0["id"] as? Int } == ids, "\(path)?\(query)")
      }
      try await server.get("\(path)?utm_medium.ne=x", is: 400)
    }
  }

  /// An edge leaves out the same parameters.
  @Test(.noServer, arguments: ["edge/tanada.vcl", "docs/edge.md"])
  func edgesKnowTheNames(file: String) throws {
    let text = try String(contentsOf: PackageFiles.file(file), encoding: .utf8)
    for name in TrackingParameter.names.union(TrackingParameter.prefixes) {
      #expect(text.contains(name), "\(name)")
    }
  }
}

/// Query parameters that a route does not know.
@Suite(.server) struct ParameterTests {
  @Test(arguments: [
    ("/v1/feeds", "no parameters"),
    (
      "/v1/feeds/home",
      "one of width, text_size, direction, locale, max_version, variant, at, drafts, preview, release, "
        + "revision, platform, app_version, audience, share"
    ),
    (
      "/v1/feeds/home?width=390",
      "one of width, text_size, direction, locale, max_version, variant, at, drafts, preview, release, "
        + "revision, platform, app_version, audience, share"
    ),
    ("/v1/feeds/home/composition", "no parameters"),
    (
      "/v1/feeds/home/sections/pickup_photos",
      "one of width, text_size, direction, locale, max_version, variant, limit, cursor"
    ),
    ("/v1/content/recent_news/1", "one of fields, locale"),
    ("/v1/kinds", "no parameters"), ("/v1/kinds/recent_news", "no parameters"),
    ("/v1/events", "one of last_event_id"),
  ])
  func aPublicRouteRefusesWhatItDoesNotKnow(path: String, expected: String) async throws {
    let answer = try await server.get(
      path + (path.contains("?") ? "&" : "?") + "widht=375", is: 400, code: "unknown_parameter")
    #expect(try answer.object()["detail"] as? String == "widht: expected \(expected)")
  }

  @Test(arguments: [
    "GET /v1/tokens", "POST /v1/tokens", "DELETE /v1/tokens/999", "GET /v1/audit",
    "PUT /v1/feeds/summer/composition", "DELETE /v1/feeds/summer", "POST /v1/batch",
    "POST /v1/content/recent_news", "PUT /v1/content/recent_news/1",
    "PATCH /v1/content/recent_news/1", "DELETE /v1/content/recent_news/1",
    "PUT /v1/kinds/shops", "DELETE /v1/kinds/shops", "GET /v1/releases", "POST /v1/releases",
    "GET /v1/releases/1", "PATCH /v1/releases/1", "DELETE /v1/releases/1",
    "PUT /v1/releases/1/operations", "POST /v1/releases/1/publish", "POST /v1/releases/1/links",
  ])
  func aRouteWithARoleRefusesWhatItDoesNotKnowOnceTheRoleIsClear(route: String) async throws {
    let parts = route.split(separator: " ").map(String.init)
    let body = ["POST", "PUT", "PATCH"].contains(parts[0]) ? "{}" : nil
    try await server.send(parts[0], parts[1] + "?dryrun=true", json: body, is: 401)
    try await server.send(
      parts[0], parts[1] + "?dryrun=true", admin, json: body, is: 400, code: "unknown_parameter")
    #expect(try await server.revision() == 1)
    try await server.get("/v1/content/recent_news/1", is: 200)
  }

  /// Monitoring adds parameters of its own, against caches.
  @Test(arguments: ["/healthz", "/readyz", "/metrics"])
  func monitoringMayAddParameters(path: String) async throws {
    try await server.get("\(path)?nocache=1", is: 200)
  }

  @Test(arguments: [
    "/v1/feeds/home?width=390&width=375", "/v1/feeds/home.jsonfeed?locale=ja&locale=ja",
    "/v1/feeds/home/sections/pickup_photos?limit=1&limit=2", "/v1/content/recent_news/1?a=1&a=2",
  ])
  func aRepeatedParameterIsRefused(path: String) async throws {
    try await server.get(path, is: 400, code: "repeated_parameter")
  }

  /// A preview of a section says where previews are.
  @Test(arguments: ["/v1/feeds/home.jsonfeed", "/v1/feeds/home/sections/pickup_photos"])
  func thePreviewOfASectionKeepsItsExplanation(path: String) async throws {
    let answer = try await server.get("\(path)?at=2026-12-24T09:00:00Z")
    #expect(
      try answer.object()["detail"] as? String
        == "at: expected no preview of a section; GET /v1/feeds/{feed}?at=… shows the whole screen"
    )
  }
}
