import Foundation
import TestSupport
import Testing

/// The codes of problems are tanada's words, never a client's.
struct ParameterProblemTests {
  @Test(
    "A parameter nobody knows, or that is repeated, is named in the detail and not in the code",
    arguments: [
      ("?x-evil%0A=1", "unknown_parameter"), ("?x=1&x=2", "repeated_parameter"),
      ("?aspect_ratio=1&aspect_ratio=2", "repeated_parameter"), ("?width=1", "invalid_width"),
    ])
  func code(query: String, code: String) async throws {
    try await LiveServer.run { server in
      let response = try await server.client.send(
        "POST", "/v1/layouts/uniform_grid\(query)", body: "[]".data(using: .utf8))
      #expect(response.status == 400)
      let problem = try JSONValue.parse(response.body)
      #expect(problem["code"].text == code)
      #expect(problem["type"].text == "urn:tanada:problem:\(code)")
    }
  }

  @Test(arguments: ["/v1/feeds/home?&&width=375&", "/v1/content/recent_news?&&limit=2&&sort=id&"])
  func nothingBetweenTwoParametersIsNone(address: String) async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.get(address)
      #expect(answer.status == 200, "\(answer.text)")
    }
  }
}
