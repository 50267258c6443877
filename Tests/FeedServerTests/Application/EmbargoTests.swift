import FeedStore
import Foundation
import TestSupport
import Testing

/// What is not visible yet: no public answer has anything of it.
@Suite struct EmbargoTests {
  private static let title = "embargoed-harbour"
  private static let id = 987_654
  /// Public addresses that could have something of the news.
  private static let paths = [
    "/", "/v1/feeds", "/v1/feeds/home?width=390", "/v1/feeds/home?width=391&text_size=2",
    "/v1/feeds/home.jsonfeed", "/v1/feeds/home/composition", "/v1/feeds/home/variant",
    "/v1/feeds/home/sections/recent_news?width=390&limit=2", "/v1/kinds",
    "/v1/content/recent_news", "/v1/content/recent_news?limit=1&sort=-id",
    "/v1/content/recent_news?count=true", "/v1/content/recent_news?q=\(title)",
    "/v1/content/recent_news?sort=-published_at", "/v1/content/recent_news?id.gte=900000",
    "/v1/content/recent_news/\(id)", "/v1/content/recent_news/\(id)/history",
    "/v1/export/recent_news", "/v1/export/recent_news?format=csv",
    "/v1/feeds/home/diff?from=1&to=2&width=390", "/v1/feeds/home?revision=2",
    "/v1/feeds/home?at=2031-01-01T00:00:00Z", "/v1/revisions", "/v1/releases", "/v1/releases/1",
    "/v1/audit", "/openapi.json", "/readyz", "/healthz",
  ]
  /// Header fields that differ with each answer, and the revision in service, which counts drafts as well.
  private static let changing = ["X-Request-ID", "X-Tanada-Revision", "Date", "RateLimit", "Age"]

  /// What a stranger gets at an address.
  private func answer(_ server: LiveServer, _ path: String) async throws -> (
    status: Int, text: String, tag: String?, policy: String?
  ) {
    let answer = try await server.client.get(path)
    return (
      answer.status,
      answer.text.replacing(/"request_id":"[^"]*"/, with: "")
        .replacing(/"(revision|at|newest)":\d+/, with: ""),
      answer.header("ETag"), answer.header("Cache-Control")
    )
  }

  /// Content that is a draft changes no byte, no tag and no time of any public answer.
  @Test func aDraftChangesNoPublicAnswer() async throws {
    try await LocalServer.run { server in
      var before: [String: (status: Int, text: String, tag: String?, policy: String?)] = [:]
      for path in Self.paths { before[path] = try await answer(server, path) }
      try await Self.hide(#""draft":true"#, on: server)
      for path in Self.paths {
        let expected = try #require(before[path])
        let found = try await answer(server, path)
        #expect(found.status == expected.status, "\(path)")
        #expect(found.text == expected.text, "\(path)")
        // Drafts may not be known by a tag either.
        if found.status == 200 { #expect(found.tag == expected.tag, "\(path)") }
        #expect(found.policy == expected.policy, "\(path)")
      }
    }
  }

  /// Content with a window that has not begun is in no public answer, whatever is asked.
  @Test func whatIsToComeIsInNoPublicAnswer() async throws {
    try await LocalServer.run { server in
      let tag = try await Self.hide(#""publish_at":"2030-01-01T00:00:00Z""#, on: server)
      for path in Self.paths {
        let found = try await server.client.get(path)
        let own = found.text.replacing("q=\(Self.title)", with: "")
        #expect(!own.contains(Self.title), "\(path)")
        #expect(!own.contains(#""id":\#(Self.id)"#), "\(path)")
      }
      // The tag that its editor has is not known to anybody else, with any method.
      let path = "/v1/content/recent_news/\(Self.id)"
      for method in ["GET", "HEAD"] {
        let answer = try await server.send(method, path, ["If-None-Match": tag])
        #expect(answer.status == 404, "\(method)")
      }
      // The refusal says no more than that of an id that was never used.
      let never = try await answer(server, "/v1/content/recent_news/\(Self.id + 1)")
      let hidden = try await answer(server, path)
      #expect(hidden.status == never.status)
      #expect(
        hidden.text.replacing("\(Self.id)", with: "")
          == never.text.replacing("\(Self.id + 1)", with: ""))
    }
  }

  /// Writes news that nobody sees, and waits until its revision is in service.
  @discardableResult
  private static func hide(_ window: String, on server: LiveServer) async throws -> String {
    let editor = try await server.bearer(.editor)
    let path = "/v1/content/recent_news"
    var item = try await server.client.get("\(path)/1").item()
    for name in ["id", "draft", "publish_at", "unpublish_at"] { item[name] = nil }
    item["title"] = title
    let given = try JSONSerialization.data(withJSONObject: item)
    let text = String(decoding: given, as: UTF8.self)
    let made = try await server.send(
      "PUT", "\(path)/\(id)", editor, json: "{\(window),\(text.dropFirst())")
    #expect(made.status == 201, "\(made.text)")
    try await server.catchUp()
    let viewer = try await server.bearer(.viewer)
    let seen = try await server.client.get("\(path)/\(id)", headers: viewer)
    #expect(seen.text.contains(title), "\(seen.text)")
    return try #require(seen.header("ETag"))
  }
}
