import FeedEditing
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// Items that another tool has written as no item can be.
@Suite(.damaged) struct DamagedItemTests {
  private static let path = "/v1/content/trend_articles/2"
  private static let unreadable = #"{"unreadable":"published_at"}"#
  private static let article = """
    {"thumbnail_url":"https://example.com/2.jpg","title":"t","introduction":"i",\
    "published_at":"2026-01-02T03:04:05Z"}
    """

  @Test func anEditorReplacesIt() async throws {
    let editor = try await server.bearer(.editor)
    let unreadable = try await server.get(Self.path, is: 500, code: "item_unreadable")
    #expect(unreadable.text.contains("trend_articles/2"))
    let replaced = try await server.send("PUT", Self.path, editor, json: Self.article, is: 200)
    let article = try await server.get(Self.path, is: 200)
    #expect(article.header("ETag") == replaced.header("ETag"))
    let entry = try #require(try await Self.audit(server))
    #expect(entry.action == "update")
    #expect(entry.beforeText == Self.unreadable)
    #expect(entry.afterText?.contains(#""title":"t""#) == true)
    let ready =
      #"{"status":"ready","revision":2,"failing_sections":[],"storage":"ok","clock":"ok"}"#
    try await eventually { try await server.get("/readyz").text == ready }
  }

  @Test func anEditorDeletesIt() async throws {
    let editor = try await server.bearer(.editor)
    try await server.send("DELETE", Self.path, editor, is: 204)
    try await server.get(Self.path, is: 404)
    try await server.get("/v1/content/trend_articles", is: 200)
    let entry = try #require(try await Self.audit(server))
    #expect(entry.action == "delete")
    #expect(entry.beforeText == Self.unreadable)
    #expect(entry.afterText == nil)
  }

  @Test func aBatchReplacesIt() async throws {
    try await server.send(
      "POST", "/v1/batch", editor,
      json: #"[{"op":"replace","kind":"trend_articles","id":2,"body":\#(Self.article)}]"#, is: 200
    )
    try await server.get(Self.path, is: 200)
  }

  @Test(arguments: [
    ("PUT", ["If-Match": "*"], 412, "precondition_failed"),
    ("PUT", ["If-Match": "\"a\""], 412, "precondition_failed"),
    ("PUT", ["If-None-Match": "*"], 412, "precondition_failed"),
    ("DELETE", ["If-Match": "\"a\""], 412, "precondition_failed"),
    ("PATCH", ["If-Match": "\"a\""], 412, "precondition_failed"),
    ("PATCH", [:], 409, "item_unreadable"), ("POST", [:], 409, "id_exists"),
  ])
  func whatNeedsToKnowItIsRefused(
    method: String, headers: [String: String], status: Int, code: String
  ) async throws {
    let isNew = method == "POST"
    let answer = try await server.send(
      method, isNew ? "/v1/content/trend_articles" : Self.path, editor.merging(headers) { $1 },
      json: method == "DELETE"
        ? nil : isNew ? #"{"id":2,"# + Self.article.dropFirst() : Self.article, is: status,
      code: code)
    #expect(answer.header("ETag") == nil)
    try await server.get(Self.path, is: 500)
  }

  /// The window is as sound as before: only the row of the item was damaged.
  @Test(.noServer) func aFileRepairsItAndLeavesItsWindow() async throws {
    let window = Window(isDraft: true)
    try await LiveServer.run(prepare: { store, _ in
      try await store.write { _ = try $0.setWindow(window, of: .trendArticles, id: 2) }
      try await store.spoil("UPDATE trend_articles SET published_at = 'soon' WHERE id = 2")
    }) { server in
      _ = try await Seeder(store: server.store).seed(
        SeedSources(at: SampleContent.files), at: SampleContent.committedAt)
      let item = try await server.store.read { try $0.item(of: .trendArticles, id: 2) }
      #expect(item?.window == window)
      let entry = try #require(try await Self.audit(server))
      #expect(entry.beforeText == Self.unreadable)
      #expect(entry.afterText?.contains(#""draft":true"#) == true)
    }
  }

  private static func audit(_ server: LiveServer) async throws -> AuditEntry? {
    try await server.store.read {
      try $0.auditEntries(about: "content/trend_articles/2", before: nil, limit: 1).first
    }
  }
}

extension Trait where Self == ServerTrait {
  /// A server whose article 2 has a date that is none.
  fileprivate static var damaged: Self {
    .server(prepare: { store, _ in
      try await store.spoil("UPDATE trend_articles SET published_at = 'soon' WHERE id = 2")
    })
  }
}
