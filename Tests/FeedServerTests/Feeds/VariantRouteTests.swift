import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The variants of a feed, as clients ask for them.
@Suite(.server(by: VariantServer.run)) struct VariantRouteTests {
  @Test func aClientAsksForItsVariantInPrivate() async throws {
    let answer = try await server.get("/v1/feeds/home/variant?platform=ios")
    let caching = try #require(answer.header("Cache-Control"))
    #expect(caching.hasPrefix("private"))
    #expect(answer.header("xkey") == nil)
    #expect(Set(try answer.object().keys) == ["variant", "expires_at"])
    let screen = try await server.get(
      "/v1/feeds/home?variant=\(VariantServer.name("platform=ios", in: server))")
    #expect(screen.header("Cache-Control")?.contains("private") == false)
    #expect(screen.header("xkey") == "feed:home variants:home")
    #expect(Set(try VariantServer.sections(screen).keys) == ["secret", "photos"])
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
    let name = try await VariantServer.name(query, in: server)
    let answers = [
      try await server.get("/v1/feeds/home?variant=\(name)"),
      // From memory.
      try await server.get("/v1/feeds/home?variant=\(name)"),
    ]
    #expect(try VariantServer.sections(answers[0]).keys.sorted() == expected)
    #expect(answers[0].body == answers[1].body)
    for header in ["ETag", "xkey", "Cache-Control", "X-Tanada-Revision"] {
      #expect(answers[0].header(header) == answers[1].header(header), "\(header)")
    }
  }

  @Test func anAnswerFromMemoryEndsWithItsRevision() async throws {
    let name = try await VariantServer.name("audience=members", in: server)
    for _ in 1...2 {
      let screen = try await server.get("/v1/feeds/home?variant=\(name)")
      #expect(try VariantServer.sections(screen) == ["photos": [1, 2, 3]])
    }
    try await server.store.write(at: server.clock.now) { _ = try $0.delete(.pickupPhotos, id: 3) }
    try await server.publisher.publish()
    for _ in 1...2 {
      let screen = try await server.get("/v1/feeds/home?variant=\(name)")
      #expect(try VariantServer.sections(screen) == ["photos": [1, 2, 4]])
    }
  }

  @Test(arguments: [
    ("platform=i%20os", "platform"), ("platform=", "platform"), ("audience=a,b%20c", "audience"),
    ("key=\(String(repeating: "k", count: 257))", "key"),
    ("audience=\((0...50).map { "a\($0)" }.joined(separator: ","))", "audience"),
    ("share=0.1", "share"), ("width=390", "width"),
  ])
  func aFactThatIsNoneIsRefused(query: String, parameter: String) async throws {
    let answer = try await server.get("/v1/feeds/home/variant?\(query)", is: 400)
    #expect(answer.text.contains(parameter), "\(answer.text)")
  }

  @Test func aVariantThatDoesNotExistIsGone() async throws {
    let (name, others) = (
      try await VariantServer.name("platform=ios", in: server),
      try await VariantServer.name("platform=ios", of: "other", in: server)
    )
    let forged = String(name.dropLast(2)) + (name.hasSuffix("AA") ? "BB" : "AA")
    for gone in [others, forged, "garbage", "%00", String(repeating: "A", count: 5_000)] {
      for path in ["/v1/feeds/home?", "/v1/feeds/home/sections/photos?"] {
        try await server.get("\(path)variant=\(gone)", is: 410, code: "variant_gone")
      }
    }
    // The conditions change.
    try await server.store.write(at: server.clock.now) {
      _ = try $0.setComposition(
        VariantServer.composition.replacing(#"["ios"]"#, with: #"["web"]"#), of: "home")
    }
    try await server.publisher.publish()
    try await server.get("/v1/feeds/home?variant=\(name)", is: 410)
    try await server.get("/v1/feeds/nope/variant", is: 404)
  }

  @Test func theDocumentNamesTheShareThatChoseASection() async throws {
    let name = try await VariantServer.name("platform=ios&key=device-1", in: server)
    let screen = try await server.json("/v1/feeds/home?variant=\(name)")
    let named = screen["sections"].elements.map { ($0["id"].text, $0["variant_of"].text) }
    #expect(named.map(\.0) == ["secret", "photos", "spring"])
    #expect(named.map(\.1) == [nil, nil, "spring"])
    let page = try await server.get("/v1/feeds/home/sections/spring?variant=\(name)").object()
    #expect((page["section"] as? [String: Any])?["variant_of"] as? String == "spring")
  }

  @Test func aVariantIsInTheLocaleOfItsReader() async throws {
    let name = try await VariantServer.name("platform=ios", in: server)
    for locale in ["ja", "en"] {
      let whole = try await server.get("/v1/feeds/home?locale=\(locale)")
      let variant = try await server.get("/v1/feeds/home?locale=\(locale)&variant=\(name)")
      let titles = try [whole, variant].map { answer in
        try answer.json()["sections"].elements.first { $0["id"].text == "photos" }?["title"].text
      }
      #expect(titles[0] == titles[1] && titles[0] != nil)
    }
  }

  @Test func whatIsNotForEverybodyIsInNoListOfThePublic() async throws {
    let viewer = try await server.bearer(.viewer)
    for path in ["/v1/feeds/home", "/v1/feeds/home.jsonfeed", "/v1/feeds/home/composition"] {
      let answer = try await server.get(path)
      #expect(answer.status == 200 && !answer.text.lowercased().contains("secret"), "\(path)")
    }
    let own = try await server.get("/v1/feeds/home/composition", viewer)
    #expect(own.text.contains("Secret"))
    for (headers, count) in [([:], 1), (viewer, 4)] {
      let feeds = try await server.json("/v1/feeds", headers)["feeds"]
      #expect(feeds.elements[0]["sections"].number == Double(count))
    }
    // Of items, windows say to whom they are shown.
    let item = "/v1/content/pickup_photos/2"
    try await server.get(item, is: 404)
    try await server.get(item, viewer, is: 200)
    func count(_ headers: [String: String]) async throws -> Int {
      let answer = try await server.get("/v1/content/pickup_photos?limit=100", headers)
      return try answer.json()["result"].elements.count
    }
    #expect(try await count([:]) + 2 == count(viewer))
  }

  @Test(arguments: [
    (#"{"platforms":[]}"#, "/sections/0/when/platforms"), ("{}", "/sections/0/when"),
    (#"{"share":{"from":0,"to":2,"salt":"a"}}"#, "/sections/0/when/share/to"),
    (#"{"app_version":"3"}"#, "/sections/0/when/app_version"),
    (#"{"platform":["ios"]}"#, "/sections/0/when/platform"),
  ])
  func aCompositionWithABadConditionIsRefused(when: String, pointer: String) async throws {
    let body = #"{"sections":[{"id":"a","kind":"recent_news","title":"A","when":\#(when)}]}"#
    let answer = try await server.application.answer(
      .put, "/v1/feeds/home/composition", body: Array(body.utf8),
      as: try await server.identity(.admin))
    #expect(answer.status == 422 || answer.status == 400)
    let problem = try answer.json()
    #expect(problem["errors"].elements.map { $0["pointer"].text } == [pointer])
  }

  @Test func theDescriptionOfTheServiceHasVariants() async throws {
    let paths = try await server.json("/openapi.json")["paths"]
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
