import FeedModel
import Foundation
import Testing
import TestSupport

@Suite struct ContentTests {
  @Test(arguments: ContentKind.allCases)
  func aListHasTheItemsOfTheFile(kind: ContentKind) async throws {
    try await LiveServer.run { server in
      let file = try JSONSerialization.jsonObject(
        with: Data(contentsOf: PackageFiles.seeds.appending(path: "\(kind.rawValue).json")))
      let answer = try await server.client.get("/v1/content/\(kind.rawValue)")
      #expect(answer.status == 200)
      var list = try answer.object()
      #expect(list.removeValue(forKey: "next") is NSNull)
      #expect(list as NSDictionary == file as? NSDictionary)
    }
  }

  @Test(arguments: [1, 7, 12, 13])
  func pagesOfAListLeadToEveryItem(limit: Int) async throws {
    try await LiveServer.run { server in
      var ids: [Int] = []
      var next: String? = "/v1/content/favorite_scenes?limit=\(limit)"
      while let address = next {
        let page = try await server.client.get(address).object()
        let items = try #require(page["result"] as? [[String: Any]])
        #expect(items.count <= limit)
        ids += items.compactMap { $0["id"] as? Int }
        next = page["next"] as? String
      }
      #expect(ids == Array(1...12))
    }
  }

  @Test func anItemIsAListOfOne() async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.get("/v1/content/featured_topics/3")
      let items = try #require(try answer.object()["result"] as? [[String: Any]])
      #expect(items.count == 1)
      #expect(items.first?["id"] as? Int == 3)
      #expect(items.first?["rating"] as? Double == 3.9)
      #expect(items.first?["title"] as? String == "カキフライ&焼きはまぐり")
    }
  }

  @Test(arguments: [
    "/v1/content/nope", "/v1/content/nope/1", "/v1/content/pickup_photos/999",
    "/v1/content/pickup_photos/x", "/v1/content/pickup_photos/0", "/v1/content/pickup_photos/-1",
    "/v1/content/pickup_photos/99999999999999999999", "/v1/content",
    "/v1/content/pickup_photos/1/2",
    "/", "/v1/feeds", "/%00", "/%FF",
  ])
  func whatIsNotThereIsNotFound(path: String) async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.get(path)
      #expect(answer.status == 404)
      #expect(answer.header("Content-Type") == "application/problem+json")
    }
  }

  @Test(arguments: ["0", "-1", "x", "", "01", "1.5"])
  func aCursorNobodyWroteIsABadRequest(cursor: String) async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.get("/v1/content/pickup_photos?cursor=\(cursor)")
      #expect(answer.status == 400)
      #expect(try answer.object()["code"] as? String == "invalid_cursor")
    }
  }
}
