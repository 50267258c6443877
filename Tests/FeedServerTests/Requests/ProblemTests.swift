import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import Testing
import TestSupport

@Suite struct ProblemTests {
  @Test func aProblemDocumentHasEveryMember() async throws {
    try await LocalServer.run { server in
      let answer = try await server.client.get("/nope", headers: ["X-Request-ID": "abc-1"])
      #expect(answer.status == 404)
      #expect(answer.header("Content-Type") == "application/problem+json")
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(
        try answer.object() as NSDictionary == [
          "type": "urn:tanada:problem:not_found", "title": "Not found", "status": 404,
          "detail": "there is nothing at /nope", "code": "not_found", "request_id": "abc-1",
        ])
    }
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
    try await LocalServer.run { server in
      let answer = try await server.client.send(method, path)
      #expect(answer.status == 405)
      #expect(answer.header("Allow") == allowed)
      #expect(try answer.object()["code"] as? String == "method_not_allowed")
      #expect(try await server.client.send("OPTIONS", path).header("Allow") == allowed)
    }
  }

  @Test(arguments: ["/v1/feeds/home", "/nope", "/v1/feeds/home?width=x", "/healthz"])
  func everyResponseHasARequestID(path: String) async throws {
    try await LocalServer.run { server in
      let first = try #require(try await server.client.get(path).header("X-Request-ID"))
      let second = try #require(try await server.client.get(path).header("X-Request-ID"))
      #expect(!first.isEmpty && first != second)
      let mine = try await server.client.get(path, headers: ["X-Request-ID": "mine.7_A-b"])
      #expect(mine.header("X-Request-ID") == "mine.7_A-b")
      let hostile = String(repeating: "x", count: 65)
      let refused = try await server.client.get(path, headers: ["X-Request-ID": hostile])
      #expect(refused.header("X-Request-ID") != hostile)
    }
  }

  @Test func healthAndReadinessTellTheStateOfThings() async throws {
    try await LocalServer.run(publishes: false) { server in
      #expect(try await server.client.get("/healthz").text == #"{"status":"ok"}"#)
      for path in ["/readyz", "/v1/feeds/home", "/v1/feeds/home/sections/pickup_photos"] {
        let answer = try await server.client.get(path)
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "1")
      }
    }
    try await LocalServer.run { server in
      let ready = try await server.client.get("/readyz")
      #expect(
        ready.text
          == #"{"status":"ready","revision":1,"failing_sections":[],"storage":"ok","clock":"ok"}"#)
      #expect(ready.header("Cache-Control") == "no-store")
    }
  }

  @Test func aStoreThatFailsPublishesNoEmptySection() async throws {
    try await LocalServer.run { server in
      func articles() async throws -> Int {
        let screen = try JSONValue.parse(try await server.client.get("/v1/feeds/home").body)
        let section = screen["sections"].elements.first { $0["id"].text == "trend_articles" }
        return section?["items"].elements.count ?? 0
      }
      // Not a damaged item: nothing of the kind can be read for a while.
      try await server.store.spoil("ALTER TABLE trend_articles RENAME TO elsewhere")
      _ = try await server.store.write(at: SampleContent.committedAt) {
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
  }

  @Test func aSectionThatCannotBeReadLeavesTheRestOfTheScreen() async throws {
    try await LocalServer.run(
      prepare: { store, _ in
        try await store.spoil("UPDATE trend_articles SET published_at = 'soon' WHERE id = 2")
      },
      { server in
        let screen = try await server.client.get("/v1/feeds/home")
        #expect(screen.status == 200)
        let sections = try #require(try screen.object()["sections"] as? [[String: Any]])
        #expect(sections.count == 6)
        for section in sections {
          let items = try #require(section["items"] as? [Any])
          #expect(items.isEmpty == (section["id"] as? String == "trend_articles"))
        }
        #expect(
          try await server.client.get("/readyz").text
            == #"{"status":"degraded","revision":1,"failing_sections":["trend_articles"],"storage":"ok","clock":"ok"}"#
        )
        // An unreadable item in the list is an error of the server, whose details are only logged.
        let list = try await server.client.get("/v1/content/trend_articles")
        #expect(list.status == 500)
        #expect(!list.text.contains("published_at"))
      })
  }
}
