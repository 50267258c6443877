import FeedHTTP
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite(.server) struct ProblemTests {
  @Test func aProblemDocumentHasEveryMember() async throws {
    let answer = try await server.get("/nope", ["X-Request-ID": "abc-1"], is: 404)
    #expect(answer.header("Content-Type") == "application/problem+json")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(
      try answer.object() as NSDictionary == [
        "type": "urn:tanada:problem:not_found", "title": "Not found", "status": 404,
        "detail": "there is nothing at /nope", "code": "not_found", "request_id": "abc-1",
      ])
  }

  @Test(arguments: [
    ("POST", "/v1/feeds/home", "DELETE, GET, HEAD, OPTIONS"),
    ("POST", "/v1/feeds/home/sections/pickup_photos", "GET, HEAD, OPTIONS"),
    ("PATCH", "/v1/content/pickup_photos", "GET, HEAD, OPTIONS, POST"),
    ("POST", "/v1/content/pickup_photos/1", "DELETE, GET, HEAD, OPTIONS, PATCH, PUT"),
    ("GET", "/v1/layouts/shelf", "OPTIONS, POST"),
    ("PROPFIND", "/healthz", "GET, HEAD, OPTIONS"),
    // However the path is written.
    ("POST", "/v1/feeds/h%6Fme", "DELETE, GET, HEAD, OPTIONS"),
    ("GET", "/v1/l%61youts/shelf", "OPTIONS, POST"),
    ("DELETE", "/v1/f%65eds", "GET, HEAD, OPTIONS"),
    // The more specific of two patterns.
    ("DELETE", "/v1/feeds/home.jsonfeed", "GET, HEAD, OPTIONS"),
  ])
  func aMethodThatIsNotPossibleNamesThoseThatAre(
    method: String, path: String, allowed: String
  ) async throws {
    let answer = try await server.send(method, path, is: 405)
    #expect(answer.header("Allow") == allowed)
    #expect(try answer.object()["code"] as? String == "method_not_allowed")
    #expect(try await server.send("OPTIONS", path).header("Allow") == allowed)
  }

  @Test(arguments: ["/v1/feeds/home", "/nope", "/v1/feeds/home?width=x", "/healthz"])
  func everyResponseHasARequestID(path: String) async throws {
    let first = try #require(try await server.get(path).header("X-Request-ID"))
    let second = try #require(try await server.get(path).header("X-Request-ID"))
    #expect(!first.isEmpty && first != second)
    let mine = try await server.get(path, ["X-Request-ID": "mine.7_A-b"])
    #expect(mine.header("X-Request-ID") == "mine.7_A-b")
    let hostile = String(repeating: "x", count: 65)
    let refused = try await server.get(path, ["X-Request-ID": hostile])
    #expect(refused.header("X-Request-ID") != hostile)
  }

  @Test(.noServer) func healthAndReadinessTellTheStateOfThings() async throws {
    try await LiveServer.run(publishes: false) { server in
      #expect(try await server.get("/healthz").text == #"{"status":"ok"}"#)
      for path in ["/readyz", "/v1/feeds/home", "/v1/feeds/home/sections/pickup_photos"] {
        let answer = try await server.get(path, is: 503)
        #expect(answer.header("Retry-After") == "1")
      }
    }
    try await LiveServer.run { server in
      let ready = try await server.get("/readyz")
      #expect(
        ready.text
          == #"{"status":"ready","revision":1,"failing_sections":[],"storage":"ok","clock":"ok"}"#)
      #expect(ready.header("Cache-Control") == "no-store")
    }
  }

  @Test func aStoreThatFailsPublishesNoEmptySection() async throws {
    func articles() async throws -> Int {
      let screen = try await server.json("/v1/feeds/home")
      let section = screen["sections"].elements.first { $0["id"].text == "trend_articles" }
      return section?["items"].elements.count ?? 0
    }
    // Not a damaged item: nothing of the kind can be read for a while.
    try await server.store.spoil("ALTER TABLE trend_articles RENAME TO elsewhere")
    try await server.store.write {
      _ = try $0.upsert(try TestContent.banner(1, campaign: 99))
      // Of the sections, those alone are read that show something else.
      _ = try $0.setComposition(
        """
        {"sections":[{"id":"trend_articles","kind":"trend_articles","title":"Articles"}]}
        """, of: "home")
    }
    await #expect(throws: StoreError.self) { try await server.publisher.publish() }
    #expect(server.publisher.current?.revision == 1)
    #expect(try await articles() == 4)

    try await server.store.spoil("ALTER TABLE elsewhere RENAME TO trend_articles")
    server.publisher.storeChanged()
    await server.untilServed(2)
    #expect(try await articles() == 4)
  }

  @Test(.noServer) func aSectionThatCannotBeReadLeavesTheRestOfTheScreen() async throws {
    try await LiveServer.run(
      prepare: { store, _ in
        try await store.spoil("UPDATE trend_articles SET published_at = 'soon' WHERE id = 2")
      },
      { server in
        let screen = try await server.get("/v1/feeds/home", is: 200)
        let sections = try #require(try screen.object()["sections"] as? [[String: Any]])
        #expect(sections.count == 6)
        for section in sections {
          let items = try #require(section["items"] as? [Any])
          #expect(items.isEmpty == (section["id"] as? String == "trend_articles"))
        }
        #expect(
          try await server.get("/readyz").text
            == #"{"status":"degraded","revision":1,"failing_sections":["trend_articles"],"storage":"ok","clock":"ok"}"#
        )
        // An unreadable item in the list is an error of the server, whose details are only logged.
        let list = try await server.get("/v1/content/trend_articles", is: 500)
        #expect(!list.text.contains("published_at"))
      })
  }
}

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
    try await LiveServer.run(
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
  @Test(.server, arguments: [(200, "n"), (201, "n"), (200, "~"), (201, "/")])
  func aNameIsRepeatedUpToALength(length: Int, character: String) async throws {
    let name = String(repeating: character, count: length)
    let answer = try await server.send(
      "PATCH", "/v1/content/recent_news/1", editor, json: #"{"\#(name)":1}"#)
    let escaped = ["~": "~0", "/": "~1"][character] ?? character
    let expected = String(repeating: escaped, count: min(length, 200))
    #expect(try answer.pointers() == ["/\(expected)" + (length > 200 ? "…" : "")])
  }

  /// A thousand problems below long names, in a short body that needs no token.
  @Test(.server(maximumBodySize: 1 << 21), arguments: [1, 40])
  func thePlaceOfEachOfManyProblemsIsShort(depth: Int) async throws {
    let repeated = (0..<2_000).map { #""\#($0)":1,"\#($0)":1"# }.joined(separator: ",")
    let name = String(repeating: "n", count: 20_000 / depth)
    let open = String(repeating: #"{"\#(name)":"#, count: depth)
    let close = String(repeating: "}", count: depth)
    let answer = try await server.send(
      "POST", "/v1/layouts/shelf",
      body: Data(#"[{"id":1,"a":\#(open){\#(repeated)}\#(close)}]"#.utf8), is: 422)
    #expect(try answer.pointers().count == 1_000)
    #expect(answer.body.count < 700_000, "\(answer.body.count) bytes")
  }
}
