import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Releases over HTTP.
@Suite struct ReleaseRouteTests {
  private static let operations = """
    {"operations":[
      {"op":"patch","kind":"recent_news","id":1,"body":{"title":"Merry"}},
      {"op":"patch","kind":"recent_news","id":2,"body":{"title":"Christmas"}}]}
    """
  private static let composition = """
    {"operations":[{"op":"compose","feed":"home","body":
      {"sections":[{"id":"n","kind":"recent_news","title":"Only news"}]}}]}
    """

  /// Prepares a release, and returns its path.
  private static func prepare(
    _ operations: String = operations, in server: LiveServer, _ headers: [String: String]
  ) async throws -> String {
    let made = try await server.send(
      "POST", "/v1/releases", headers, json: #"{"name":"Christmas"}"#)
    #expect(made.status == 201)
    let path = try #require(made.header("Location"))
    let put = try await server.send("PUT", "\(path)/operations", headers, json: operations)
    #expect(put.status == 200)
    return path
  }

  private static func titles(_ body: Data) throws -> [String] {
    try JSONValue.parse(body)["sections"].elements.flatMap { section in
      section["items"].elements.compactMap { $0["title"].text }
    }
  }

  @Test func aReleaseIsPreparedPreviewedAndPublished() async throws {
    try await LocalServer.run { server in
      let editor = try await server.bearer(.editor)
      let path = try await Self.prepare(in: server, editor)
      let before = try await server.client.get("/v1/feeds/home").body
      // 1. Only its preview shows it.
      let preview = try await server.client.get("/v1/feeds/home?release=1", headers: editor)
      #expect(preview.status == 200)
      #expect(preview.header("Cache-Control") == "no-store")
      #expect(preview.header("X-Tanada-Revision") == "1")
      #expect(try Self.titles(preview.body).prefix(30).contains("Merry"))
      #expect(try !Self.titles(before).contains("Merry"))
      let list = try JSONValue.parse(
        try await server.client.get("/v1/releases", headers: editor).body)
      #expect(list["result"].elements.map { $0["operation_count"].number } == [2])
      #expect(list["result"].elements.map { $0["state"].text } == ["prepared"])
      // 2. An edit of the same item conflicts.
      _ = try await server.client.send(
        "PATCH", "/v1/content/recent_news/2",
        headers: editor.merging(["Content-Type": "application/merge-patch+json"]) { $1 },
        body: Data(#"{"title":"other"}"#.utf8))
      let refused = try await server.send("POST", "\(path)/publish", editor)
      #expect(refused.status == 409)
      #expect(try refused.code() == "release_conflicts")
      #expect(try refused.pointers() == ["/operations/1"])
      let shown = try JSONValue.parse(try await server.client.get(path, headers: editor).body)
      #expect(shown["conflicts"].elements.map { $0["subject"].text } == ["content/recent_news/2"])
      #expect(shown["operations"].elements.count == 2)
      // 3. Somebody decides.
      let published = try await server.send(
        "POST", "\(path)/publish", editor, json: #"{"force":true}"#)
      #expect(published.status == 200)
      #expect(published.header("X-Tanada-Revision") == "3")
      try await server.publisher.publish()
      let after = try await server.client.get("/v1/feeds/home")
      #expect(try Set(Self.titles(after.body)).isSuperset(of: ["Merry", "Christmas"]))
      let again = try await server.send("POST", "\(path)/publish", editor)
      #expect(again.status == 409)
      #expect(try again.code() == "release_published")
      let late = try await server.client.get("/v1/feeds/home?release=1", headers: editor)
      #expect(late.status == 409)
      #expect(try await server.send("DELETE", path, editor).status == 204)
      #expect(try await server.client.get(path, headers: editor).status == 404)
    }
  }

  @Test func editorsPublishCompositions() async throws {
    try await LocalServer.run { server in
      let editor = try await server.bearer(.editor)
      let path = try await Self.prepare(Self.composition, in: server, editor)
      let preview = try await server.client.get("/v1/feeds/home?release=1", headers: editor)
      #expect(
        try JSONValue.parse(preview.body)["sections"].elements.map { $0["title"].text }
          == ["Only news"])
      #expect(try await server.send("POST", "\(path)/publish", editor).status == 200)
    }
  }

  @Test func aReleaseHasANoteForThoseWhoReviewIt() async throws {
    try await LocalServer.run { server in
      let contributor = try await server.bearer(.contributor)
      let text = #"for Ben:\nthe \"second\" title is better"#
      let made = try await server.send(
        "POST", "/v1/releases", contributor, json: #"{"name":"a","note":"\#(text)"}"#)
      #expect(made.status == 201)
      let path = try #require(made.header("Location"))
      var tags: [String] = []
      for (body, expected) in [
        (#"{"name":"b"}"#, "for Ben:\nthe \"second\" title is better"), (#"{"note":"ok"}"#, "ok"),
        (#"{"note":null}"#, ""), (#"{"note":"\#(String(repeating: "あ", count: 4_000))"}"#, nil),
      ] {
        let changed = try await server.send("PATCH", path, contributor, json: body)
        #expect(changed.status == 200, "\(changed.text)")
        tags.append(try #require(changed.header("ETag")))
        let read = try JSONValue.parse(
          try await server.client.get(path, headers: contributor).body)
        if let expected { #expect(read["note"].text == expected) }
        #expect(read["name"].text == "b")
      }
      #expect(Set(tags).count == tags.count)
      let list = try JSONValue.parse(
        try await server.client.get("/v1/releases", headers: contributor).body)
      #expect(list["result"].elements[0]["note"].text?.count == 4_000)
    }
  }

  @Test func aLinkOpensOneReleaseUntilItExpires() async throws {
    try await LocalServer.run { server in
      let editor = try await server.bearer(.editor)
      let path = try await Self.prepare(in: server, editor)
      _ = try await Self.prepare(in: server, editor)
      let made = try await server.send(
        "POST", "\(path)/links", editor, json: #"{"expires_at":"2d"}"#)
      #expect(made.status == 201)
      let link = try JSONValue.parse(made.body)
      let document = try #require(link["document"].text)
      #expect(link["page"].text?.hasPrefix("/?feed=home&release=1&preview=") == true)
      let seen = try await server.client.get(document)
      #expect(seen.status == 200)
      #expect(try Self.titles(seen.body).contains("Merry"))
      for (other, status) in [
        (document.replacing("release=1", with: "release=2"), 403),
        (document.replacing("home", with: "none"), 403),
        (document + "A", 403), (document + "&drafts=true", 401),
        (document + "&at=2030-01-01T00:00:00Z", 401),
        ("/v1/feeds/home?release=1", 401), ("/v1/feeds/home?preview=x", 400),
        (document + "&revision=1", 401),
      ] {
        #expect(try await server.client.get(other).status == status, "\(other)")
      }
      server.clock.set(server.clock.now.later(minutes: 2 * 1_440 + 1))
      let late = try await server.client.get(document)
      #expect(late.status == 403)
      #expect(try late.code() == "preview_link_expired")
    }
  }

  @Test func twoEditorsDoNotOverwriteEachOther() async throws {
    try await LocalServer.run { server in
      let editor = try await server.bearer(.editor)
      let path = try await Self.prepare(in: server, editor)
      let tag = try #require(
        try await server.client.get(path, headers: editor).header("ETag"))
      let matching = editor.merging(["If-Match": tag]) { $1 }
      let changed = try await server.send("PATCH", path, matching, json: #"{"name":"Xmas"}"#)
      #expect(changed.status == 200)
      for (method, target, body) in [
        ("PUT", "\(path)/operations", #"{"operations":[]}"#), ("PATCH", path, "{}"),
        ("POST", "\(path)/publish", "{}"), ("DELETE", path, nil),
      ] as [(String, String, String?)] {
        let late = try await server.send(method, target, matching, json: body)
        #expect(late.status == 412, "\(method) \(target)")
        #expect(late.header("ETag") == changed.header("ETag"))
      }
    }
  }

  @Test(arguments: [
    ("POST", "/v1/releases", #"{"name":""}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"a\nb"}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"a\u001b[2Jb"}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"a\u202Eb"}"#, "/name"),
    ("POST", "/v1/releases", #"{"name":"\u200B \uFEFF"}"#, "/name"),
    (
      "POST", "/v1/releases",
      #"{"name":"a\#(String(repeating: "\u{301}", count: 100))"}"#, "/name"
    ),
    ("POST", "/v1/releases", "{}", "/name"),
    ("POST", "/v1/releases", #"{"name":"a","publish_at":"soon"}"#, "/publish_at"),
    ("POST", "/v1/releases", #"{"name":"a","note":7}"#, "/note"),
    ("PATCH", "/v1/releases/1", #"{"note":"a\u0000"}"#, "/note"),
    (
      "PATCH", "/v1/releases/1", #"{"note":"\#(String(repeating: "a", count: 4_001))"}"#, "/note"
    ),
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
    try await LocalServer.run { server in
      let admin = try await server.bearer(.admin)
      _ = try await Self.prepare(in: server, admin)
      let answer = try await server.send(method, path, admin, json: body)
      #expect(answer.status == 422)
      #expect(
        try answer.pointers().contains(pointer), "\(String(decoding: answer.body, as: UTF8.self))")
    }
  }
}
