import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Where content shows a photo.
@Suite struct PhotoUseRouteTests {
  private static let address = "https://example.com/used.jpg"
  private static let patch = #"{"thumbnail_url":"\#(address)"}"#

  @Test func itemsAndReleasesThatShowAPhotoAreListed() async throws {
    try await LocalServer.run(publishes: false) { server in
      let editor = try await server.bearer(.editor)
      let id = try await server.photo(PhotoRouteTests.portrait, assignedTo: Self.address)
      func uses(_ query: String = "") async throws -> [String] {
        let answer = try await server.client.get(
          "/v1/photos/\(id)/uses\(query)", headers: try await server.bearer(.viewer))
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONValue.parse(answer.body)["result"].elements.map { use in
          let until = use["until"].number.map { " until \(Int($0))" } ?? ""
          return "\(use["subject"].text ?? "") \(use["field"].text ?? "")\(until)"
        }
      }
      #expect(try await uses() == [])
      // 1. Items that show it.
      for number in 1...2 {
        let changed = try await server.send(
          "PATCH", "/v1/content/recent_news/\(number)", editor, json: Self.patch)
        #expect(changed.status == 200)
      }
      let shown = (1...2).map { "content/recent_news/\($0) thumbnail_url" }
      #expect(try await uses() == shown)
      #expect(try await uses("?limit=1") == [shown[0]])
      // 2. One that does not any more.
      let revision = try await server.send(
        "DELETE", "/v1/content/recent_news/2", editor
      ).header("X-Tanada-Revision")
      let former = "content/recent_news/2 thumbnail_url until \(revision ?? "")"
      #expect(try await uses() == [shown[0], former])
      // 3. A release that will.
      _ = try await server.send("POST", "/v1/releases", editor, json: #"{"name":"a"}"#)
      let put = try await server.send(
        "PUT", "/v1/releases/1/operations", editor,
        json: #"{"operations":[{"op":"patch","kind":"recent_news","id":3,"body":\#(Self.patch)}]}"#)
      #expect(put.status == 200)
      let prepared = "releases/1 operations[0].body.thumbnail_url"
      #expect(try await uses() == [shown[0], former, prepared])
    }
  }

  @Test func aPhotoThatIsNotThereHasNoUses() async throws {
    try await LocalServer.run(publishes: false) { server in
      let viewer = try await server.bearer(.viewer)
      for id in ["x", String(repeating: "0", count: PhotoID.length)] {
        #expect(try await server.client.get("/v1/photos/\(id)/uses", headers: viewer).status == 404)
      }
    }
  }
}
