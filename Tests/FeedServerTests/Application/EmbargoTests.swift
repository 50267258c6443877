import FeedStore
import Foundation
import TestSupport
import Testing

/// What is not visible yet: no public answer has anything of it.
@Suite(.server) struct EmbargoTests {
  static let title = "embargoed-harbour"
  static let id = 987_654
  /// An address of a picture that nothing else shows.
  static let picture = "https://example.com/embargoed.jpg"
  /// Public addresses that could have something of the news.
  static let paths = [
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
  /// What a stranger gets at an address.
  typealias Answer = (status: Int, text: String, tag: String?, policy: String?)

  /// What a stranger gets at an address.
  func answer(_ server: LiveServer, _ path: String) async throws -> Answer {
    let answer = try await server.get(path)
    return (
      answer.status,
      answer.text.replacing(/"request_id":"[^"]*"/, with: "")
        .replacing(/"(revision|at|newest)":\d+/, with: ""),
      answer.header("ETag"), answer.header("Cache-Control")
    )
  }

  /// Content that is a draft changes no byte, no tag and no time of any public answer.
  @Test func aDraftChangesNoPublicAnswer() async throws {
    let before = try await answers(server, Self.paths)
    try await Self.hide(#""draft":true"#, on: server)
    try await check(before, of: server)
  }

  func answers(_ server: LiveServer, _ paths: [String]) async throws -> [String: Answer] {
    var answers: [String: Answer] = [:]
    for path in paths { answers[path] = try await answer(server, path) }
    return answers
  }

  /// Expects the same answers as before, to the byte, the tag and the time.
  func check(_ before: [String: Answer], of server: LiveServer) async throws {
    for (path, expected) in before {
      let found = try await answer(server, path)
      #expect(found.status == expected.status, "\(path)")
      #expect(found.text == expected.text, "\(path)")
      // Drafts may not be known by a tag either.
      if found.status == 200 { #expect(found.tag == expected.tag, "\(path)") }
      #expect(found.policy == expected.policy, "\(path)")
      // At an address that nobody has asked for, an answer is not one that is kept from before.
      let other = try await answer(server, Self.anew(path))
      #expect(other.status == expected.status && other.text == expected.text, "\(path), anew")
    }
  }

  /// The address in another spelling.
  private static func anew(_ path: String) -> String {
    path == "/" ? path : path + (path.contains("?") ? "&&" : "?&")
  }

  // MARK: - Conditional requests

  /// Whoever asks whether something has changed is told that nothing has, until the public sees it; and no tag of
  /// those who see it is known to the public.
  @Test func aConditionalRequestTellsOfNothingThatIsHidden() async throws {
    let before = try await answers(server, Self.paths)
      .filter { $0.value.status == 200 && $0.value.tag != nil }
    #expect(before.count > 10)
    try await Self.hide(#""draft":true"#, on: server)
    for (path, known) in before {
      let tag = try #require(known.tag)
      // Of the second nothing is kept from before.
      for address in [path, Self.anew(path)] {
        for method in ["GET", "HEAD"] {
          let answer = try await server.send(method, address, ["If-None-Match": tag], is: 304)
          #expect(answer.header("ETag") == tag, "\(method) \(address)")
          #expect(answer.header("Cache-Control") == known.policy, "\(method) \(address)")
        }
      }
      let seen = try await server.get(path, viewer)
      guard let other = seen.header("ETag"), other != tag else { continue }
      let answer = try await server.get(path, ["If-None-Match": other], is: 200)
      #expect(answer.header("ETag") == tag, "\(path)")
    }
    // What the public sees changes tags.
    try await Self.show(on: server)
    for path in ["/v1/feeds/home?width=390", "/v1/content/recent_news"] {
      let tag = try #require(before[path]?.tag)
      let answer = try await server.get(path, ["If-None-Match": tag], is: 200)
      #expect(answer.text.contains(Self.title), "\(path)")
    }
  }

  /// Content with a window that has not begun is in no public answer, whatever is asked.
  @Test func whatIsToComeIsInNoPublicAnswer() async throws {
    let tag = try await Self.hide(#""publish_at":"2030-01-01T00:00:00Z""#, on: server)
    for path in Self.paths {
      let found = try await server.get(path)
      let own = found.text.replacing("q=\(Self.title)", with: "")
      #expect(!own.contains(Self.title), "\(path)")
      #expect(!own.contains(#""id":\#(Self.id)"#), "\(path)")
    }
    // The tag that its editor has is not known to anybody else, with any method.
    let path = "/v1/content/recent_news/\(Self.id)"
    for method in ["GET", "HEAD"] {
      try await server.send(method, path, ["If-None-Match": tag], is: 404)
    }
    // The refusal says no more than that of an id that was never used.
    let never = try await answer(server, "/v1/content/recent_news/\(Self.id + 1)")
    let hidden = try await answer(server, path)
    #expect(hidden.status == never.status)
    #expect(
      hidden.text.replacing("\(Self.id)", with: "")
        == never.text.replacing("\(Self.id + 1)", with: ""))
  }

  // MARK: - Content

  /// News with the title, and with the members `given`.
  static func item(
    on server: LiveServer, with given: String, showing photo: String? = nil
  ) async throws -> String {
    var item = try await server.get("/v1/content/recent_news/1").item()
    for name in ["id", "draft", "publish_at", "unpublish_at"] { item[name] = nil }
    item["title"] = title
    if let photo { item["thumbnail_url"] = photo }
    let text = String(decoding: try JSONSerialization.data(withJSONObject: item), as: UTF8.self)
    return "{\(given),\(text.dropFirst())"
  }

  /// Shows the news that nobody saw, and waits until their revision is in service.
  static func show(on server: LiveServer) async throws {
    try await server.send(
      "PATCH", "/v1/content/recent_news/\(id)", try await server.bearer(.editor),
      json: #"{"draft":false,"publish_at":null}"#, is: 200)
    try await server.catchUp()
  }

  /// Writes news that nobody sees, and waits until its revision is in service.
  @discardableResult
  static func hide(
    _ window: String, showing photo: String? = nil, on server: LiveServer
  ) async throws -> String {
    let editor = try await server.bearer(.editor)
    let path = "/v1/content/recent_news"
    try await server.send(
      "PUT", "\(path)/\(id)", editor,
      json: try await item(on: server, with: window, showing: photo), is: 201)
    try await server.catchUp()
    let viewer = try await server.bearer(.viewer)
    let seen = try await server.get("\(path)/\(id)", viewer)
    #expect(seen.text.contains(title), "\(seen.text)")
    return try #require(seen.header("ETag"))
  }
}
