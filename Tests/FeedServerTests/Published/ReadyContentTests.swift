import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import HTTPTypes
import TestSupport
import Testing

/// Items and lists that are asked for again come from memory, and are never older than what was written.
@Suite(.listening) struct ReadyContentTests {
  private static let item = "/v1/content/recent_news/1"
  private static let paths = [item, item + "?fields=id,title", "/v1/content/recent_news?limit=2"]

  private static func text(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  /// Writes as an administrator.
  private static func write(_ method: HTTPRequest.Method, _ path: String, _ body: String)
    async throws
  {
    let answer = try await server.application.answer(
      method, path, body: Array(body.utf8), as: try await server.identity(.admin))
    #expect((200..<300).contains(answer.status), "\(String(decoding: answer.body, as: UTF8.self))")
  }

  @Test(arguments: paths)
  func aRequestThatIsRepeatedIsAnsweredFromMemory(path: String) async throws {
    let responses = try await server.responses(to: Array(repeating: Self.text(path), count: 3))
    #expect(responses.allSatisfy { $0.status == 200 && $0 == responses[0] })
    #expect(try server.directCount() == 2)
  }

  /// The next request after a write has what was written, in service or not.
  @Test(arguments: paths)
  func aWriteIsInTheNextAnswer(path: String) async throws {
    for step in 1...3 {
      try await Self.write(.patch, Self.item, #"{"title":"Step \#(step)"}"#)
      for _ in 0..<3 {
        let answer = try await server.get(path)
        #expect(answer.text.contains("Step \(step)"))
      }
      await server.untilServed(1 + step)
      for _ in 0..<3 { #expect(try await server.get(path).text.contains("Step \(step)")) }
    }
    try await eventually { try server.directCount() > 0 }
  }

  /// The tag of an item is that of its version, which a change of its window alone changes as well.
  @Test func aTagIsTheOneThatTheNextWriteMustName() async throws {
    for _ in 0..<3 { _ = try await server.get(Self.item) }
    try await Self.write(.patch, Self.item, #"{"unpublish_at":"2099-01-01T00:00:00Z"}"#)
    try await server.catchUp()
    for _ in 0..<3 {
      let tag = try await server.get(Self.item).headers["etag"]
      let stored = try await server.application.answer(
        .get, Self.item, as: try await server.identity(.admin))
      #expect(tag != nil && tag == stored.headers[.eTag])
    }
  }

  @Test func anItemThatIsNotShownAnyMoreIsNotFound() async throws {
    for _ in 0..<3 { try await server.get(Self.item, is: 200) }
    try await Self.write(.patch, Self.item, #"{"draft":true}"#)
    try await server.get(Self.item, is: 404)
    try await server.catchUp()
    for _ in 0..<3 { try await server.get(Self.item, is: 404) }
  }

  /// Who has a token sees drafts and windows, and never what is in memory for everybody.
  @Test func aTokenIsAnsweredFromTheStore() async throws {
    for _ in 0..<3 { _ = try await server.get(Self.item) }
    let direct = try server.directCount()
    let bearer = try await server.bearer(.viewer)
    let answer = try await server.get(Self.item, bearer)
    #expect(answer.headers["cache-control"] == "private, no-store")
    #expect(try server.directCount() == direct)
  }
}
