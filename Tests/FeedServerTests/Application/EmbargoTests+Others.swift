import FeedStore
import Foundation
import TestSupport
import Testing

/// What is not visible yet beside items: releases, photos and events.
extension EmbargoTests {
  /// Public addresses that could have something of a release.
  private static let releasePaths =
    paths + [
      "/v1/feeds/home?release=1", "/v1/feeds/home?release=1&width=390",
      "/v1/feeds/home?release=1&preview=x", "/v1/feeds/home/diff?from=1&release=1&width=390",
      "/v1/feeds/home/sections/recent_news?release=1&width=390", "/v1/revisions/2",
      "/v1/releases?limit=1", "/v1/content/releases",
    ]

  // MARK: - Releases

  /// A release is known to nobody without a token, whether it is prepared, has a moment, or is removed.
  @Test(.server) func aReleaseChangesNoPublicAnswer() async throws {
    let before = try await answers(server, Self.releasePaths)
    try await server.send(
      "POST", "/v1/releases", editor,
      json: #"{"name":"\#(Self.title)","note":"\#(Self.title)"}"#, is: 201)
    let item = try await Self.item(on: server, with: #""id":\#(Self.id)"#)
    try await server.send(
      "PUT", "/v1/releases/1/operations", editor,
      json: """
        {"operations":[
          {"op":"create","kind":"recent_news","body":\(item)},
          {"op":"patch","kind":"recent_news","id":1,"body":{"title":"\(Self.title)"}}]}
        """, is: 200)
    try await server.catchUp()
    try await check(before, of: server)
    try await server.send(
      "PATCH", "/v1/releases/1", editor, json: #"{"publish_at":"2030-01-01T00:00:00Z"}"#, is: 200)
    try await server.catchUp()
    try await check(before, of: server)
    // It is there for those who may see it, and it would be seen.
    for path in ["/v1/releases", "/v1/releases/1", "/v1/feeds/home?release=1"] {
      let seen = try await server.get(path, viewer)
      #expect(seen.text.contains(Self.title), "\(path)")
    }
    try await server.send("DELETE", "/v1/releases/1", editor, is: 204)
    try await server.catchUp()
    try await check(before, of: server)
  }

  // MARK: - Photos

  /// A photo that embargoed content alone shows is like one that there is not, whatever is asked about it.
  @Test(.server, arguments: [#""draft":true"#, #""publish_at":"2030-01-01T00:00:00Z""#])
  func aPhotoOfHiddenContentIsLikeNone(window: String) async throws {
    let none = String(repeating: "0", count: 32)
    let before = try await answers(server, Self.paths)
    let photo = try await server.photo(PhotoRouteTests.landscape, assignedTo: Self.picture)
    #expect(photo.utf8.count == none.utf8.count)
    try await Self.hide(window, showing: Self.picture, on: server)
    for suffix in Self.photoPaths {
      let found = try await answer(server, "/v1/photos/\(photo)\(suffix)")
      let unknown = try await answer(server, "/v1/photos/\(none)\(suffix)")
      #expect(found.status == unknown.status && found.status >= 400, "\(suffix)")
      #expect(found.text.replacing(photo, with: none) == unknown.text, "\(suffix)")
      #expect(found.policy == unknown.policy, "\(suffix)")
      #expect(found.tag == unknown.tag, "\(suffix)")
    }
    for path in before.keys {
      #expect(try await !answer(server, path).text.contains(photo), "\(path)")
    }
    try await Self.show(on: server)
    for suffix in ["", ".jpg"] {
      #expect(try await answer(server, "/v1/photos/\(photo)\(suffix)").status == 200, "\(suffix)")
    }
  }

  /// What can be asked about a photo, below its address.
  private static let photoPaths = [
    "", ".jpg", "/uses", "/32x16.webp", "/32x16.auto?fit=contain", "/viewer", "/card",
    "/card.jpg?width=390",
  ]

  // MARK: - Events

  /// No event names what is hidden, while it is hidden: neither those that are sent at once, nor those that are sent
  /// to a client that comes back. Both are the same.
  @Test(.listening, arguments: [#""draft":true"#, #""publish_at":"2030-01-01T00:00:00Z""#])
  func eventsNameNothingThatIsHidden(window: String) async throws {
    let live = try EventClient("\(server.base)/v1/events")
    defer { live.close() }
    #expect(await live.next()?.hasPrefix("retry: ") == true)
    let photo = try await server.photo(PhotoRouteTests.landscape, assignedTo: Self.picture)
    try await Self.hide(window, showing: Self.picture, on: server)
    let editor = try await server.bearer(.editor)
    let path = "/v1/content/recent_news/\(Self.id)"
    for title in [Self.title, "\(Self.title)-2"] {
      try await server.send("PATCH", path, editor, json: #"{"title":"\#(title)"}"#)
      try await server.send("PATCH", "/v1/photos/\(photo)", editor, json: #"{"alt":"\#(title)"}"#)
    }
    try await server.catchUp()
    let hidden = try #require(try await server.store.latestRevision()).number
    try await Self.show(on: server)
    try await server.send("PATCH", "/v1/photos/\(photo)", editor, json: #"{"alt":"C"}"#)
    try await server.catchUp()
    let shown = try #require(try await server.store.latestRevision()).number
    #expect(shown == hidden + 2 && hidden > 2)

    let later = try EventClient("\(server.base)/v1/events?last_event_id=1")
    defer { later.close() }
    #expect(await later.next()?.hasPrefix("retry: ") == true)
    for number in 2...shown {
      let block = try #require(await live.next())
      #expect(block.hasPrefix("id: \(number)."))
      #expect(await later.next() == block)
      #expect(block.contains("\"recent_news:\(Self.id)\"") == (number == hidden + 1), "\(block)")
      #expect(block.contains("kind:recent_news") == (number == hidden + 1), "\(block)")
      #expect(block.contains("photo:\(photo)") == (number == hidden + 2), "\(block)")
      #expect(!block.contains(Self.title), "\(block)")
    }
  }
}
