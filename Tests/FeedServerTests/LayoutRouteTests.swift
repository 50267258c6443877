import FeedLayout
import FeedPublisher
import Foundation
import Testing
import TestSupport

@Suite struct LayoutRouteTests {
  @Test(arguments: LayoutType.allCases)
  func aLayoutIsTheOneOfTheEngine(type: LayoutType) async throws {
    let items = Data(#"[{"id":4,"width":3,"height":4},{"id":2,"width":16,"height":9}]"#.utf8)
    try await LiveServer.run { server in
      let request = LayoutRequest(type: type, viewport: try Viewport(width: 600))
      let layout = try request.layout(of: items)
      for name in [type.rawValue, type.kebabCaseName] {
        let answer = try await server.client.send(
          "POST", "/v1/layouts/\(name)?width=600", body: items)
        #expect(answer.status == 200)
        #expect(answer.header("Cache-Control") == "no-store")
        #expect([UInt8](answer.body) == JSONWriter.encode { layout.write(to: &$0) })
      }
    }
  }

  @Test func aBodyWithProblemsHasThemListedByPlace() async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.send(
        "POST", "/v1/layouts/staggered_grid",
        body: Data(#"{"result":[{"id":1,"width":3,"height":-4},{"id":0,"width":1}]}"#.utf8))
      #expect(answer.status == 422)
      let problem = try answer.object()
      #expect(problem["code"] as? String == "invalid_body")
      let errors = try #require(problem["errors"] as? [[String: String]])
      #expect(
        errors.compactMap { $0["pointer"] } == [
          "/result/0/height", "/result/1/id", "/result/1/height",
        ])
      #expect(errors.first?["detail"]?.hasPrefix("expected a number above 0, found -4") == true)
    }
  }

  @Test(arguments: ["", "{", "[1,", "nope", "[{]", "\u{FEFF}"])
  func aBodyThatIsNotJSONIsABadRequest(body: String) async throws {
    try await LiveServer.run { server in
      let answer = try await server.client.send(
        "POST", "/v1/layouts/shelf", body: Data(body.utf8))
      #expect(answer.status == 400)
      #expect(answer.header("Content-Type") == "application/problem+json")
      #expect(try answer.object()["code"] as? String == "malformed_body")
    }
  }

  @Test func aBodyAboveTheLimitIsRefused() async throws {
    try await LiveServer.run(maximumBodySize: 1000) { server in
      let fits = Data("[\(String(repeating: " ", count: 998))]".utf8)
      let isOver = Data("[\(String(repeating: " ", count: 999))]".utf8)
      #expect(try await server.client.send("POST", "/v1/layouts/shelf", body: fits).status == 200)
      let answer = try await server.client.send("POST", "/v1/layouts/shelf", body: isOver)
      #expect(answer.status == 413)
      #expect(try answer.object()["code"] as? String == "content_too_large")
    }
  }

  @Test func moreCardsThanARingHoldsAreImpossible() async throws {
    try await LiveServer.run { server in
      let items = (1...1001).map { "{\"id\":\($0)}" }.joined(separator: ",")
      let answer = try await server.client.send(
        "POST", "/v1/layouts/circular_carousel", body: Data("[\(items)]".utf8))
      #expect(answer.status == 422)
      #expect(try answer.object()["code"] as? String == "impossible_layout")
    }
  }
}
