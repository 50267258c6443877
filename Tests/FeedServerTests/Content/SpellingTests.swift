import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// Writes that only change with which characters the same letters are written: Swift takes both texts for the same.
@Suite struct SpellingTests {
  private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

  private static func kind(_ choices: String..., title: String = "Shops") -> String {
    let choices = choices.map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"kind":"shops","title":"\(title)","roles":{"headline":"style"},
       "fields":[{"name":"style","type":"choice","choices":[\(choices)]},
        {"name":"styles","type":"list","of":"choice","choices":[\(choices)],"default":[]}]}
      """
  }

  /// Nothing would find the item any more.
  @Test(.server(publishes: false)) func aChoiceThatItemsHaveIsNotSpeltInAnotherWay() async throws {
    func define(_ kind: String) async throws -> TestClient.Response {
      try await server.send("PUT", "/v1/kinds/shops", admin, json: kind)
    }
    #expect(try await define(Self.kind(Self.composed, "bar")).status == 201)
    let bodies = [
      #"{"style":"\#(Self.composed)"}"#, #"{"style":"bar","styles":["\#(Self.composed)"]}"#,
    ]
    for (index, body) in bodies.enumerated() {
      let path = "/v1/content/shops/\(index + 1)"
      try await server.send("PUT", path, admin, json: body, is: 201)
      let refused = try await define(Self.kind(Self.decomposed, "bar", "x"))
      #expect(refused.status == 409)
      #expect(try refused.code() == "kind_in_use")
      for text in ["caf%C3%A9", "cafe%CC%81"] {
        let parameter = index == 0 ? "style" : "styles"
        let found = try await server.get("/v1/content/shops?\(parameter)=\(text)")
        #expect(try found.json()["result"].elements.count == 1)
      }
      try await server.send("DELETE", path, admin, is: 204)
    }
    // Without such items it is a choice like any other.
    #expect(try await define(Self.kind(Self.decomposed, "bar", "x")).status == 200)
    let written = try await server.send(
      "POST", "/v1/content/shops", admin, json: bodies[0], is: 201)
    #expect(written.text.utf8.contains(Self.decomposed.utf8))
  }

  @Test(.server(publishes: false)) func whatIsAnsweredIsStoredAndItsTagHolds() async throws {
    let photo = try await server.photo(PhotoRouteTests.portrait)
    let writes: [(method: String, path: String, body: @Sendable (String) -> String)] = [
      ("PUT", "/v1/kinds/shops", { Self.kind("bar", title: $0) }),
      (
        "PUT", "/v1/feeds/town/composition",
        { #"{"sections":[{"id":"a","kind":"recent_news","title":"\#($0)"}]}"# }
      ),
      ("PATCH", "/v1/photos/\(photo)", { #"{"alt":"\#($0)"}"# }),
    ]
    for (method, path, body) in writes {
      for text in [Self.composed, Self.decomposed] {
        let written = try await server.send(method, path, admin, json: body(text))
        #expect([200, 201].contains(written.status), "\(path)")
        let read = try await server.get(path, admin, is: 200)
        #expect(read.text.utf8.contains(text.utf8), "\(path)")
        #expect(read.header("ETag") == written.header("ETag"), "\(path)")
      }
    }
  }

  @Test(.server) func aTitleIsPublishedAsItIsSpelt() async throws {
    for text in [Self.composed, Self.decomposed] {
      let composition = #"{"sections":[{"id":"a","kind":"recent_news","title":"\#(text)"}]}"#
      let written = try await server.send(
        "PUT", "/v1/feeds/home/composition", admin, json: composition)
      #expect([200, 201].contains(written.status))
      try await eventually {
        try await server.get("/v1/feeds/home?width=390").text.utf8.contains(text.utf8)
      }
    }
  }
}
