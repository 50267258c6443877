import FeedPhotos
import TestSupport
import Testing

/// Requests without a body to a server that answers as a test says.
@Suite struct PostClientTests {
  private let client = PostClient(connectTimeout: .seconds(5), timeout: .seconds(5))

  @Test func fieldsArePostedAndAnswersRead() async throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.Response("202 Accepted", "X-Tanada-Purged: 7", body: Array("ok".utf8))
    }
    let answer = try await client.post([(name: "A", value: "b c")], to: server.url("/purge"))
    #expect(answer.status == 202)
    #expect(answer.fields["x-tanada-purged"] == "7")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.path == "/purge")
    #expect(request.headers["a"] == "b c" && request.headers["content-length"] == "0")
  }

  @Test func refusalsAreAnswers() async throws {
    let server = try ScriptedServer { _ in ScriptedServer.Response("403 Forbidden") }
    #expect(try await client.post([], to: server.url("/")).status == 403)
  }

  @Test func whoIsNotThereDoesNotAnswer() async throws {
    let port = try ScriptedServer { _ in ScriptedServer.Response("200 OK") }.port
    await #expect(throws: PostClient.Failure.self) {
      _ = try await client.post([], to: "http://127.0.0.1:\(port)/")
    }
  }
}
