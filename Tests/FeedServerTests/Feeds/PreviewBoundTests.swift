import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// What only looks takes no lock of writers, and has a bound on its cost.
@Suite struct PreviewBoundTests {
  private static let operations =
    #"{"operations":[{"op":"patch","kind":"recent_news","id":1,"body":{"title":"Merry"}}]}"#

  /// Prepares a release, and returns the address of its document for somebody with a link.
  private static func link(
    to server: LiveServer, _ editor: [String: String]
  ) async throws -> String {
    let made = try await server.send("POST", "/v1/releases", editor, json: #"{"name":"Christmas"}"#)
    let path = try #require(made.header("Location"))
    try #require(
      try await server.send("PUT", "\(path)/operations", editor, json: operations).status == 200)
    let link = try await server.send("POST", "\(path)/links", editor)
    return try #require(try JSONValue.parse(link.body)["document"].text)
  }

  @Test func whatOnlyLooksDoesNotAskForTheLockOfWriters() async throws {
    let folder = try TemporaryFolder()
    try await SampleDatabase.copy(to: folder.path("observed.sqlite"))
    let store = ObservedStore(try TestStore.open(folder.path("observed.sqlite")))
    let writes = Atomic(0)
    store.observe { access in
      if case .write = access { writes.add(1, ordering: .relaxed) }
    }
    try await LiveServer.run(listens: false, store: store) { server in
      let admin = try await server.bearer(.admin)
      let document = try await Self.link(to: server, admin)
      let kind = try await server.client.get("/v1/kinds/recent_news", headers: admin).text
      let looks: [(method: String, path: String, json: String?)] = [
        ("GET", document, nil), ("GET", "/v1/feeds/home?release=1", nil),
        ("POST", "/v1/feeds/home/preview", Self.operations),
        ("POST", "/v1/feeds/home/preview", #"{"operations":[]}"#),
        ("GET", "/v1/feeds/home?drafts=true", nil), ("GET", "/v1/releases", nil),
        ("GET", "/v1/releases/1", nil), ("PUT", "/v1/kinds/recent_news?dry_run=true", kind),
        ("POST", "/v1/restore?dry_run=true", #"{"revision":1,"subjects":["feeds/home"]}"#),
      ]
      for (method, path, json) in looks {
        let before = writes.load(ordering: .relaxed)
        let answer = try await server.send(method, path, admin, json: json)
        #expect(answer.status == 200, "\(method) \(path): \(answer.text)")
        #expect(writes.load(ordering: .relaxed) == before, "\(method) \(path)")
      }
      // What writes a release's operations has one transaction.
      let before = writes.load(ordering: .relaxed)
      let put = try await server.send(
        "PUT", "/v1/releases/1/operations", admin, json: Self.operations)
      #expect(put.status == 200 && writes.load(ordering: .relaxed) == before + 1)
    }
  }

  @Test func aScreenForOneRequestHasABoundOnItsItemsAndThatInServiceHasNone() async throws {
    try await LocalServer.run(configure: { $0.http.limits.layoutItems = 3 }) { server in
      let editor = try await server.bearer(.editor)
      let document = try await Self.link(to: server, editor)
      #expect(try await server.client.get("/v1/feeds/home").status == 200)
      for path in [
        document, "/v1/feeds/home?release=1", "/v1/feeds/home?drafts=true",
        "/v1/feeds/home?revision=1", "/v1/feeds/home?at=2030-01-01T00:00:00Z",
        "/v1/feeds/home/diff?from=1",
      ] {
        let answer = try await server.client.get(path, headers: editor)
        #expect(answer.status == 422, "\(path): \(answer.text)")
        #expect(try answer.code() == "too_many_items")
        #expect(
          try JSONValue.parse(answer.body)["detail"].text
            == "the screen has more than 3 items, the most of one that is made for a single request; "
            + "give its sections lower limits")
      }
      func previewed(limit: Int) async throws -> TestClient.Response {
        try await server.send(
          "POST", "/v1/feeds/home/preview", editor,
          json: """
            {"operations":[{"op":"compose","feed":"home","body":{"sections":[
              {"id":"n","kind":"recent_news","title":"N","limit":\(limit)}]}}]}
            """)
      }
      #expect(try await previewed(limit: 3).status == 200)
      #expect(try await previewed(limit: 4).status == 422)
    }
  }

  /// A preview that is written section by section is the document that is made as a whole.
  @Test(arguments: ["", "&width=834", "&text_size=2", "&direction=rtl", "&locale=en"])
  func aPreviewOfWhatIsInServiceIsThatScreen(query: String) async throws {
    try await LocalServer.run { server in
      let editor = try await server.bearer(.editor)
      let screen = try JSONValue.parse(
        try await server.client.get("/v1/feeds/home?max_version=99\(query)").body)
      let seen = try JSONValue.parse(
        try await server.client.get("/v1/feeds/home?revision=1\(query)", headers: editor).body)
      for member in ["content_size", "viewport", "direction", "text_size", "locale", "revision"] {
        #expect(seen[member] == screen[member], "\(member)")
      }
      let (sections, expected) = (seen["sections"].elements, screen["sections"].elements)
      #expect(sections.count == expected.count)
      for (section, other) in zip(sections, expected) {
        for member in ["id", "frame", "layout", "items", "header", "cell", "revision"] {
          #expect(section[member] == other[member], "\(member)")
        }
      }
    }
  }
}
