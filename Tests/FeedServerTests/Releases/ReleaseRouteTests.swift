import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Releases over HTTP.
@Suite(.server) struct ReleaseRouteTests {
  private static let operations = """
    {"operations":[
      {"op":"patch","kind":"recent_news","id":1,"body":{"title":"Merry"}},
      {"op":"patch","kind":"recent_news","id":2,"body":{"title":"Christmas"}}]}
    """
  private static let composition = """
    {"operations":[{"op":"compose","feed":"home","body":
      {"sections":[{"id":"n","kind":"recent_news","title":"Only news"}]}}]}
    """

  @Test func aReleaseIsPreparedPreviewedAndPublished() async throws {
    let path = try await server.prepareRelease(Self.operations, editor)
    let before = try await server.json("/v1/feeds/home")
    // 1. Only its preview shows it.
    let preview = try await server.get("/v1/feeds/home?release=1", editor, is: 200)
    #expect(preview.header("Cache-Control") == "no-store")
    #expect(preview.header("X-Tanada-Revision") == "1")
    #expect(try preview.json().titles.prefix(30).contains("Merry"))
    #expect(!before.titles.contains("Merry"))
    let list = try await server.json("/v1/releases", editor)
    #expect(list["result"].elements.map { $0["operation_count"].number } == [2])
    #expect(list["result"].elements.map { $0["state"].text } == ["prepared"])
    // 2. An edit of the same item conflicts.
    try await server.send(
      "PATCH", "/v1/content/recent_news/2",
      editor.with("Content-Type", "application/merge-patch+json"),
      body: Data(#"{"title":"other"}"#.utf8))
    try await server.send(
      "POST", "\(path)/publish", editor, is: 409, code: "release_conflicts",
      pointers: ["/operations/1"])
    let shown = try await server.json(path, editor)
    #expect(shown["conflicts"].elements.map { $0["subject"].text } == ["content/recent_news/2"])
    #expect(shown["operations"].elements.count == 2)
    // 3. Somebody decides.
    let published = try await server.send(
      "POST", "\(path)/publish", editor, json: #"{"force":true}"#, is: 200)
    #expect(published.header("X-Tanada-Revision") == "3")
    try await server.publisher.publish()
    let after = try await server.get("/v1/feeds/home")
    #expect(try Set(after.json().titles).isSuperset(of: ["Merry", "Christmas"]))
    try await server.send("POST", "\(path)/publish", editor, is: 409, code: "release_published")
    try await server.get("/v1/feeds/home?release=1", editor, is: 409)
    try await server.send("DELETE", path, editor, is: 204)
    try await server.get(path, editor, is: 404)
  }

  @Test func editorsPublishCompositions() async throws {
    let path = try await server.prepareRelease(Self.composition, editor)
    let preview = try await server.get("/v1/feeds/home?release=1", editor)
    #expect(try preview.json()["sections"].elements.map { $0["title"].text } == ["Only news"])
    try await server.send("POST", "\(path)/publish", editor, is: 200)
  }

  @Test func aReleaseHasANoteForThoseWhoReviewIt() async throws {
    let text = #"for Ben:\nthe \"second\" title is better"#
    let made = try await server.send(
      "POST", "/v1/releases", contributor, json: #"{"name":"a","note":"\#(text)"}"#, is: 201)
    let path = try #require(made.header("Location"))
    var tags: [String] = []
    for (body, expected) in [
      (#"{"name":"b"}"#, "for Ben:\nthe \"second\" title is better"), (#"{"note":"ok"}"#, "ok"),
      (#"{"note":null}"#, ""), (#"{"note":"\#(String(repeating: "あ", count: 4_000))"}"#, nil),
    ] {
      let changed = try await server.send("PATCH", path, contributor, json: body, is: 200)
      tags.append(try #require(changed.header("ETag")))
      let read = try await server.json(path, contributor)
      if let expected { #expect(read["note"].text == expected) }
      #expect(read["name"].text == "b")
    }
    #expect(Set(tags).count == tags.count)
    let list = try await server.json("/v1/releases", contributor)
    #expect(list["result"].elements[0]["note"].text?.count == 4_000)
  }

  @Test func aLinkOpensOneReleaseUntilItExpires() async throws {
    let path = try await server.prepareRelease(Self.operations, editor)
    try await server.prepareRelease(Self.operations, editor)
    let made = try await server.send(
      "POST", "\(path)/links", editor, json: #"{"expires_at":"2d"}"#, is: 201)
    let link = try made.json()
    let document = try #require(link["document"].text)
    #expect(link["page"].text?.hasPrefix("/?feed=home&release=1&preview=") == true)
    let seen = try await server.get(document, is: 200)
    #expect(try seen.json().titles.contains("Merry"))
    for (other, status) in [
      (document.replacing("release=1", with: "release=2"), 403),
      (document.replacing("home", with: "none"), 403),
      (document + "A", 403), (document + "&drafts=true", 401),
      (document + "&at=2030-01-01T00:00:00Z", 401),
      ("/v1/feeds/home?release=1", 401), ("/v1/feeds/home?preview=x", 400),
      (document + "&revision=1", 401),
    ] { try await server.get(other, is: status) }
    server.clock.set(server.clock.now.later(minutes: 2 * 1_440 + 1))
    try await server.get(document, is: 403, code: "preview_link_expired")
  }

  @Test func twoEditorsDoNotOverwriteEachOther() async throws {
    let editor = try await server.bearer(.editor)
    let path = try await server.prepareRelease(Self.operations, editor)
    let tag = try #require(try await server.get(path, editor).header("ETag"))
    let matching = editor.with("If-Match", tag)
    let changed = try await server.send("PATCH", path, matching, json: #"{"name":"Xmas"}"#, is: 200)
    for (method, target, body) in [
      ("PUT", "\(path)/operations", #"{"operations":[]}"#), ("PATCH", path, "{}"),
      ("POST", "\(path)/publish", "{}"), ("DELETE", path, nil),
    ] as [(String, String, String?)] {
      let late = try await server.send(method, target, matching, json: body, is: 412)
      #expect(late.header("ETag") == changed.header("ETag"))
    }
  }

  @Test(arguments: [
    ("POST", "/v1/releases", #"{"name":""}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"a\nb"}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"a\u001b[2Jb"}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"a\u202Eb"}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"\u200B \uFEFF"}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"a\#(String(repeating: "\u{301}", count: 100))"}"#, "/name"),
    ("POST", "/v1/releases", "{}", "/name"),
    ("POST", "/v1/releases", #"{"name":"a","publish_at":"soon"}"#, "/publish_at"),
    ("POST", "/v1/releases", #"{"name":"a","note":7}"#, "/note"),
    ("PATCH", "/v1/releases/1", #"{"note":"a\u0000"}"#, "/note"),
    ("PATCH", "/v1/releases/1", #"{"note":"\#(String(repeating: "a", count: 4_001))"}"#, "/note"),
    ("PATCH", "/v1/releases/1", #"{"names":"a"}"#, "/names"),
    ("PUT", "/v1/releases/1/operations", "{}", "/operations"),
    ("PUT", "/v1/releases/1/operations", #"{"operations":[{"op":"x"}]}"#, "/operations/0/op"),
    (
      "PUT", "/v1/releases/1/operations",
      #"{"operations":[{"op":"create","kind":"recent_news","body":{}}]}"#,
      "/operations/0/body/news_category"
    ),
    (
      "PUT", "/v1/releases/1/operations",
      #"{"operations":[{"op":"compose","feed":"home","body":{"sections":[{"id":"a"}]}}]}"#,
      "/operations/0/body/sections/0/kind"
    ),
    (
      "PUT", "/v1/releases/1/operations",
      #"{"operations":[{"op":"compose","feed":"home","body":{"sections":[{"id":"a","kind":"recent_news","title":"A","layout":{"type":"x"}}]}}]}"#,
      "/operations/0/body/sections/0/layout/type"
    ),
    ("POST", "/v1/releases/1/publish", #"{"force":1}"#, "/force"),
    ("POST", "/v1/releases/1/links", #"{"expires_at":"91d"}"#, "/expires_at"),
    ("POST", "/v1/releases/1/links", #"{"feed":"A b"}"#, "/feed"),
  ])
  func wrongBodiesAreNamed(method: String, path: String, body: String, pointer: String) async throws
  {
    try await server.prepareRelease(Self.operations, admin)
    let answer = try await server.send(method, path, admin, json: body, is: 422)
    #expect(
      try answer.pointers().contains(pointer), "\(String(decoding: answer.body, as: UTF8.self))")
  }
}

/// A link shows one release in one feed, and nothing else.
@Suite struct PreviewLinkTests {
  private static let release = """
    {"operations":[{"op":"patch","kind":"recent_news","id":1,"body":{"title":"Merry"}}]}
    """

  @Test(.server) func aLinkShowsItsReleaseAloneWhateverElseIsDue() async throws {
    let later = server.clock.now.later(minutes: 60).rfc3339
    // 1. Somebody else's embargo, which ends before the release is published.
    try await server.send(
      "PATCH", "/v1/content/recent_news/2",
      editor.with("Content-Type", "application/merge-patch+json"),
      body: Data(#"{"title":"Secret","publish_at":"\#(later)"}"#.utf8), is: 200)
    try await server.catchUp()
    let present = try await server.json("/v1/feeds/home").titles
    #expect(!present.isEmpty && !present.contains("Secret"))
    // 2. The link shows the screen as it is, with the release.
    let moment = server.clock.now.later(minutes: 120).rfc3339
    let document = try await server.link(
      to: server.prepareRelease(Self.release, at: moment, editor), editor)
    let seen = try await server.get(document, is: 200)
    let titles = try seen.json().titles
    #expect(titles.contains("Merry"))
    #expect(!titles.contains("Secret"))
    #expect(titles.count == present.count)
    #expect(zip(titles, present).filter { $0 != $1 }.map(\.0) == ["Merry"])
    // 3. A viewer sees what else is due by then.
    let full = try await server.get("/v1/feeds/home?release=1", editor)
    #expect(try Set(full.json().titles).isSuperset(of: ["Merry", "Secret"]))
    // 4. An editor who moves the release does not change what the link shows.
    for publishAt in [#""2030-01-01T00:00:00Z""#, "null"] {
      try await server.send(
        "PATCH", "/v1/releases/1", editor, json: #"{"publish_at":\#(publishAt)}"#, is: 200)
      #expect(try await server.get(document).body == seen.body)
    }
  }

  @Test func aLinkIsForItsFeed() async throws {
    try await LiveServer.run(prepare: { store, _ in
      try await store.write { transaction in
        _ = try transaction.setComposition(
          #"{"sections":[{"id":"n","kind":"recent_news","title":"News"}]}"#, of: "other")
      }
    }) { server in
      let editor = try await server.bearer(.editor)
      let path = try await server.prepareRelease(Self.release, at: "2030-01-01T00:00:00Z", editor)
      let document = try await server.link(to: path, editor)
      try await server.get(document, is: 200)
      try await server.get(
        document.replacing("/feeds/home", with: "/feeds/other"), is: 403,
        code: "invalid_preview_link")
      try await server.get("/v1/feeds/other?release=1", editor, is: 200)
    }
  }
}
