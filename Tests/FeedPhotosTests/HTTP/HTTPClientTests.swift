import FeedModel
import FeedPhotos
import TestSupport
import Testing

/// Requests without a body to a server that answers as a test says.
@Suite struct HTTPClientTests {
  private let clock = TestClock(SampleContent.committedAt)
  private let client: HTTPClient

  init() {
    client = HTTPClient(connectTimeout: .seconds(5), timeout: .seconds(5), clock: clock)
  }

  /// It holds a thread, and the next notice.
  @Test func aServerThatDoesNotAnswerIsGivenUp() async throws {
    let server = try ScriptedServer { _ in .silence }
    // By the clock: what the library measures itself lasts longer than the test.
    let client = HTTPClient(
      connectTimeout: .seconds(600), timeout: .seconds(600), clock: clock)
    let url = server.url("/purge")
    let task = Task { try await client.send("POST", url) }
    try await eventually { server.requests.count == 1 }
    clock.advance(by: .seconds(600))
    await #expect(throws: HTTPClient.Failure.noAnswer("no answer within 600 seconds")) {
      _ = try await task.value
    }
  }

  @Test func fieldsArePostedAndAnswersRead() async throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.Response("202 Accepted", "X-Tanada-Purged: 7", body: Array("ok".utf8))
    }
    let answer = try await client.send(
      "POST", server.url("/purge"), fields: [(name: "A", value: "b c")])
    #expect(answer.status == 202)
    #expect(answer.fields["x-tanada-purged"] == "7")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.path == "/purge")
    #expect(request.headers["a"] == "b c" && request.headers["content-length"] == "0")
  }

  @Test(arguments: ["a\r\nX-Key: all", "a\nb", "a\u{7F}"])
  func aFieldHasNoSecondLine(value: String) async throws {
    let server = try ScriptedServer { _ in ScriptedServer.Response("200 OK") }
    await #expect(throws: HTTPClient.Failure.self) {
      _ = try await client.send(
        "POST", server.url("/"), fields: [(name: "Authorization", value: value)])
    }
    #expect(server.requests.isEmpty)
  }

  @Test func refusalsAreAnswers() async throws {
    let server = try ScriptedServer { _ in ScriptedServer.Response("403 Forbidden") }
    #expect(try await client.send("POST", server.url("/")).status == 403)
  }

  @Test func whoIsNotThereDoesNotAnswer() async throws {
    let port = try ScriptedServer { _ in ScriptedServer.Response("200 OK") }.port
    await #expect(throws: HTTPClient.Failure.self) {
      _ = try await client.send("POST", "http://127.0.0.1:\(port)/")
    }
  }
}
