import FeedHTTP
import FeedServer
import FeedStore
import Foundation
import Synchronization
import Testing
import TestSupport

/// The checks of queries and bodies that all resources share.
@Suite(.server(publishes: false)) struct RequestTests {
  @Test(arguments: [
    "application/json", "application/json; charset=utf-8", "Application/JSON",
    "application/merge-patch+json", "application/x-www-form-urlencoded",
  ])
  func aBodyThatMayBeJSONIsRead(type: String) async throws {
    try await server.send(
      "POST", "/v1/layouts/shelf", ["Content-Type": type], body: Data("[]".utf8), is: 200)
  }

  @Test(arguments: ["text/plain", "application/xml", "multipart/form-data; boundary=json", "json"])
  func aBodyThatSaysItIsSomethingElseIsNotRead(type: String) async throws {
    let answer = try await server.send(
      "POST", "/v1/layouts/shelf", ["Content-Type": type], body: Data("[]".utf8), is: 415)
    #expect(answer.header("Accept") == "application/json")
    #expect(try answer.object()["code"] as? String == "unsupported_media_type")
  }

  @Test(arguments: ["/v1/layouts/shelf", "/v1/content/recent_news", "/v1/import/recent_news"])
  func aPackedBodyIsRefusedAsSuch(path: String) async throws {
    var headers = try await server.bearer(.editor)
    for (coding, isRefused) in [("gzip", true), ("br", true), ("identity", false)] {
      headers["Content-Encoding"] = coding
      let answer = try await server.send("POST", path, headers, body: Data("[]".utf8))
      #expect((answer.status == 415) == isRefused)
      guard isRefused else { continue }
      #expect(try answer.code() == "unsupported_content_encoding")
      #expect(answer.header("Accept-Encoding") == "identity")
    }
  }

  @Test(
    .noServer,
    arguments: [
      (#"[{"id":1,"a":[[]]}]"#, 4, nil),
      (#"[{"id":1,"a":[[]]}]"#, 3, "/0/a/0"),
      (#"{"result":[{"id":1},{"id":2,"x/y~z":{"k":[1,[2]]}}]}"#, 5, "/result/1/x~1y~0z/k/1"),
      (#"[{"id":1,"a":"[[[[\"[[[["}]"#, 2, nil),
      (#"["\\",[["#, 2, "/1/0"),
      (#"{"[":{"{":1},"b":[]}"#, 1, "/["),
      (String(repeating: "[", count: 100_000), 64, String(repeating: "/0", count: 64)),
    ])
  func aBodyThatNestsTooDeepIsRefusedWithThePlace(
    body: String, limit: Int, place: String?
  ) async throws {
    try await LiveServer.run(publishes: false, configure: { $0.http.limits.body.depth = limit }) {
      server in
      let answer = try await server.send("POST", "/v1/layouts/shelf", body: Data(body.utf8))
      let problem = try answer.object()
      if let place {
        #expect(answer.status == 400)
        #expect(problem["code"] as? String == "body_too_deep")
        let errors = try #require(problem["errors"] as? [[String: String]])
        #expect(errors.map { $0["pointer"] } == [place])
      } else {
        #expect(problem["code"] as? String != "body_too_deep")
      }
    }
  }

  /// An id has nothing of the ones before, and the bytes are used once and asked for seldom.
  @Test(.noServer) func requestIDsAreTheRandomBytes() {
    let asked = Mutex(0)
    let next = RequestIDs.random { count in
      asked.withLock { $0 += 1 }
      return (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 9) }
    }
    #expect(next() == "0910171e252c333a41484f565d646b72")
    #expect(next() == "7980878e959ca3aab1b8bfc6cdd4dbe2")
    let others = (2..<64).map { _ in next() }
    #expect(others.allSatisfy { $0.utf8.count == 32 })
    #expect(asked.withLock { $0 } == 2)
  }

  // MARK: - Parameters

  @Test(arguments: [
    ("?x-evil%0A=1", "unknown_parameter"), ("?x=1&x=2", "repeated_parameter"),
    ("?aspect_ratio=1&aspect_ratio=2", "repeated_parameter"), ("?width=1", "invalid_width"),
  ])
  func theCodeOfAProblemNeverComesFromTheClient(query: String, code: String) async throws {
    let response = try await server.send(
      "POST", "/v1/layouts/uniform_grid\(query)", body: "[]".data(using: .utf8), is: 400)
    let problem = try response.json()
    #expect(problem["code"].text == code)
    #expect(problem["type"].text == "urn:tanada:problem:\(code)")
  }

  @Test(
    .server,
    arguments: ["/v1/feeds/home?&&width=375&", "/v1/content/recent_news?&&limit=2&&sort=id&"])
  func emptyParametersAreIgnored(address: String) async throws {
    try await server.get(address, is: 200)
  }
}
