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

  @Test func whatOnlyLooksDoesNotAskForTheLockOfWriters() async throws {
    let folder = try TemporaryFolder()
    try await SampleDatabase.copy(to: folder.path("observed.sqlite"))
    let store = ObservedStore(try TestStore.open(folder.path("observed.sqlite")))
    let writes = Atomic(0)
    store.observe { access in if case .write = access { writes.add(1, ordering: .relaxed) } }
    try await LiveServer.run(store: store) { server in
      let admin = try await server.bearer(.admin)
      let document = try await server.link(to: server.prepareRelease(Self.operations, admin), admin)
      let kind = try await server.get("/v1/kinds/recent_news", admin).text
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
        try await server.send(method, path, admin, json: json, is: 200)
        #expect(writes.load(ordering: .relaxed) == before, "\(method) \(path)")
      }
      // What writes a release's operations has one transaction.
      let before = writes.load(ordering: .relaxed)
      let put = try await server.send(
        "PUT", "/v1/releases/1/operations", admin, json: Self.operations)
      #expect(put.status == 200 && writes.load(ordering: .relaxed) == before + 1)
    }
  }

  @Test(.server(configure: { $0.http.limits.layoutItems = 3 }))
  func aScreenForOneRequestHasABoundOnItsItemsAndThatInServiceHasNone() async throws {
    let document = try await server.link(to: server.prepareRelease(Self.operations, editor), editor)
    try await server.get("/v1/feeds/home", is: 200)
    for path in [
      document, "/v1/feeds/home?release=1", "/v1/feeds/home?drafts=true",
      "/v1/feeds/home?revision=1", "/v1/feeds/home?at=2030-01-01T00:00:00Z",
      "/v1/feeds/home/diff?from=1",
    ] {
      let answer = try await server.get(path, editor, is: 422, code: "too_many_items")
      #expect(
        try answer.json()["detail"].text
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

  /// A preview that is written section by section is the document that is made as a whole.
  @Test(.server, arguments: ["", "&width=834", "&text_size=2", "&direction=rtl", "&locale=en"])
  func aPreviewOfWhatIsInServiceIsThatScreen(query: String) async throws {
    let screen = try await server.json("/v1/feeds/home?max_version=99\(query)")
    let seen = try await server.json("/v1/feeds/home?revision=1\(query)", editor)
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
