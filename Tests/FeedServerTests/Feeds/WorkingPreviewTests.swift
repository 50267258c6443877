import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Previews of changes that are nowhere yet.
@Suite(.server) struct WorkingPreviewTests {
  private static let path = "/v1/feeds/home/preview"
  private static let news =
    #"{"news_category":"pickup","title":"%@","thumbnail_url":"https://example.com/a.jpg","published_at":"2022-12-01T15:00:00.000Z"}"#

  private static func previewed(_ operations: String, _ query: String = "", _ path: String = path)
    async throws -> TestClient.Response
  {
    try await server.send(
      "POST", path + query, try await server.bearer(.viewer),
      json: #"{"operations":[\#(operations)]}"#)
  }

  @Test func unsavedChangesAreSeenTogetherAndNothingIsWritten() async throws {
    let before = try await server.get("/v1/feeds/home").body
    let audit = try await server.store.read {
      try $0.auditEntries(about: "content/recent_news", before: nil, limit: 1_000).count
    }
    let fresh = Self.news.replacing("%@", with: "Created")
    let answer = try await Self.previewed(
      """
      {"op":"patch","kind":"recent_news","id":1,"body":{"title":"Patched"}},
      {"op":"create","kind":"recent_news","id":900,"body":\(fresh)},
      {"op":"delete","kind":"recent_news","id":2},
      {"op":"compose","feed":"home","body":{"sections":[
        {"id":"n","kind":"recent_news","title":"Only","source":{"pinned":[900,2,1]}}]}}
      """)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("X-Tanada-Revision") == "1")
    let preview = try answer.json()
    #expect(preview["failures"].elements.isEmpty)
    #expect(preview["document"]["sections"].elements.map { $0["title"].text } == ["Only"])
    #expect(preview["document"].titles == ["Created", "Patched"])
    // Nothing of it is left.
    #expect(try await server.get("/v1/feeds/home").body == before)
    #expect(try await server.revision() == 1)
    let after = try await server.store.read {
      try $0.auditEntries(about: "content/recent_news", before: nil, limit: 1_000).count
    }
    #expect(after == audit)
  }

  @Test func withoutOperationsItIsTheScreenInService() async throws {
    let query = "?width=320&text_size=1.5&direction=rtl&locale=ja&max_version=1"
    let screen = try await server.json("/v1/feeds/home\(query)")
    let answer = try await Self.previewed("", query)
    let document = try answer.json()["document"]
    #expect(document.titles == screen.titles)
    #expect(document["viewport"] == screen["viewport"])
    #expect(document["direction"] == .text("rtl"))
    let frames = { (value: JSONValue) in value["sections"].elements.map { $0["layout"] } }
    #expect(frames(document) == frames(screen))
  }

  @Test func aFeedThatIsNotComposedYetCanBeSeen() async throws {
    let compose =
      #"{"op":"compose","feed":"winter","body":{"sections":[{"id":"n","kind":"recent_news","title":"W"}]}}"#
    let path = "/v1/feeds/winter/preview"
    #expect(try await Self.previewed("", "", path).status == 404)
    let seen = try await Self.previewed(compose, "", path)
    #expect(seen.status == 200)
    #expect(try seen.json()["document"]["feed"].text == "winter")
    try await server.get("/v1/feeds/winter", is: 404)
  }

  @Test(arguments: [
    (
      #"{"op":"patch","kind":"recent_news","id":3,"body":{"title":7,"published_at":"x"}}"#,
      "invalid_body", ["/body/published_at", "/body/title"]
    ),
    (#"{"op":"patch","kind":"recent_news","id":9999,"body":{}}"#, "not_found", []),
    (
      #"{"op":"replace","kind":"recent_news","id":3,"body":{"title":"a"}}"#, "invalid_body",
      ["/body/news_category", "/body/published_at", "/body/thumbnail_url"]
    ),
    (#"{"op":"x"}"#, "invalid_body", ["/kind", "/op"]),
    (
      #"{"op":"compose","feed":"home","body":{"sections":[{"id":"a","kind":"recent_news"}]}}"#,
      "invalid_body", ["/body/sections/0/title"]
    ),
    (
      #"{"op":"compose","feed":"home","body":{"sections":[{"id":"a","kind":"recent_news","title":"A","layout":{"type":"shelf","options":{"radius":3}}}]}}"#,
      "invalid_body", ["/body/sections/0/layout/options/radius"]
    ),
  ])
  func whatCannotBeDoneIsListedAndLeftOut(
    operation: String, code: String, pointers: [String]
  ) async throws {
    let patch = #"{"op":"patch","kind":"recent_news","id":1,"body":{"title":"Patched"}}"#
    let answer = try await Self.previewed("\(patch),\(operation)")
    #expect(answer.status == 200, "\(answer.text)")
    let preview = try answer.json()
    #expect(preview["document"].titles.contains("Patched"))
    let failure = try #require(preview["failures"].elements.first)
    #expect(preview["failures"].elements.count == 1)
    #expect(failure["operation"].number == 1)
    #expect(failure["code"].text == code)
    #expect(failure["errors"].elements.compactMap { $0["pointer"].text }.sorted() == pointers)
  }

  /// Somebody else may have saved meanwhile: the preview goes on, and saving asks.
  @Test func preconditionsAreIgnored() async throws {
    let answer = try await Self.previewed(
      #"{"op":"patch","kind":"recent_news","id":1,"if_match":"\"old\"","body":{"title":"Patched"}}"#
    )
    let preview = try answer.json()
    #expect(preview["failures"].elements.isEmpty)
    #expect(preview["document"].titles.contains("Patched"))
  }

  @Test func draftsAndMomentsToComeAreShownAsAsked() async throws {
    let now = server.clock.now
    let draft = #"{"op":"patch","kind":"recent_news","id":1,"body":{"title":"X","draft":true}}"#
    let late =
      #"{"op":"patch","kind":"recent_news","id":1,"body":{"title":"X","publish_at":"\#(now.later(minutes: 60).rfc3339)"}}"#
    for (operation, query, isShown) in [
      (draft, "", false), (draft, "?drafts=true", true), (late, "", false),
      (late, "?at=\(now.later(minutes: 59).rfc3339)", false),
      (late, "?at=\(now.later(minutes: 60).rfc3339)", true), (late, "?at=\(now.rfc3339)", false),
    ] {
      let answer = try await Self.previewed(operation, query)
      let titles = try answer.json()["document"].titles
      #expect(titles.contains("X") == isShown, "\(operation) \(query)")
    }
    let past = try await Self.previewed("", "?at=\(now.later(minutes: -1).rfc3339)")
    #expect(past.status == 400)
    #expect(try past.code() == "invalid_at")
  }

  @Test func itemsForSomeAreShownToTheirClients() async throws {
    let operation =
      #"{"op":"patch","kind":"recent_news","id":1,"body":{"title":"X","when":{"platforms":["ios"]}}}"#
    for (query, isShown) in [("", false), ("?platform=ios", true), ("?platform=web", false)] {
      let answer = try await Self.previewed(operation, query)
      let titles = try answer.json()["document"].titles
      #expect(titles.contains("X") == isShown, "\(query)")
    }
  }

  @Test(arguments: [
    ("{}", "", 422), ("nonsense", "", 400), (#"{"operations":[],"x":1}"#, "", 422),
    (#"{"operations":[]}"#, "?release=1", 400), (#"{"operations":[]}"#, "?width=0", 400),
  ])
  func mistakesAreRefused(body: String, query: String, status: Int) async throws {
    try await server.send("POST", Self.path + query, viewer, json: body, is: status)
  }
}
