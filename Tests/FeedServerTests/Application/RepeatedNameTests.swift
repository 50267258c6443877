import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// No body has two members of one name in one object: which of them counts would be a guess.
@Suite struct RepeatedNameTests {
  @Test(arguments: [
    (
      HTTPRequest.Method.put, "/v1/kinds/x", #"{"kind":"x","title":"A","title":"B","fields":[]}"#,
      "/title"
    ),
    (
      .put, "/v1/kinds/x", #"{"kind":"x","fields":[{"name":"a","type":"text","type":"url"}]}"#,
      "/fields/0/type"
    ),
    (.put, "/v1/feeds/winter/composition", #"{"sections":[],"sections":[]}"#, "/sections"),
    (.put, "/v1/content/recent_news/1", #"{"title":"A","title":"B"}"#, "/title"),
    (.patch, "/v1/content/recent_news/1", #"{"title":"A","title":"B"}"#, "/title"),
    (.post, "/v1/batch", #"{"operations":[{"op":"delete","op":"delete"}]}"#, "/operations/0/op"),
    (.post, "/v1/import/recent_news", #"{"result":[{"id":1,"id":2}]}"#, "/result/0/id"),
    (.post, "/v1/import/recent_news", #"{"result":[],"result":[]}"#, "/result"),
    (.post, "/v1/restore", #"{"revision":1,"revision":1,"subjects":[]}"#, "/revision"),
    (.post, "/v1/releases", #"{"name":"A","name":"B"}"#, "/name"),
    (.post, "/v1/tokens", #"{"name":"A","role":"viewer","role":"admin"}"#, "/role"),
    (.post, "/v1/presence", #"{"studio":"a","studio":"b","subjects":[]}"#, "/studio"),
    (.post, "/v1/layouts/shelf", #"[{"id":1,"\u0069d":2}]"#, "/0/id"),
    (.post, "/v1/feeds/home/preview", #"{"operations":[],"operations":[]}"#, "/operations"),
  ])
  func aNameThatIsUsedTwiceIsRefusedWithItsPlace(
    method: HTTPRequest.Method, path: String, body: String, pointer: String
  ) async throws {
    try await LocalServer.run { server in
      let answer = try await server.application.answer(
        method, path, headers: [:], body: Array(body.utf8), as: try await server.identity(.admin))
      let problem = try JSONValue.parse(answer.body)
      #expect(answer.status == 422, "\(problem)")
      #expect(problem["errors"].elements.contains { $0["pointer"].text == pointer }, "\(problem)")
    }
  }
}
