import FeedEntities
import Foundation
import Testing
import TestSupport

/// Sample files in, a served screen out: the whole way, through the built binary.
@Suite(.serialized) struct HomeScreenTests {
  static let layouts = [
    ("campaign_banners", "circular_carousel"), ("recent_news", "snap_carousel"),
    ("featured_topics", "shelf"), ("trend_articles", "uniform_grid"),
    ("pickup_photos", "staggered_grid"),
  ]

  @Test(
    .onlyAll(
      "ConformanceTests has the vectors; HomeDocumentTests the screen"),
    arguments: [375, 390])
  func everySectionIsThatOfTheVectors(width: Int) async throws {
    try await RunningServer.run { server in
      let answer = try await server.client.get("/v1/feeds/home?width=\(width)")
      try #require(answer.status == 200)
      let screen = try JSONValue.parse(answer.body)
      #expect(
        screen["sections"].elements.compactMap(\.["id"].text) == [
          "campaign_banners", "recent_news", "featured_topics", "trend_articles", "pickup_photos",
          "favorite_scenes",
        ])
      for (section, layout) in Self.layouts {
        let found = screen["sections"].elements.first { $0["id"].text == section }
        let vector = try ConformanceCase.named("\(layout)/samples-\(width)")
        guard case .object(var members) = try #require(found)["layout"] else { continue }
        // A layout that is dragged also says when that is a flick.
        let flicks = members.removeValue(forKey: "flick_velocity")
        #expect((flicks == .number(400)) == layout.hasSuffix("_carousel"))
        let differences = JSONValue.object(members).differences(from: vector.expected)
        #expect(differences.isEmpty, "\(section): \(differences.prefix(3))")
      }
    }
  }

  @Test(.onlyAll("ContentTests has the items of lists and pages"))
  func theEntitiesOfTheSampleAppDecodeFilesListsAndItemsAlike() async throws {
    try await RunningServer.run { server in
      func check<Entity: Codable & Hashable & Sendable>(_: Entity.Type, _ kind: String) async throws
      {
        let file = try JSONDecoder().decode(
          ContentResponse<Entity>.self,
          from: Data(contentsOf: PackageFiles.seeds.appending(path: "\(kind).json")))
        #expect(!file.result.isEmpty)
        let list = try await server.client.get("/v1/content/\(kind)")
        #expect(
          try JSONDecoder().decode(ContentResponse<Entity>.self, from: list.body).result
            == file.result)
        let page = try await server.client.get("/v1/feeds/home/sections/\(kind)")
        #expect(
          try JSONDecoder().decode(Page<Entity>.self, from: page.body).section.items == file.result)
      }
      try await check(FeaturedTopic.self, "featured_topics")
      try await check(RecentNews.self, "recent_news")
      try await check(CampaignBanner.self, "campaign_banners")
      try await check(TrendArticle.self, "trend_articles")
      try await check(PickupPhoto.self, "pickup_photos")
      try await check(FavoriteScene.self, "favorite_scenes")
    }
  }

  private struct Page<Entity: Decodable>: Decodable {
    struct Section: Decodable {
      let items: [Entity]
    }
    let section: Section
  }

  @Test func theServerTheCommandAndThePreviewShowTheSameBytes() async throws {
    try await RunningServer.run { server in
      let served = try await server.client.get("/v1/feeds/home?width=414").body
      let got = try await Tanada.run(
        ["serve", "--get", "/v1/feeds/home?width=414"], in: server.folder)
      let previewed = try await Tanada.run(
        ["preview", "--width", "414", "--format", "json"], in: server.folder)
      #expect(got.output == served + Data("\n".utf8))
      #expect(previewed.output == served + Data("\n".utf8))
      guard TestScale.current.isAll else { return }

      let section = try await server.client.get("/v1/feeds/home/sections/recent_news?width=414")
      let alone = try await Tanada.run(
        ["preview", "--section", "recent_news", "--width", "414", "--format", "json"],
        in: server.folder)
      #expect(alone.output == section.body + Data("\n".utf8))
    }
  }
}
