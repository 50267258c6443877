import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// A server whose home feed has sections and items for some clients.
enum VariantServer {
  static let composition = """
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
  static func run(_ body: (LiveServer) async throws -> Void) async throws {
    try await LiveServer.run(
      prepare: { store, _ in
        try await store.write { transaction in
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

  static func name(
    _ query: String, of feed: String = "home", in server: LiveServer
  ) async throws -> String {
    let answer = try await server.get("/v1/feeds/\(feed)/variant?\(query)", is: 200)
    return try #require(try answer.object()["variant"] as? String)
  }

  /// The sections of a screen with the ids of their items.
  static func sections(_ answer: TestClient.Response) throws -> [String: [Int]] {
    #expect(answer.status == 200, "\(answer.text)")
    return try answer.json()["sections"].elements.reduce(into: [:]) {
      $0[$1["id"].text ?? ""] = $1["items"].elements.map { Int($0["id"].number ?? 0) }
    }
  }
}

/// The sections of variants, in pages.
@Suite(.server(by: VariantServer.run)) struct VariantPageTests {
  @Test(arguments: ["platform=ios", "audience=members", "platform=ios&audience=members"])
  func theScreenAndItsPagesAreTheWholeSection(query: String) async throws {
    let name = try await VariantServer.name(query, in: server)
    let screen = try await server.json("/v1/feeds/home?variant=\(name)")
    let section = try #require(screen["sections"].elements.first { $0["id"].text == "photos" })
    var ids = section["items"].elements.map { Int($0["id"].number ?? 0) }
    var next = section["next"].text
    while let address = next {
      #expect(address.contains("variant=\(name)"))
      let answer = try await server.get(address.replacing(#/limit=\d+/#, with: "limit=2"), is: 200)
      // Without the name, it goes on with what everybody gets.
      let bare = try await server.get(address.replacing("variant=\(name)&", with: ""))
      if bare.status == 200 {
        let items = try bare.json()["section"]["items"].elements
        #expect(!items.contains { [2, 7].contains($0["id"].number) })
      } else {
        #expect(bare.status == 410 || bare.status == 400)
      }
      let page = try answer.json()
      ids += page["section"]["items"].elements.map { Int($0["id"].number ?? 0) }
      next = page["next"].text
    }
    let members = query.contains("members")
    #expect(ids == (1...20).filter { members || $0 != 2 && $0 != 7 })
  }

  /// The pages of the photos of a variant, two items each, up to the end. `between` runs before the third page.
  private static func ids(from address: String, between: () async throws -> LiveServer?)
    async throws -> [Int]
  {
    var ids: [Int] = []
    var (next, asked, count): (String?, LiveServer, Int) = (address, server, 0)
    while let address = next {
      count += 1
      if count == 3, let other = try await between() { asked = other }
      let answer = try await asked.get(address)
      try #require(answer.status == 200, "\(answer.text)")
      let page = try answer.json()
      ids += page["section"]["items"].elements.map { Int($0["id"].number ?? 0) }
      next = page["next"].text
    }
    return ids
  }

  /// A list that is begun goes on, whatever is written meanwhile, also where nothing of it is in memory.
  @Test(arguments: ["/v1/feeds/home/sections/photos", "/v1/feeds/home/sections/secret"])
  func pagesGoOnWhenTheConditionsChange(path: String) async throws {
    let name = try await VariantServer.name("platform=ios&audience=members", in: server)
    let first = "\(path)?variant=\(name)&limit=1"
    let expected = try await Self.ids(from: first) { nil }
    #expect(expected.count > 2)
    if path.hasSuffix("photos") { #expect(expected.contains(2) && expected.contains(7)) }
    let ids = try await Self.ids(from: first) {
      try await server.store.write(at: server.clock.now) { transaction in
        _ = try transaction.setComposition(
          VariantServer.composition.replacing(#"["ios"]"#, with: #"["web"]"#), of: "home")
        _ = try transaction.setWindow(Window(), of: .pickupPhotos, id: 7)
        for id in 1...9 { _ = try transaction.delete(.featuredTopics, id: id) }
      }
      try await server.publisher.publish()
      try await server.get("/v1/feeds/home?variant=\(name)", is: 410)
      return nil
    }
    #expect(ids == expected)
    // Without a cursor the variant is gone.
    try await server.get(first, is: 410)
  }

  @Test(arguments: ["platform=ios", "platform=android"])
  func aPageForEverybodyNamesNoVariant(query: String) async throws {
    let name = try await VariantServer.name(query, in: server)
    let path = "/v1/feeds/home/sections/photos?limit=2"
    for (suffix, isNamed) in [("&variant=\(name)", true), ("", false), ("&variant=\(name)", true)] {
      let page = try await server.get(path + suffix)
      let next = try #require(try page.object()["next"] as? String)
      #expect(next.contains("variant=") == isNamed)
      #expect((page.header("link") ?? "").contains("variant=") == isNamed)
    }
  }

  @Test func aSectionForSomeClientsIsThereInTheirVariantAlone() async throws {
    let path = "/v1/feeds/home/sections/secret"
    let name = try await VariantServer.name("platform=ios", in: server)
    let page = try await server.get("\(path)?variant=\(name)&limit=2", is: 200)
    #expect(
      Set(try #require(page.header("xkey")).split(separator: " "))
        .isSuperset(of: ["variants:home", "feed:home"]))
    let next = try #require(try page.object()["next"] as? String)
    try await server.get(next, is: 200)
    // Nothing says that there is such a section.
    let none = try await server.get("/v1/feeds/home/sections/nothing")
    let hidden = try await server.get(path)
    #expect(hidden.status == 404 && none.status == 404)
    #expect(try hidden.code() == none.code())
    // A cursor is of its variant, and no way around it: it is refused as one of a section that does not exist.
    let cursor = try #require(next.firstMatch(of: #/cursor=[^&]+/#)?.output)
    let hiddenPage = try await server.get("\(path)?\(cursor)")
    let nowhere = try await server.get("/v1/feeds/home/sections/nothing?\(cursor)")
    #expect(hiddenPage.status == 400 && nowhere.status == 400, "\(hiddenPage.text)")
    #expect(try hiddenPage.code() == nowhere.code())
  }
}

/// The screens of clients, as viewers preview and compare them.
struct VariantPreviewTests {
  @Test(.server(by: VariantServer.run)) func viewersPreviewAClient() async throws {
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
      let answer = try await server.get("\(path)?\(query)", viewer)
      #expect(try VariantServer.sections(answer).keys.sorted() == expected, "\(query)")
      #expect(answer.header("Cache-Control") == "no-store")
      try await server.get("\(path)?\(query)", is: 401)
    }
    // A moment of the past shows the content of then.
    let then = server.clock.now.rfc3339
    server.clock.set(server.clock.now.later(minutes: 1))
    try await server.store.write(at: server.clock.now) { _ = try $0.delete(.pickupPhotos, id: 1) }
    try await server.publisher.publish()
    for (query, expected) in [
      ("at=\(then)&audience=members", [1, 2, 3]), ("audience=members", [2, 3, 4]),
    ] {
      let answer = try await server.get("\(path)?\(query)", viewer)
      #expect(try VariantServer.sections(answer)["photos"] == expected, "\(query)")
    }
    try await server.store.write(at: server.clock.now) { _ = try $0.upsert(TestContent.photo(1)) }
    try await server.publisher.publish()
    let members = try await server.get("\(path)?audience=members", viewer)
    #expect(try VariantServer.sections(members)["photos"] == [1, 2, 3])
    for share in ["2", "-0.1", "x"] {
      try await server.get("\(path)?share=\(share)", viewer, is: 400)
    }
  }

  @Test(.server(by: VariantServer.run)) func differencesAreThoseOfAClient() async throws {
    let before = try #require(server.publisher.current?.revision)
    try await server.store.write(at: server.clock.now) {
      _ = try $0.setComposition(
        VariantServer.composition.replacing("Secret", with: "Another"), of: "home")
    }
    try await server.publisher.publish()
    for (client, isChanged) in [("", false), ("&platform=ios", true), ("&share=0.1", false)] {
      let path = "/v1/feeds/home/diff?from=\(before)\(client)"
      let answer = try await server.get(path, viewer, is: 200)
      #expect(answer.text.contains("secret") == isChanged, "\(client): \(answer.text)")
      try await server.get(path, is: 401)
    }
  }
}
