import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The sections of variants, in pages.
struct VariantPageTests {
  @Test(arguments: ["platform=ios", "audience=members", "platform=ios&audience=members"])
  func theScreenAndItsPagesAreTheWholeSection(query: String) async throws {
    try await VariantServer.run { server in
      let name = try await VariantServer.name(query, in: server)
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
    try await VariantServer.run { server in
      let name = try await VariantServer.name("platform=ios&audience=members", in: server)
      let first = "\(path)?variant=\(name)&limit=1"
      let expected = try await Self.ids(from: first, in: server) { nil }
      #expect(expected.count > 2)
      if path.hasSuffix("photos") { #expect(expected.contains(2) && expected.contains(7)) }
      let ids = try await Self.ids(from: first, in: server) {
        _ = try await server.store.write(at: server.clock.now) { transaction in
          _ = try transaction.setComposition(
            VariantServer.composition.replacing(#"["ios"]"#, with: #"["web"]"#), of: "home")
          _ = try transaction.setWindow(Window(), of: .pickupPhotos, id: 7)
          for id in 1...9 { _ = try transaction.delete(.featuredTopics, id: id) }
        }
        try await server.publisher.publish()
        #expect(try await server.client.get("/v1/feeds/home?variant=\(name)").status == 410)
        return nil
      }
      #expect(ids == expected)
      // Without a cursor the variant is gone.
      let page = try await server.client.get(first)
      #expect(page.status == 410)
    }
  }

  @Test(arguments: ["platform=ios", "platform=android"])
  func aPageForEverybodyNamesNoVariant(query: String) async throws {
    try await VariantServer.run { server in
      let name = try await VariantServer.name(query, in: server)
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
    try await VariantServer.run { server in
      let path = "/v1/feeds/home/sections/secret"
      let name = try await VariantServer.name("platform=ios", in: server)
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
}
