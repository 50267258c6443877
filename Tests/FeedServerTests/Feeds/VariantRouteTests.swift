import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The variants of a feed, as clients ask for them.
struct VariantRouteTests {
  private static let composition = """
    {"sections":[
      {"id":"secret","kind":"featured_topics","title":"Secret","when":{"platforms":["ios"]}},
      {"id":"photos","kind":"pickup_photos","title":"写真","title@en":"Photos","limit":3,
       "layout":{"type":"uniform_grid"},"source":{"query":{"sort":"id"}}},
      {"id":"spring","kind":"campaign_banners","title":"Spring",
       "when":{"share":{"from":0,"to":0.2,"salt":"spring"}}},
      {"id":"newest","kind":"recent_news","title":"Newest","limit":1,
       "when":{"app_version":">=3.2 <4"}}]}
    """

  /// A server whose home feed shows photos to everybody, the second one to members alone.
  private static func run(_ body: (LiveServer) async throws -> Void) async throws {
    try await LocalServer.run(
      prepare: { store, _ in
        _ = try await store.write(at: SampleContent.committedAt) { transaction in
          for id in 1...9 { _ = try transaction.upsert(TestContent.photo(id)) }
          let members = try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
          for id in [2, 7] {
            _ = try transaction.setWindow(Window(when: members), of: .pickupPhotos, id: id)
          }
          _ = try transaction.setComposition(Self.composition, of: "home")
          _ = try transaction.setComposition(Self.composition, of: "other")
        }
      }, body)
  }

  private static func name(
    _ query: String, of feed: String = "home", in server: LiveServer
  ) async throws -> String {
    let answer = try await server.client.get("/v1/feeds/\(feed)/variant?\(query)")
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(try answer.object()["variant"] as? String)
  }

  /// The sections of a screen with the ids of their items.
  private static func sections(_ answer: TestClient.Response) throws -> [String: [Int]] {
    #expect(answer.status == 200, "\(answer.text)")
    return try JSONValue.parse(answer.body)["sections"].elements.reduce(into: [:]) {
      $0[$1["id"].text ?? ""] = $1["items"].elements.map { Int($0["id"].number ?? 0) }
    }
  }

  @Test func aClientAsksForItsVariantInPrivate() async throws {
    try await Self.run { server in
      let answer = try await server.client.get("/v1/feeds/home/variant?platform=ios")
      let caching = try #require(answer.header("Cache-Control"))
      #expect(caching.hasPrefix("private"))
      #expect(answer.header("xkey") == nil)
      #expect(Set(try answer.object().keys) == ["variant", "expires_at"])
      let screen = try await server.client.get(
        "/v1/feeds/home?variant=\(Self.name("platform=ios", in: server))")
      #expect(screen.header("Cache-Control")?.contains("private") == false)
      #expect(screen.header("xkey") == "feed:home variants:home")
      #expect(Set(try Self.sections(screen).keys) == ["secret", "photos"])
    }
  }

  @Test(
    arguments: [
      ("", ["photos"]), ("platform=ios", ["photos", "secret"]), ("platform=tv", ["photos"]),
      ("app_version=3.10.1", ["newest", "photos"]), ("app_version=4.0", ["photos"]),
      // A version that cannot be read is no error: an app must not lose its screen for it.
      ("app_version=newest", ["photos"]), ("app_version=", ["photos"]),
      ("key=device-1", ["photos", "spring"]), ("key=a", ["photos"]), ("key=", ["photos"]),
      (
        "platform=ios&app_version=3.2&audience=beta&key=device-1",
        ["newest", "photos", "secret", "spring"]
      ),
    ])
  func theVariantShowsWhatTheClientMeets(query: String, expected: [String]) async throws {
    try await Self.run { server in
      let name = try await Self.name(query, in: server)
      let answers = [
        try await server.client.get("/v1/feeds/home?variant=\(name)"),
        // From memory.
        try await server.client.get("/v1/feeds/home?variant=\(name)"),
      ]
      #expect(try Self.sections(answers[0]).keys.sorted() == expected)
      #expect(answers[0].body == answers[1].body)
      for header in ["ETag", "xkey", "Cache-Control", "X-Tanada-Revision"] {
        #expect(answers[0].header(header) == answers[1].header(header), "\(header)")
      }
    }
  }

