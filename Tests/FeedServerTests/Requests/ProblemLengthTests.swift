import FeedHTTP
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// The refusal of a body repeats little of it, whatever the body is.
@Suite struct ProblemLengthTests {
  /// The longest name that a problem repeats, with what stands for the rest.
  private static let longestName = 201
  private static let longName = String(repeating: "n", count: 300_000)
  /// One character, as far as readers see.
  private static let longCharacter = "e" + String(repeating: "\u{301}", count: 150_000)

  @Test(arguments: [
    ("POST", "/v1/layouts/shelf", #"[{"id":1,"width":3,"height":4,"NAME":1,"NAME":1}]"#),
    (
      "POST", "/v1/layouts/shelf",
      #"[{"id":1,"NAME":[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]}]"#
    ),
    ("POST", "/v1/content/recent_news", #"{"NAME":1}"#),
    ("PATCH", "/v1/content/recent_news/1", #"{"NAME":1}"#),
    ("PATCH", "/v1/content/recent_news/1", #"{"title@NAME":"1"}"#),
    ("PATCH", "/v1/content/recent_news/1", #"{"published_at":"NAME"}"#),
    ("POST", "/v1/import/recent_news", #"[{"id":1,"title@NAME":"1"}]"#),
    ("PUT", "/v1/kinds/samples", #"{"kind":"samples","NAME":1}"#),
    ("PUT", "/v1/kinds/samples", #"{"kind":"samples","fields":[{"name":"NAME","type":"NAME"}]}"#),
    ("PUT", "/v1/feeds/home/composition", #"{"sections":[{"id":"NAME","kind":"NAME"}]}"#),
    (
      "PUT", "/v1/feeds/home/composition",
      #"{"sections":[{"id":"n","kind":"shops","layout":{"type":"shelf","options":{"NAME":"1"}}}]}"#
    ),
    ("PUT", "/v1/feeds/home/composition", #"{"sections":[{"id":"n","when":{"NAME":1}}]}"#),
    ("POST", "/v1/batch", #"{"NAME":[]}"#),
    ("POST", "/v1/batch", #"[{"op":"NAME","kind":"NAME","NAME":1}]"#),
    ("POST", "/v1/batch", #"[{"op":"patch","kind":"NAME","id":1,"body":{}}]"#),
    ("POST", "/v1/batch", #"[{"op":"compose","feed":"NAME","body":{"sections":[{"NAME":1}]}}]"#),
    ("POST", "/v1/releases", #"{"name":"a","NAME":1}"#),
    ("POST", "/v1/tokens", #"{"name":"a","role":"NAME","NAME":1}"#),
  ])
  func aLongNameIsCut(method: String, path: String, body: String) async throws {
    try await LocalServer.run(
      maximumBodySize: 1 << 21, configure: { $0.http.limits.body.depth = 16 }
    ) { server in
      let admin = try await server.bearer(.admin)
      for name in [Self.longName, Self.longCharacter] {
        let answer = try await server.send(
          method, path, admin, json: body.replacing("NAME", with: name))
        #expect(answer.status == 422 || answer.status == 400 || answer.status == 404)
        #expect(answer.body.count < 8_000, "\(answer.body.count) bytes")
        for pointer in try answer.pointers() where pointer.contains("…") {
          let names = pointer.split(separator: "/")
          #expect(names.allSatisfy { $0.unicodeScalars.count <= Self.longestName })
        }
      }
    }
  }

  /// Names that are cut are those that nothing has: others are repeated whole.
  @Test(arguments: [(200, "n"), (201, "n"), (200, "~"), (201, "/")])
  func aNameIsRepeatedUpToALength(length: Int, character: String) async throws {
    try await LocalServer.run { server in
      let editor = try await server.bearer(.editor)
      let name = String(repeating: character, count: length)
      let answer = try await server.send(
        "PATCH", "/v1/content/recent_news/1", editor, json: #"{"\#(name)":1}"#)
      let escaped = ["~": "~0", "/": "~1"][character] ?? character
      let expected = String(repeating: escaped, count: min(length, 200))
      #expect(try answer.pointers() == ["/\(expected)" + (length > 200 ? "…" : "")])
    }
  }

  /// A thousand problems below long names, in a short body that needs no token.
  @Test(arguments: [1, 40])
  func thePlaceOfEachOfManyProblemsIsShort(depth: Int) async throws {
    try await LocalServer.run(maximumBodySize: 1 << 21) { server in
      let repeated = (0..<2_000).map { #""\#($0)":1,"\#($0)":1"# }.joined(separator: ",")
      let name = String(repeating: "n", count: 20_000 / depth)
      let open = String(repeating: #"{"\#(name)":"#, count: depth)
      let close = String(repeating: "}", count: depth)
      let answer = try await server.client.send(
        "POST", "/v1/layouts/shelf",
        body: Data(#"[{"id":1,"a":\#(open){\#(repeated)}\#(close)}]"#.utf8))
      #expect(answer.status == 422)
      #expect(try answer.pointers().count == 1_000)
      #expect(answer.body.count < 700_000, "\(answer.body.count) bytes")
    }
  }
}
