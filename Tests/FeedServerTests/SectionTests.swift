import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import Testing
import TestSupport

@Suite struct SectionTests {
  @Test(arguments: ContentKind.allCases)
  func aSectionIsTheOneOnTheScreen(kind: ContentKind) async throws {
    try await LiveServer.run { server in
      let screen = try await server.client.get("/v1/feeds/home?width=375").object()
      let sections = try #require(screen["sections"] as? [[String: Any]])
      let onScreen = try #require(sections.first { $0["id"] as? String == kind.rawValue })
      let answer = try await server.client.get(
        "/v1/feeds/home/sections/\(kind.rawValue)?width=375")
      #expect(answer.header("Cache-Control") == ScreenTests.feedCaching)
      let page = try answer.object()
      #expect(page["feed"] as? String == "home")
      #expect(page["revision"] as? Int == 1)
      #expect(page["next"] is NSNull)
      #expect(page["section"] as? NSDictionary == onScreen as NSDictionary)
    }
  }

  @Test(arguments: [1, 3, 7, 19, 20, 21])
  func pagesLaidEndToEndAreTheWholeSection(limit: Int) async throws {
    try await LiveServer.run { server in
      let path = "/v1/feeds/home/sections/pickup_photos"
      let whole = try Self.content(of: try await server.client.get(path).object())
      var frames: [NSDictionary] = []
      var items: [NSDictionary] = []
      var next: String? = "\(path)?limit=\(limit)"
      var pages = 0
      while let address = next {
        let page = try await server.client.get(address).object()
        let part = try Self.content(of: page)
        #expect(part.frames.count == part.items.count)
        #expect(part.items.count <= limit)
        frames += part.frames
        items += part.items
        next = page["next"] as? String
        pages += 1
      }
      #expect(frames == whole.frames)
      #expect(items == whole.items)
      #expect(pages == (20 + limit - 1) / limit)
    }
  }

  @Test func aCursorOfAnotherRevisionIsGoneAndSaysWhereToBegin() async throws {
    try await LiveServer.run { server in
      let path = "/v1/feeds/home/sections/pickup_photos?width=390&limit=5"
      let next = try #require(try await server.client.get(path).object()["next"] as? String)
      let file = try server.folder.write(
        """
        {"result":[{"id":1,"banner_contents_id":9,"banner_url":"https://example.com/new.jpg"}]}
        """, to: "campaign_banners.json")
      _ = try await Seeder.seed([file], into: server.store)
      try await server.publisher.publish()
      let answer = try await server.client.get(next)
      #expect(answer.status == 410)
      #expect(try (answer.object()["detail"] as? String)?.hasSuffix(path) == true)
    }
  }

  @Test(arguments: [
    "x", "", "1", "1.", "1.0", "01.5", "1.-5", "1.5.5", "-1.5", "1.99999999999999999999",
  ])
  func aCursorNobodyWroteIsABadRequest(cursor: String) async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.get(
        "/v1/feeds/home/sections/pickup_photos?cursor=\(cursor)")
      #expect(answer.status == 400)
      #expect(try answer.object()["code"] as? String == "invalid_cursor")
    }
  }

  @Test func aCursorBeyondTheEndIsAnEmptyLastPage() async throws {
    try await LiveServer.run { server in
      let page = try await server.client.get(
        "/v1/feeds/home/sections/pickup_photos?cursor=1.1000000")
      #expect(page.status == 200)
      #expect(try Self.content(of: try page.object()).items.isEmpty)
      #expect(try page.object()["next"] is NSNull)
    }
  }

  @Test(arguments: ["0", "-1", "1001", "x", "1.5", "", "1e2"])
  func aLimitThatIsNoneIsABadRequest(limit: String) async throws {
    try await LiveServer.run { server in
      for path in ["/v1/feeds/home/sections/pickup_photos", "/v1/content/pickup_photos"] {
        let answer = try await server.client.get("\(path)?limit=\(limit)")
        #expect(answer.status == 400)
        #expect(try answer.object()["code"] as? String == "invalid_limit")
      }
    }
  }

  @Test func aSectionThatIsNotOnTheFeedIsNotFound() async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.get("/v1/feeds/home/sections/nope")
      #expect(answer.status == 404)
    }
  }

  private static func content(
    of page: [String: Any]
  ) throws -> (frames: [NSDictionary], items: [NSDictionary]) {
    let section = try #require(page["section"] as? [String: Any])
    let layout = try #require(section["layout"] as? [String: Any])
    let frames = try #require(layout["frames"] as? [[String: Any]])
    let items = try #require(section["items"] as? [[String: Any]])
    return (frames.map { $0 as NSDictionary }, items.map { $0 as NSDictionary })
  }
}
