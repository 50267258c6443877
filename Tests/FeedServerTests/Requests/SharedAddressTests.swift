import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Addresses that people share and browsers load, to which networks, mails and campaigns add parameters.
@Suite struct SharedAddressTests {
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
    try await LocalServer.run { server in
      let plain = try await server.client.get(path)
      try #require(plain.status == 200)
      for added in Self.added {
        let answer = try await server.client.get(path + (path.contains("?") ? "&" : "?") + added)
        #expect(answer.status == 200, "\(added): \(answer.text)")
        #expect(answer.body == plain.body, "\(added)")
        for name in ["ETag", "xkey", "Link"] {
          #expect(answer.header(name) == plain.header(name), "\(added): \(name)")
        }
        // What is misspelt is still said.
        let misspelt = try await server.client.get(
          "\(path.prefix { $0 != "?" })?\(added)&widht=375")
        #expect(misspelt.status == 400)
        #expect(misspelt.text.contains("widht: expected "), "\(misspelt.text)")
      }
    }
  }

  @Test(arguments: [
    "/", "/gallery", "/studio", "/tanada.js", "/tanada-core.d.ts", "/openapi.json",
    "/v1/feeds/home.jsonfeed", "/v1/feeds/home.jsonfeed?locale=ja",
  ])
  func whatIsSharedIsWhatItIsWithAnyParameters(path: String) async throws {
    try await LocalServer.run { server in
      let plain = try await server.client.get(path)
      try #require(plain.status == 200)
      for added in Self.added + ["v=1.2", "v", "=", "a=1&a=2", "widht=375", "x%00=%zz"] {
        let answer = try await server.client.get(path + (path.contains("?") ? "&" : "?") + added)
        #expect(answer.status == 200, "\(added): \(answer.text)")
        #expect(answer.body == plain.body && answer.header("ETag") == plain.header("ETag"))
        #expect(answer.header("Link") == plain.header("Link"), "\(added)")
      }
      // A secret in an address is nothing to share.
      let secret = try await server.client.get(path.prefix { $0 != "?" } + "?token=1")
      #expect(try secret.code() == "token_in_query")
    }
  }

  @Test func assetsAndPicturesAreLoadedWithAnyParameters() async throws {
    try await LocalServer.run(configure: { configuration in
      configuration.openPictureSizes = [.init(width: 32, height: 16)].compactMap { $0 }
    }) { server in
      let page = try await server.client.get("/gallery").text
      let asset = try #require(page.firstMatch(of: /"(\/assets\/[^"]+\.js)"/)?.1)
      let id = try await server.publicPhoto(PhotoRouteTests.landscape)
      for path in [
        String(asset), "/v1/photos/\(id).jpg", "/v1/photos/\(id)/32x16.webp?fit=contain",
        "/v1/photos/\(id)/card.jpg?width=390",
      ] {
        let plain = try await server.client.get(path)
        #expect(plain.status == 200, "\(path)")
        let answer = try await server.client.get(
          path + (path.contains("?") ? "&" : "?") + "v=1.2&fbclid=a&size=1")
        #expect(answer.status == 200, "\(path): \(answer.text)")
        #expect(answer.body == plain.body && answer.header("ETag") == plain.header("ETag"))
      }
    }
  }

  /// A page that is shared names itself, and its picture, without what was added to its address.
  @Test func theAddressOfACardsPageIsItsOwn() async throws {
    try await LocalServer.run { server in
      let id = try await server.publicPhoto(PhotoRouteTests.landscape)
      let address = "https://feeds.example.com/v1/photos/\(id)/card"
      for (query, own) in [
        ("?fbclid=a", ""), ("?fbclid=a&width=390&utm_source=b&x=%22%3E", "?width=390"),
      ] {
        let page = try await server.client.get("/v1/photos/\(id)/card\(query)")
        #expect(page.status == 200, "\(page.text)")
        #expect(page.text.contains(#"<meta property="og:url" content="\#(address)\#(own)">"#))
        #expect(page.text.contains(#"<meta property="og:image" content="\#(address).jpg\#(own)">"#))
        #expect(page.text.contains(#"<img src="/v1/photos/\#(id)/card.jpg\#(own)""#))
        #expect(!page.text.contains("fbclid") && !page.text.contains("utm_"))
      }
    }
  }

  /// A document is in memory under its own address, whatever was added to the one that was asked for.
  @Test(arguments: [
    ("/v1/feeds/home?width=390", "&fbclid=a"), ("/v1/content/recent_news", "?utm_source=a"),
    ("/v1/feeds/home.jsonfeed", "?v=2&gclid=a"),
  ])
  func whatIsAddedIsNoPartOfAKey(path: String, added: String) async throws {
    try await LiveServer.run(prepare: DirectResponseTests.makeSmallScreen) { server in
      let plain = "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
      let marked = "GET \(path)\(added) HTTP/1.1\r\nHost: a\r\n\r\n"
      let responses = try await DirectResponseTests.responses(to: [marked, plain], server)
      #expect(responses.map(\.status) == [200, 200])
      #expect(responses[0].body == responses[1].body)
      #expect(try DirectResponseTests.directCount(server) == 1)
    }
  }

  /// A field may have the name of such a parameter, and then it is a condition.
  @Test func aFieldOfThatNameIsACondition() async throws {
    try await LocalServer.run { server in
      let (admin, editor) = (try await server.bearer(.admin), try await server.bearer(.editor))
      let kind = """
        {"kind":"links","title":"Links","roles":{"headline":"name"},
         "fields":[{"name":"name","type":"text","max_length":20},
                   {"name":"utm_source","type":"text","max_length":20}]}
        """
      #expect(try await server.send("PUT", "/v1/kinds/links", admin, json: kind).status == 201)
      for source in ["mail", "print"] {
        let item = #"{"name":"x","utm_source":"\#(source)"}"#
        #expect(
          try await server.send("POST", "/v1/content/links", editor, json: item).status == 201)
      }
      try await server.catchUp()
      for path in ["/v1/content/links", "/v1/export/links"] {
        for (query, ids) in [
          ("utm_source=mail", [1]), ("utm_source=print&utm_medium=x", [2]),
          ("utm_medium=x", [1, 2]), ("utm_source.ne=mail&fbclid=x", [2]),
        ] {
          let found = try await server.client.get("\(path)?\(query)").object()
          let items = try #require(found["result"] as? [[String: Any]])
          #expect(items.compactMap { $0["id"] as? Int } == ids, "\(path)?\(query)")
        }
        #expect(try await server.client.get("\(path)?utm_medium.ne=x").status == 400)
      }
    }
  }

  /// An edge leaves out the same parameters.
  @Test(arguments: ["edge/tanada.vcl", "docs/edge.md"])
  func edgesKnowTheNames(file: String) throws {
    let text = try String(contentsOf: PackageFiles.file(file), encoding: .utf8)
    for name in TrackingParameter.names.union(TrackingParameter.prefixes) {
      #expect(text.contains(name), "\(name)")
    }
  }
}
