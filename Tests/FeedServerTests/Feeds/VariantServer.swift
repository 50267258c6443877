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

  static func name(
    _ query: String, of feed: String = "home", in server: LiveServer
  ) async throws -> String {
    let answer = try await server.client.get("/v1/feeds/\(feed)/variant?\(query)")
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(try answer.object()["variant"] as? String)
  }

  /// The sections of a screen with the ids of their items.
  static func sections(_ answer: TestClient.Response) throws -> [String: [Int]] {
    #expect(answer.status == 200, "\(answer.text)")
    return try JSONValue.parse(answer.body)["sections"].elements.reduce(into: [:]) {
      $0[$1["id"].text ?? ""] = $1["items"].elements.map { Int($0["id"].number ?? 0) }
    }
  }
}
