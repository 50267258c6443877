import Foundation
import Testing
import TestSupport

@Suite(.server(publishes: false)) struct LayoutRouteTests {
  @Test(.noServer) func everyCaseIsReachedByItsOptions() async throws {
    let names = ConformanceCase.all.filter { !$0.hasPrefix("settle_") }
    #expect(names.count > 100)
    try await LiveServer.run(publishes: false) { server in
      for name in names {
        let vector = try ConformanceCase.named(name)
        var address = URLComponents()
        address.path = "/v1/layouts/\(vector.type)"
        address.queryItems = vector.optionTexts.sorted { $0.key < $1.key }
          .map { URLQueryItem(name: $0.key, value: $0.value) }
        let answer = try await server.send(
          "POST", try #require(address.string), body: vector.document)
        #expect(answer.status == 200, "\(name)")
        let differences = try JSONValue.parse([UInt8](answer.body))
          .differences(from: vector.expected)
        #expect(differences.isEmpty, "\(name): \(differences.prefix(3))")
      }
    }
  }

  @Test func aLayoutHasItsNameWithHyphensOrUnderscores() async throws {
    let body = Data(#"[{"id":4},{"id":2}]"#.utf8)
    let underscores = try await server.send(
      "POST", "/v1/layouts/uniform_grid?width=600", body: body)
    let hyphens = try await server.send("POST", "/v1/layouts/uniform-grid?width=600", body: body)
    #expect(underscores.status == 200)
    #expect(underscores.header("Cache-Control") == "no-store")
    #expect(underscores.body == hyphens.body)
  }

  @Test(arguments: [
    ("uniform_grid?columns=0", "columns: expected a whole number from 1 to 16, found \"0\""),
    ("uniform_grid?columns=1&columns=2", "columns: expected one value, found 2"),
    ("uniform_grid?radius=3", "radius: expected one of the options columns, spacing, inset"),
    ("uniform_grid?device_scale=5", "device_scale: expected a whole number from 1 to 4"),
    ("shelf?y_range=3,2", "y_range: expected two numbers FROM,TO, the first not above the second"),
    ("justified_rows?widows=orphans", "widows: expected one of left, justify, center, hide"),
    ("justified_rows?max_row_height=60", "min_row_height and max_row_height: expected a lower"),
    ("mosaic?starts=left", "starts: expected one of leading, trailing"),
    ("card_stack?effect=vortex", "effect: expected one of scale.default, scale.linear"),
    ("zoom?viewport=1x1", "image: expected WxH, found nothing"),
    ("zoom?image=1x1&viewport=1,1", "viewport: expected a width and a height above 0"),
  ])
  func anOptionThatCannotBeIsNamed(address: String, detail: String) async throws {
    let answer = try await server.send(
      "POST", "/v1/layouts/\(address)", body: Data("[]".utf8), is: 400)
    let found = try answer.object()["detail"] as? String
    #expect(found?.hasPrefix(detail) == true, "\(found ?? "")")
  }

  @Test func anUnknownLayoutIsAnsweredWithTheNamesOfAll() async throws {
    let answer = try await server.send("POST", "/v1/layouts/masonry", body: Data(), is: 404)
    #expect((try answer.object()["detail"] as? String)?.contains("staggered_grid") == true)
  }

  @Test func aBodyWithProblemsHasThemListedByPlace() async throws {
    let answer = try await server.send(
      "POST", "/v1/layouts/staggered_grid",
      body: Data(#"{"result":[{"id":1,"width":3,"height":-4},{"id":0,"width":1}]}"#.utf8), is: 422)
    let problem = try answer.object()
    #expect(problem["code"] as? String == "invalid_body")
    let errors = try #require(problem["errors"] as? [[String: String]])
    #expect(
      errors.compactMap { $0["pointer"] } == [
        "/result/0/height", "/result/1/id", "/result/1/height",
      ])
    #expect(errors.first?["detail"]?.hasPrefix("expected a number above 0, found -4") == true)
  }

  @Test(arguments: ["", "{", "[1,", "nope", "[{]", "\u{FEFF}"])
  func aBodyThatIsNotJSONIsABadRequest(body: String) async throws {
    let answer = try await server.send("POST", "/v1/layouts/shelf", body: Data(body.utf8), is: 400)
    #expect(answer.header("Content-Type") == "application/problem+json")
    #expect(try answer.object()["code"] as? String == "malformed_body")
  }

  @Test(.server(maximumBodySize: 1000, publishes: false)) func aBodyAboveTheLimitIsRefused()
    async throws
  {
    let fits = Data("[\(String(repeating: " ", count: 998))]".utf8)
    let isOver = Data("[\(String(repeating: " ", count: 999))]".utf8)
    try await server.send("POST", "/v1/layouts/shelf", body: fits, is: 200)
    try await server.send(
      "POST", "/v1/layouts/shelf", body: isOver, is: 413, code: "content_too_large")
  }

  @Test func moreCardsThanARingHoldsAreImpossible() async throws {
    let items = (1...1001).map { "{\"id\":\($0)}" }.joined(separator: ",")
    try await server.send(
      "POST", "/v1/layouts/circular_carousel", body: Data("[\(items)]".utf8), is: 422,
      code: "impossible_layout")
  }

  /// All states would be a hundred megabytes.
  @Test func aLargeRingHasOneStateAndItsParameters() async throws {
    for (count, stateCount) in [(100, 100), (1000, 1)] {
      let items = (1...count).map { "{\"id\":\($0)}" }.joined(separator: ",")
      let answer = try await server.send(
        "POST", "/v1/layouts/circular_carousel?scale_per_step=0.125", body: Data("[\(items)]".utf8))
      let layout = try answer.object()
      #expect((layout["states"] as? [Any])?.count == stateCount)
      #expect(layout["scale_per_step"] as? Double == (stateCount == 1 ? 0.125 : nil))
      #expect(layout["opacity_per_step"] as? Double == (stateCount == 1 ? 0.3 : nil))
      #expect(layout["depth_per_step"] as? Double == (stateCount == 1 ? 0.1 : nil))
    }
  }
}
