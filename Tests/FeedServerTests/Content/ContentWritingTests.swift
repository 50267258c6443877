import FeedModel
import FeedStore
import Foundation
import Testing
import TestSupport

@Suite(.server(publishes: false)) struct ContentWritingTests {
  private static let banner =
    #"{"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#

  @Test(arguments: ContentKinds.standard.all)
  func anItemOfEveryKindIsCreatedReadReplacedPatchedAndDeleted(kind: ContentKind) async throws {
    let list = "/v1/content/\(kind.name)"
    var sample = try await server.get("\(list)/1").item()
    sample["id"] = 901
    let created = try await server.send("POST", list, editor, json: try Self.text(sample), is: 201)
    #expect(created.header("Location") == "\(list)/901")
    #expect(created.header("Cache-Control") == "no-store")
    let revision = try #require(created.header("X-Tanada-Revision").flatMap(Int.init))
    #expect(try await server.revision() == revision)

    let public_ = try await server.get("\(list)/901")
    #expect(try public_.item() as NSDictionary == sample as NSDictionary)
    #expect(public_.header("ETag") == created.header("ETag"))

    let field = try #require(sample.keys.first { $0.hasSuffix("_url") })
    sample[field] = "https://example.com/replaced.jpg"
    let replaced = try await server.send(
      "PUT", "\(list)/901", editor, json: try Self.text(sample), is: 200)
    #expect(replaced.header("ETag") != created.header("ETag"))

    try await server.send(
      "PATCH", "\(list)/901", editor.with("Content-Type", "application/merge-patch+json"),
      json: #"{"\#(field)":"https://example.com/patched.jpg"}"#, is: 200)
    sample[field] = "https://example.com/patched.jpg"
    #expect(
      try await server.get("\(list)/901").item() as NSDictionary == sample as NSDictionary)

    let deleted = try await server.send("DELETE", "\(list)/901", editor, is: 204)
    #expect(deleted.body.isEmpty)
    try await server.get("\(list)/901", is: 404)
    try await server.send("DELETE", "\(list)/901", editor, is: 404)
    #expect(try await server.revision() == revision + 3)
  }

  @Test func anItemWithoutAnIDGetsOneThatWasNeverUsed() async throws {
    let path = "/v1/content/campaign_banners"
    let first = try await server.send("POST", path, editor, json: Self.banner)
    #expect(first.header("Location") == "\(path)/7")
    try await server.send("DELETE", "\(path)/7", editor, is: 204)
    let second = try await server.send("POST", path, editor, json: Self.banner)
    #expect(try second.item()["id"] as? Int == 8)
  }

  @Test func anIDThatExistsIsAConflictForPOSTOnly() async throws {
    let item = #"{"id":3,"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#
    try await server.send(
      "POST", "/v1/content/campaign_banners", editor, json: item, is: 409, code: "id_exists")
    let path = "/v1/content/campaign_banners/30"
    try await server.send("PUT", path, editor, json: Self.banner, is: 201)
    try await server.send("PUT", path, editor, json: Self.banner, is: 200)
    try await server.send("PUT", path, editor, json: item, is: 422, pointers: ["/id"])
  }

  @Test func everyProblemOfABodyIsListedAndNothingIsWritten() async throws {
    try await server.send(
      "POST", "/v1/content/featured_topics", editor,
      json: #"{"rating":6,"rating":"x","titel":"a","publish_at":1}"#, is: 422, pointers: ["/rating"]
    )
    try await server.send(
      "POST", "/v1/content/featured_topics", editor,
      json: #"{"rating":6,"titel":"a","publish_at":1}"#, is: 422,
      pointers: [
        "/rating", "/thumbnail_url", "/title", "/caption", "/published_at", "/publish_at",
        "/titel",
      ])
    try await server.send("POST", "/v1/content/featured_topics", editor, json: "{", is: 400)
    try await server.send(
      "POST", "/v1/content/featured_topics",
      editor.with("Content-Type", "text/plain"), json: "{}", is: 415)
    #expect(try await server.revision() == 1)
  }

  @Test(arguments: [
    #"{"id":4}"#, #"{"id":null}"#, #"{"banner_url":null}"#, #"{"draft":"x"}"#, #"[]"#,
    #"{"unpublish_at":"2030-01-01T00:00:00Z","publish_at":"2030-01-01T00:00:00Z"}"#,
  ])
  func aPatchThatMakesAnInvalidItemIsRefused(patch: String) async throws {
    let path = "/v1/content/campaign_banners/3"
    let before = try await server.get(path)
    let answer = try await server.send("PATCH", path, editor, json: patch, is: 422)
    #expect(try answer.pointers().count == 1)
    #expect(try await server.get(path).header("ETag") == before.header("ETag"))
  }

  @Test func aConditionIsCheckedWithTheWrite() async throws {
    let editor = try await server.bearer(.editor)
    let path = "/v1/content/campaign_banners/3"
    let tag = try #require(try await server.get(path).header("ETag"))
    let stale = try await server.send(
      "PATCH", path, editor.with("If-Match", "\"stale\", W/\(tag)"),
      json: #"{"banner_contents_id":5}"#, is: 412, code: "precondition_failed")
    #expect(stale.header("ETag") == tag)
    #expect(try stale.object()["detail"] as? String == "the item's entity tag is \(tag) now")

    let matching = editor.with("If-Match", "\"stale\", \(tag)")
    let patch = #"{"banner_contents_id":5}"#
    try await server.send("PATCH", path, matching, json: patch, is: 200)
    for (method, body) in [("PATCH", patch), ("PUT", Self.banner), ("DELETE", nil)] {
      try await server.send(method, path, matching, json: body, is: 412)
    }
    let new = editor.with("If-None-Match", "*")
    try await server.send("PUT", path, new, json: Self.banner, is: 412)
    let other = "/v1/content/campaign_banners/33"
    let any = editor.with("If-Match", "*")
    try await server.send("PUT", other, any, json: Self.banner, is: 412)
    try await server.send("PUT", other, new, json: Self.banner, is: 201)
    try await server.send("DELETE", other, any, is: 204)
  }

  @Test func oneOfManyWritersWithTheSameTagWins() async throws {
    let editor = try await server.bearer(.editor)
    let path = "/v1/content/campaign_banners/3"
    let tag = try #require(try await server.get(path).header("ETag"))
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...20 {
        group.addTask {
          try await server.send(
            "PATCH", path, editor.with("If-Match", tag),
            json: #"{"banner_contents_id":\#(5_000 + number)}"#
          ).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 19))
  }

  @Test func anItemThatIsNotForEverybodyIsSeenByThoseWithATokenOnly() async throws {
    let list = "/v1/content/campaign_banners"
    let answer = try await server.send(
      "PATCH", "\(list)/3", editor, json: #"{"when":{"platforms":["web","ios"]}}"#, is: 200)
    try await server.get("\(list)/3", is: 404)
    let public_ = try await server.get("\(list)?count=true").object()
    #expect(public_["total"] as? Int == 5)
    let items = try #require(public_["result"] as? [[String: Any]])
    #expect(items.compactMap { $0["id"] as? Int } == [1, 2, 4, 5, 6])
    let seen = try await server.get("\(list)/3", viewer)
    #expect(try seen.item()["when"] as? [String: [String]] == ["platforms": ["ios", "web"]])
    #expect(seen.header("ETag") == answer.header("ETag"))

    try await server.send("PATCH", "\(list)/3", editor, json: #"{"when":{"os":1}}"#, is: 422)
    // Without its condition it is the item that it was.
    let cleared = try await server.send("PATCH", "\(list)/3", editor, json: #"{"when":null}"#)
    let open = try await server.get("\(list)/3", is: 200)
    #expect(open.header("ETag") == cleared.header("ETag"))
    #expect(try cleared.item()["when"] == nil)
  }

  @Test func listsAreFilteredByVisibility() async throws {
    let list = "/v1/content/campaign_banners"
    for (id, window) in [
      (1, #"{"draft":true,"unpublish_at":"2001-01-01T00:00:00Z"}"#),
      (2, #"{"publish_at":"2999-01-01T00:00:00Z"}"#),
      (3, #"{"unpublish_at":"2001-01-01T00:00:00Z"}"#),
      (4, #"{"publish_at":"2001-01-01T00:00:00Z"}"#),
    ] { try await server.send("PATCH", "\(list)/\(id)", editor, json: window, is: 200) }
    for (state, expected) in [
      ("draft", [1]), ("scheduled", [2]), ("ended", [3]), ("shown", [4, 5, 6]),
    ] {
      // Page by page: the filter is part of the address of the next one.
      let pages = try await server.pages(
        of: "\(list)?visibility=\(state)&limit=2&count=true", editor)
      for page in pages { #expect(try page.object()["total"] as? Int == expected.count) }
      let ids = try pages.flatMap { try $0.ids() }
      #expect(ids == expected, "\(state)")
    }
    let refused = try await server.get("\(list)?visibility=hidden", editor, is: 400)
    #expect(refused.text.contains("expected one of draft, scheduled, shown, ended"))
    try await server.get("\(list)?visibility=shown", is: 401)
  }

  @Test func aDraftIsSeenByThoseWithATokenOnly() async throws {
    let list = "/v1/content/campaign_banners"
    let tag = try #require(try await server.get("\(list)/3").header("ETag"))
    let answer = try await server.send(
      "PATCH", "\(list)/3", editor,
      json: #"{"draft":true,"publish_at":"2030-01-01T09:00:00+09:00"}"#, is: 200)
    #expect(answer.header("ETag") != tag)

    try await server.get("\(list)/3", is: 404)
    let seen = try await server.get("\(list)/3", viewer)
    #expect(seen.header("Cache-Control") == "private, no-store")
    #expect(seen.header("ETag") == answer.header("ETag"))
    let item = try seen.item()
    #expect(item["draft"] as? Bool == true)
    #expect(item["publish_at"] as? String == "2030-01-01T00:00:00.000Z")
    #expect(item["unpublish_at"] is NSNull)

    let public_ = try await server.get(list)
    #expect(public_.header("Vary") == "Authorization, Cookie")
    let items = try public_.items()
    #expect(items.compactMap { $0["id"] as? Int } == [1, 2, 4, 5, 6])
    #expect(items.allSatisfy { $0["draft"] == nil })
    let all = try await server.get(list, viewer)
    #expect(all.header("Cache-Control") == "private, no-store")
    let drafts = try all.items()
    #expect(
      drafts.compactMap { $0["draft"] as? Bool } == [false, false, true, false, false, false])

    // An item can be written back unchanged, as a viewer reads it.
    let same = try await server.send("PUT", "\(list)/3", editor, json: try Self.text(item), is: 200)
    #expect(same.header("ETag") == answer.header("ETag"))
    // An item that is replaced without a window is always shown.
    try await server.send("PUT", "\(list)/3", editor, json: Self.banner)
    try await server.get("\(list)/3", is: 200)
  }

  private static func text(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }
}