  @Test func anAnswerFromMemoryEndsWithItsRevision() async throws {
    try await Self.run { server in
      let name = try await Self.name("audience=members", in: server)
      for _ in 1...2 {
        let screen = try await server.client.get("/v1/feeds/home?variant=\(name)")
        #expect(try Self.sections(screen) == ["photos": [1, 2, 3]])
      }
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.delete(.pickupPhotos, id: 3)
      }
      try await server.publisher.publish()
      for _ in 1...2 {
        let screen = try await server.client.get("/v1/feeds/home?variant=\(name)")
        #expect(try Self.sections(screen) == ["photos": [1, 2, 4]])
      }
    }
  }

  @Test(arguments: [
    ("platform=i%20os", "platform"), ("platform=", "platform"), ("audience=a,b%20c", "audience"),
    ("key=\(String(repeating: "k", count: 257))", "key"),
    ("audience=\((0...50).map { "a\($0)" }.joined(separator: ","))", "audience"),
    ("share=0.1", "share"), ("width=390", "width"),
  ])
  func aFactThatIsNoneIsRefused(query: String, parameter: String) async throws {
    try await Self.run { server in
      let answer = try await server.client.get("/v1/feeds/home/variant?\(query)")
      #expect(answer.status == 400)
      #expect(answer.text.contains(parameter), "\(answer.text)")
    }
  }

  @Test func aVariantThatDoesNotExistIsGone() async throws {
    try await Self.run { server in
      let (name, others) = (
        try await Self.name("platform=ios", in: server),
        try await Self.name("platform=ios", of: "other", in: server)
      )
      let forged = String(name.dropLast(2)) + (name.hasSuffix("AA") ? "BB" : "AA")
      for gone in [others, forged, "garbage", "%00", String(repeating: "A", count: 5_000)] {
        for path in ["/v1/feeds/home?", "/v1/feeds/home/sections/photos?"] {
          let answer = try await server.client.get("\(path)variant=\(gone)")
          #expect(answer.status == 410, "\(answer.text)")
          #expect(try answer.code() == "variant_gone")
        }
      }
      // The conditions change.
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.setComposition(
          Self.composition.replacing(#"["ios"]"#, with: #"["web"]"#), of: "home")
      }
      try await server.publisher.publish()
      let answer = try await server.client.get("/v1/feeds/home?variant=\(name)")
      #expect(answer.status == 410)
      #expect(try await server.client.get("/v1/feeds/nope/variant").status == 404)
    }
  }

  @Test(arguments: ["platform=ios", "audience=members", "platform=ios&audience=members"])
  func theScreenAndItsPagesAreTheWholeSection(query: String) async throws {
    try await Self.run { server in
      let name = try await Self.name(query, in: server)
      let screen = try JSONValue.parse(
        try await server.client.get("/v1/feeds/home?variant=\(name)").body)
      let section = try #require(
        screen["sections"].elements.first { $0["id"].text == "photos" })
      var ids = section["items"].elements.map { Int($0["id"].number ?? 0) }
      var next = section["next"].text
      while let address = next {
        #expect(address.contains("variant=\(name)"))
        let answer = try await server.client.get(
          address.replacing(#/limit=\d+/#, with: "limit=2"))
        #expect(answer.status == 200, "\(answer.text)")
        // Without the name, it goes on with what everybody gets.
        let bare = try await server.client.get(address.replacing("variant=\(name)&", with: ""))
        if bare.status == 200 {
          let items = try JSONValue.parse(bare.body)["section"]["items"].elements
          #expect(!items.contains { [2, 7].contains($0["id"].number) })
        } else {
          #expect(bare.status == 410 || bare.status == 400)
        }
        let page = try JSONValue.parse(answer.body)
        ids += page["section"]["items"].elements.map { Int($0["id"].number ?? 0) }
        next = page["next"].text
      }
      let members = query.contains("members")
      #expect(ids == (1...20).filter { members || $0 != 2 && $0 != 7 })
    }
  }

  /// The pages of the photos of a variant, two items each, up to the end. `between` runs before the third page.
  private static func ids(
    from address: String, in server: LiveServer, between: () async throws -> LiveServer?
  ) async throws -> [Int] {
    var ids: [Int] = []
    var (next, server, count): (String?, LiveServer, Int) = (address, server, 0)
    while let address = next {
      count += 1
      if count == 3, let other = try await between() { server = other }
      let answer = try await server.client.get(address)
      try #require(answer.status == 200, "\(answer.text)")
      let page = try JSONValue.parse(answer.body)
      ids += page["section"]["items"].elements.map { Int($0["id"].number ?? 0) }
      next = page["next"].text
    }
    return ids
  }

  /// A list that is begun goes on, whatever is written meanwhile, also where nothing of it is in memory.
  @Test(arguments: ["/v1/feeds/home/sections/photos", "/v1/feeds/home/sections/secret"])
  func pagesGoOnWhenTheConditionsChange(path: String) async throws {
    try await Self.run { server in
      let name = try await Self.name("platform=ios&audience=members", in: server)
      let first = "\(path)?variant=\(name)&limit=1"
      let expected = try await Self.ids(from: first, in: server) { nil }
      #expect(expected.count > 2)
      if path.hasSuffix("photos") { #expect(expected.contains(2) && expected.contains(7)) }
      let ids = try await Self.ids(from: first, in: server) {
        _ = try await server.store.write(at: server.clock.now) { transaction in
          _ = try transaction.setComposition(
            Self.composition.replacing(#"["ios"]"#, with: #"["web"]"#), of: "home")
          _ = try transaction.setWindow(Window(), of: .pickupPhotos, id: 7)
          for id in 1...9 { _ = try transaction.delete(.featuredTopics, id: id) }
        }
        try await server.publisher.publish()
        #expect(try await server.client.get("/v1/feeds/home?variant=\(name)").status == 410)
        return nil
      }
      #expect(ids == expected)
      // A cursor of the variant is none of another one.
      let page = try await server.client.get(first)
      #expect(page.status == 410)
    }
  }

  @Test(arguments: ["platform=ios", "platform=android"])
  func aPageForEverybodyNamesNoVariant(query: String) async throws {
    try await Self.run { server in
      let name = try await Self.name(query, in: server)
      let path = "/v1/feeds/home/sections/photos?limit=2"
      for (suffix, isNamed) in [
        ("&variant=\(name)", true), ("", false), ("&variant=\(name)", true),
      ] {
        let page = try await server.client.get(path + suffix)
        let next = try #require(try page.object()["next"] as? String)
        #expect(next.contains("variant=") == isNamed)
        #expect((page.header("link") ?? "").contains("variant=") == isNamed)
      }
    }
  }

  @Test func aSectionForSomeClientsIsThereInTheirVariantAlone() async throws {
    try await Self.run { server in
      let path = "/v1/feeds/home/sections/secret"
      let name = try await Self.name("platform=ios", in: server)
      let page = try await server.client.get("\(path)?variant=\(name)&limit=2")
      #expect(page.status == 200)
      #expect(
        Set(try #require(page.header("xkey")).split(separator: " "))
          .isSuperset(of: ["variants:home", "feed:home"]))
      let next = try #require(try page.object()["next"] as? String)
      #expect(try await server.client.get(next).status == 200)
      // Nothing says that there is such a section.
      let none = try await server.client.get("/v1/feeds/home/sections/nothing")
      let hidden = try await server.client.get(path)
      #expect(hidden.status == 404 && none.status == 404)
      #expect(try hidden.code() == none.code())
      // A cursor is of its variant, and no way around it: it is refused as one of a section that does not exist.
      let cursor = try #require(next.firstMatch(of: #/cursor=[^&]+/#)?.output)
      let hiddenPage = try await server.client.get("\(path)?\(cursor)")
      let nowhere = try await server.client.get("/v1/feeds/home/sections/nothing?\(cursor)")
      #expect(hiddenPage.status == 400 && nowhere.status == 400, "\(hiddenPage.text)")
      #expect(try hiddenPage.code() == nowhere.code())
    }
  }

  @Test func theDocumentNamesTheShareThatChoseASection() async throws {
    try await Self.run { server in
      let name = try await Self.name("platform=ios&key=device-1", in: server)
      let screen = try JSONValue.parse(
        try await server.client.get("/v1/feeds/home?variant=\(name)").body)
      let named = screen["sections"].elements.map { ($0["id"].text, $0["variant_of"].text) }
      #expect(named.map(\.0) == ["secret", "photos", "spring"])
      #expect(named.map(\.1) == [nil, nil, "spring"])
      let page = try await server.client.get(
        "/v1/feeds/home/sections/spring?variant=\(name)"
      ).object()
      #expect((page["section"] as? [String: Any])?["variant_of"] as? String == "spring")
    }
  }

  @Test func aVariantIsInTheLocaleOfItsReader() async throws {
    try await Self.run { server in
      let name = try await Self.name("platform=ios", in: server)
      for locale in ["ja", "en"] {
        let whole = try await server.client.get("/v1/feeds/home?locale=\(locale)")
        let variant = try await server.client.get(
          "/v1/feeds/home?locale=\(locale)&variant=\(name)")
        let titles = try [whole, variant].map { answer in
          try JSONValue.parse(answer.body)["sections"].elements
            .first { $0["id"].text == "photos" }?["title"].text
        }
        #expect(titles[0] == titles[1] && titles[0] != nil)
      }
    }
  }

  @Test func whatIsNotForEverybodyIsInNoListOfThePublic() async throws {
    try await Self.run { server in
      let viewer = try await server.bearer(.viewer)
      for path in [
        "/v1/feeds/home", "/v1/feeds/home.jsonfeed", "/v1/feeds/home/composition",
      ] {
        let answer = try await server.client.get(path)
        #expect(answer.status == 200 && !answer.text.lowercased().contains("secret"), "\(path)")
      }
      let own = try await server.client.get("/v1/feeds/home/composition", headers: viewer)
      #expect(own.text.contains("Secret"))
      for (headers, count) in [([:], 1), (viewer, 4)] {
        let feeds = try JSONValue.parse(
          try await server.client.get("/v1/feeds", headers: headers).body)["feeds"]
        #expect(feeds.elements[0]["sections"].number == Double(count))
      }
      // Of items, windows say to whom they are shown.
      let item = "/v1/content/pickup_photos/2"
      #expect(try await server.client.get(item).status == 404)
      #expect(try await server.client.get(item, headers: viewer).status == 200)
      func count(_ headers: [String: String]) async throws -> Int {
        let answer = try await server.client.get(
          "/v1/content/pickup_photos?limit=100", headers: headers)
        return try JSONValue.parse(answer.body)["result"].elements.count
      }
      #expect(try await count([:]) + 2 == count(viewer))
    }
  }

  @Test func viewersPreviewAClient() async throws {
    try await Self.run { server in
      let viewer = try await server.bearer(.viewer)
      let later = server.clock.now.later(minutes: 5).rfc3339
      let path = "/v1/feeds/home"
      for (query, expected) in [
        ("platform=ios", ["photos", "secret"]), ("share=0.1", ["photos", "spring"]),
        ("platform=ios&share=0.1", ["photos", "secret", "spring"]), ("share=0.2", ["photos"]),
        ("app_version=3.5&at=\(later)", ["newest", "photos"]),
        ("app_version=3.5&revision=2", ["newest", "photos"]),
        ("drafts=true", ["newest", "photos", "secret", "spring"]),
        ("drafts=true&platform=ios", ["photos", "secret"]), ("at=\(later)", ["photos"]),
      ] {
        let answer = try await server.client.get("\(path)?\(query)", headers: viewer)
        #expect(try Self.sections(answer).keys.sorted() == expected, "\(query)")
        #expect(answer.header("Cache-Control") == "no-store")
        #expect(try await server.client.get("\(path)?\(query)").status == 401, "\(query)")
      }
      // A moment of the past shows the content of then.
      let then = server.clock.now.rfc3339
      server.clock.set(server.clock.now.later(minutes: 1))
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.delete(.pickupPhotos, id: 1)
      }
      try await server.publisher.publish()
      for (query, expected) in [
        ("at=\(then)&audience=members", [1, 2, 3]), ("audience=members", [2, 3, 4]),
      ] {
        let answer = try await server.client.get("\(path)?\(query)", headers: viewer)
        #expect(try Self.sections(answer)["photos"] == expected, "\(query)")
      }
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.upsert(TestContent.photo(1))
      }
      try await server.publisher.publish()
      let members = try await server.client.get("\(path)?audience=members", headers: viewer)
      #expect(try Self.sections(members)["photos"] == [1, 2, 3])
      for share in ["2", "-0.1", "x"] {
        let answer = try await server.client.get("\(path)?share=\(share)", headers: viewer)
        #expect(answer.status == 400)
      }
    }
  }

  @Test func differencesAreThoseOfAClient() async throws {
    try await Self.run { server in
      let viewer = try await server.bearer(.viewer)
      let before = try #require(server.publisher.current?.revision)
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.setComposition(
          Self.composition.replacing("Secret", with: "Another"), of: "home")
      }
      try await server.publisher.publish()
      for (client, isChanged) in [("", false), ("&platform=ios", true), ("&share=0.1", false)] {
        let path = "/v1/feeds/home/diff?from=\(before)\(client)"
        let answer = try await server.client.get(path, headers: viewer)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.contains("secret") == isChanged, "\(client): \(answer.text)")
        #expect(try await server.client.get(path).status == 401)
      }
    }
  }

  @Test(arguments: [
    (#"{"platforms":[]}"#, "/sections/0/when/platforms"), ("{}", "/sections/0/when"),
    (#"{"share":{"from":0,"to":2,"salt":"a"}}"#, "/sections/0/when/share/to"),
    (#"{"app_version":"3"}"#, "/sections/0/when/app_version"),
    (#"{"platform":["ios"]}"#, "/sections/0/when/platform"),
  ])
  func aCompositionWithABadConditionIsRefused(when: String, pointer: String) async throws {
    try await Self.run { server in
      let body = #"{"sections":[{"id":"a","kind":"recent_news","title":"A","when":\#(when)}]}"#
      let answer = try await server.application.answer(
        .put, "/v1/feeds/home/composition", body: Array(body.utf8),
        as: CompositionRouteTests.admin)
      #expect(answer.status == 422 || answer.status == 400)
      let problem = try JSONValue.parse(answer.body)
      #expect(problem["errors"].elements.map { $0["pointer"].text } == [pointer])
    }
  }

  @Test func theDescriptionOfTheServiceHasVariants() async throws {
    try await Self.run { server in
      let paths = try JSONValue.parse(
        try await server.client.get("/openapi.json").body)["paths"]
      func names(_ path: String) -> Set<String> {
        Set(paths[path]["get"]["parameters"].elements.compactMap { $0["name"].text })
      }
      #expect(
        names("/v1/feeds/{feed}/variant")
          .isSuperset(of: ["platform", "app_version", "audience", "key"]))
      #expect(
        names("/v1/feeds/{feed}")
          .isSuperset(of: ["variant", "platform", "app_version", "audience", "share"]))
      #expect(names("/v1/feeds/{feed}/sections/{id}").contains("variant"))
      for path in ["/v1/feeds/{feed}", "/v1/feeds/{feed}/sections/{id}"] {
        #expect(paths[path]["get"]["responses"]["410"] != .null, "\(path)")
      }
    }
  }
}
