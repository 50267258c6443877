import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// A link shows one release in one feed, and nothing else.
@Suite struct PreviewLinkTests {
  private static let release = """
    {"operations":[{"op":"patch","kind":"recent_news","id":1,"body":{"title":"Merry"}}]}
    """

  private static func titles(_ body: Data) throws -> [String] {
    try JSONValue.parse(body)["sections"].elements.flatMap { section in
      section["items"].elements.compactMap { $0["title"].text }
    }
  }

  /// Prepares the release for `publishAt`, and returns the address of its document.
  private static func link(
    to server: LiveServer, _ editor: [String: String], publishAt: String
  ) async throws -> String {
    let body = #"{"name":"Christmas","publish_at":"\#(publishAt)"}"#
    let made = try await server.send("POST", "/v1/releases", editor, json: body)
    let path = try #require(made.header("Location"))
    try #require(
      try await server.send("PUT", "\(path)/operations", editor, json: release).status == 200)
    let link = try await server.send("POST", "\(path)/links", editor)
    return try #require(try JSONValue.parse(link.body)["document"].text)
  }

  @Test func aLinkShowsItsReleaseAloneWhateverElseIsDue() async throws {
    try await LocalServer.run { server in
      let editor = try await server.bearer(.editor)
      let later = server.clock.now.later(minutes: 60).rfc3339
      // 1. Somebody else's embargo, which ends before the release is published.
      let embargo = try await server.client.send(
        "PATCH", "/v1/content/recent_news/2",
        headers: editor.merging(["Content-Type": "application/merge-patch+json"]) { $1 },
        body: Data(#"{"title":"Secret","publish_at":"\#(later)"}"#.utf8))
      #expect(embargo.status == 200)
      try await server.catchUp()
      let present = try Self.titles(try await server.client.get("/v1/feeds/home").body)
      #expect(!present.isEmpty && !present.contains("Secret"))
      // 2. The link shows the screen as it is, with the release.
      let moment = server.clock.now.later(minutes: 120).rfc3339
      let document = try await Self.link(to: server, editor, publishAt: moment)
      let seen = try await server.client.get(document)
      #expect(seen.status == 200)
      let titles = try Self.titles(seen.body)
      #expect(titles.contains("Merry"))
      #expect(!titles.contains("Secret"))
      #expect(titles.count == present.count)
      #expect(zip(titles, present).filter { $0 != $1 }.map(\.0) == ["Merry"])
      // 3. A viewer sees what else is due by then.
      let full = try await server.client.get("/v1/feeds/home?release=1", headers: editor)
      #expect(try Set(Self.titles(full.body)).isSuperset(of: ["Merry", "Secret"]))
      // 4. An editor who moves the release does not change what the link shows.
      for publishAt in [#""2030-01-01T00:00:00Z""#, "null"] {
        let moved = try await server.send(
          "PATCH", "/v1/releases/1", editor, json: #"{"publish_at":\#(publishAt)}"#)
        #expect(moved.status == 200)
        #expect(try await server.client.get(document).body == seen.body)
      }
    }
  }

  @Test func aLinkIsForItsFeed() async throws {
    try await LocalServer.run(prepare: { store, _ in
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.setComposition(
          #"{"sections":[{"id":"n","kind":"recent_news","title":"News"}]}"#, of: "other")
      }
    }) { server in
      let editor = try await server.bearer(.editor)
      let document = try await Self.link(
        to: server, editor, publishAt: "2030-01-01T00:00:00Z")
      #expect(try await server.client.get(document).status == 200)
      let other = try await server.client.get(
        document.replacing("/feeds/home", with: "/feeds/other"))
      #expect(other.status == 403)
      #expect(try other.code() == "invalid_preview_link")
      let viewer = try await server.client.get("/v1/feeds/other?release=1", headers: editor)
      #expect(viewer.status == 200)
    }
  }
}
