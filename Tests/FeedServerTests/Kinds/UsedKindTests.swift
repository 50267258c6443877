import FeedStore
import Foundation
import TestSupport
import Testing

/// Kinds that something else depends on, over HTTP.
@Suite struct UsedKindTests {
  private static let name = #"{"name":"name","type":"text"}"#
  private static let note = #"{"name":"note","type":"text","required":false}"#
  private static let topic =
    #"{"name":"topic","type":"reference","kind":"featured_topics","required":false}"#

  private static func shops(_ fields: String..., members: String = "") -> String {
    #"{"kind":"shops","fields":[\#(fields.joined(separator: ","))]\#(members)}"#
  }

  private static func run(
    maximumBodySize: Int = 1 << 20,
    _ body: (LiveServer, _ admin: [String: String]) async throws -> Void
  ) async throws {
    try await LocalServer.run(maximumBodySize: maximumBodySize, publishes: false) { server in
      try await body(server, try await server.bearer(.admin))
    }
  }

  private static func define(
    _ definition: String, _ server: LiveServer, _ admin: [String: String], query: String = ""
  ) async throws -> TestClient.Response {
    try await server.send("PUT", "/v1/kinds/shops\(query)", admin, json: definition)
  }

  @Test func aReleaseThatUsesAKindStandsAgainstItsChangeAndRemoval() async throws {
    try await Self.run { server, admin in
      _ = try await Self.define(Self.shops(Self.name, Self.note), server, admin)
      _ = try await server.send("POST", "/v1/releases", admin, json: #"{"name":"Christmas"}"#)
      let put = try await server.send(
        "PUT", "/v1/releases/1/operations", admin,
        json: """
          {"operations":[{"op":"create","kind":"shops","body":{"name":"a","note":"b"}},
            {"op":"compose","feed":"town","body":{"sections":[{"id":"s","kind":"shops","title":"S"}]}}]}
          """)
      #expect(put.status == 200)
      let changed = try await Self.define(Self.shops(Self.name), server, admin)
      #expect(changed.status == 409)
      #expect(try changed.code() == "kind_in_use")
      let detail = try JSONValue.parse(changed.body)["detail"].text
      #expect(
        detail?.hasPrefix(
          "the release 1 (Christmas) uses it: /operations/0: kinds/shops: /body/note: expected ")
          == true, "\(detail ?? "")")
      let wider = Self.shops(
        Self.name, Self.note, #"{"name":"open","type":"boolean","default":true}"#)
      #expect(try await Self.define(wider, server, admin).status == 200)
      let removed = try await server.send("DELETE", "/v1/kinds/shops", admin)
      #expect(removed.status == 409)
      #expect(
        try JSONValue.parse(removed.body)["errors"].elements.map { $0["detail"].text } == [
          "the release 1 (Christmas) uses it: /operations/0",
          "the release 1 (Christmas) uses it: /operations/1",
        ])
      #expect(try await server.send("DELETE", "/v1/releases/1", admin).status == 204)
      #expect(try await server.send("DELETE", "/v1/kinds/shops", admin).status == 204)
    }
  }

  @Test func whatIsGoneIsListedWithTheReleaseAndLeftOutByForce() async throws {
    try await Self.run { server, admin in
      _ = try await server.send("POST", "/v1/releases", admin, json: #"{"name":"Christmas"}"#)
      let put = try await server.send(
        "PUT", "/v1/releases/1/operations", admin,
        json: """
          {"operations":[{"op":"patch","kind":"recent_news","id":1,"body":{"title":"Merry"}},
            {"op":"patch","kind":"recent_news","id":2,"body":{"title":"Christmas"}}]}
          """)
      #expect(put.status == 200)
      #expect(try await server.send("DELETE", "/v1/content/recent_news/2", admin).status == 204)
      let read = try JSONValue.parse(
        try await server.client.get("/v1/releases/1", headers: admin).body)
      let list = try JSONValue.parse(
        try await server.client.get("/v1/releases", headers: admin).body)
      for conflicts in [read["conflicts"], list["result"].elements[0]["conflicts"]] {
        #expect(conflicts.elements.map { $0["operation"].number } == [1])
        #expect(conflicts.elements[0]["obstacle"].text == "recent_news has no item 2")
      }
      let preview = try await server.client.get("/v1/feeds/home?release=1", headers: admin)
      #expect(preview.status == 200)
      #expect(preview.header("X-Tanada-Release-Conflicts") == "1")
      #expect(String(decoding: preview.body, as: UTF8.self).contains("Merry"))
      let refused = try await server.send("POST", "/v1/releases/1/publish", admin)
      #expect(refused.status == 409)
      #expect(try refused.pointers() == ["/operations/1"])
      let forced = try await server.send(
        "POST", "/v1/releases/1/publish", admin, json: #"{"force":true}"#)
      #expect(forced.status == 200)
      let results = try JSONValue.parse(forced.body)["results"].elements
      #expect(results.map { $0["status"].number } == [200, 404])
      #expect(results[1]["detail"].text == "recent_news has no item 2")
    }
  }

  @Test func aReleaseWithoutOperationsIsNotPublishedByHandEither() async throws {
    try await Self.run { server, admin in
      _ = try await server.send("POST", "/v1/releases", admin, json: #"{"name":"Christmas"}"#)
      let refused = try await server.send("POST", "/v1/releases/1/publish", admin)
      #expect(refused.status == 409)
      #expect(try refused.code() == "release_empty")
    }
  }

  // MARK: - Sizes

  @Test func definitionsAreBounded() async throws {
    func field(_ index: Int, _ size: Int) -> String {
      let text = String(repeating: "x", count: size)
      return #"{"name":"f\#(index)","type":"text","default":"\#(text)"}"#
    }
    let template = String(repeating: "t", count: 1_025)
    try await Self.run(maximumBodySize: 8 << 20) { server, admin in
      for (definition, pointers) in [
        (Self.shops(field(0, 5_000_000)), ["/fields/0/default", ""]),
        (Self.shops(Self.name, field(1, 8_193)), ["/fields/1/default"]),
        (
          Self.shops(Self.name, members: #","headline_template":"\#(template)""#),
          ["/headline_template"]
        ),
        (
          #"{"kind":"shops","fields":[\#((0..<40).map { field($0, 8_000) }.joined(separator: ","))]}"#,
          [""]
        ),
      ] {
        let refused = try await Self.define(definition, server, admin)
        #expect(refused.status == 422)
        #expect(try refused.pointers() == pointers)
      }
      #expect(try await Self.define(Self.shops(field(0, 8_192)), server, admin).status == 201)
    }
  }

  // MARK: - Names that are used again

  @Test func aKindThatIsDefinedAgainIsAnotherOne() async throws {
    try await Self.run { server, admin in
      func create(_ name: String) async throws -> String? {
        let made = try await server.send(
          "POST", "/v1/content/shops", admin, json: #"{"name":"\#(name)"}"#)
        return made.header("Location")
      }
      _ = try await Self.define(Self.shops(Self.name), server, admin)
      for name in ["a", "b"] { _ = try await create(name) }
      #expect(
        try await server.send("PATCH", "/v1/content/shops/1", admin, json: #"{"name":"c"}"#).status
          == 200)
      #expect(
        try await server.send("DELETE", "/v1/kinds/shops?discard=items", admin).status == 204)
      _ = try await Self.define(Self.shops(Self.name), server, admin)
      #expect(try await create("d") == "/v1/content/shops/3")
      _ = try await server.send("PUT", "/v1/content/shops/1", admin, json: #"{"name":"e"}"#)
      let history = try await server.client.get("/v1/content/shops/1/history", headers: admin)
      let versions = try JSONValue.parse(history.body)["result"].elements
      #expect(versions.count == 1 && versions[0]["fields"]["name"].text == "e")
    }
  }

  @Test func versionsFromBeforeARenamingCanBePutBack() async throws {
    try await Self.run { server, admin in
      func define(_ field: String, _ query: String = "") async throws {
        let defined = try await Self.define(Self.shops(field), server, admin, query: query)
        #expect([200, 201].contains(defined.status))
      }
      try await define(Self.name)
      let made = try await server.send(
        "POST", "/v1/content/shops", admin, json: #"{"name":"first"}"#)
      let revision = try #require(made.header("X-Tanada-Revision"))
      try await define(#"{"name":"title","type":"text","renamed_from":"name"}"#)
      _ = try await server.send(
        "PATCH", "/v1/content/shops/1", admin, json: #"{"title":"second"}"#)
      try await define(#"{"name":"headline","type":"text","renamed_from":"title"}"#)
      // Its former name belongs to another field by now.
      let both = Self.shops(
        #"{"name":"headline","type":"text"}"#, #"{"name":"name","type":"text","default":"new"}"#)
      #expect(try await Self.define(both, server, admin).status == 200)
      let restored = try await server.send(
        "POST", "/v1/restore", admin,
        json: #"{"revision":\#(revision),"subjects":["content/shops/1"]}"#)
      #expect(restored.status == 200)
      let item = try await server.client.get("/v1/content/shops/1", headers: admin).item()
      #expect(item["headline"] as? String == "first")
      #expect(item["name"] as? String == "new")
    }
  }

  // MARK: - References

  @Test(arguments: [
    ("json", #"[{"name":"a","id":1},{"name":"b","id":2,"topic":999}]"#, "/1/topic", 1),
    ("json", "{\"result\":[\n{\"name\":\"a\",\"id\":1,\"topic\":999}]}", "/result/0/topic", 2),
    (
      "ndjson", "{\"name\":\"a\",\"id\":1}\n\n{\"name\":\"b\",\"id\":2,\"topic\":999}\n",
      "/1/topic", 3
    ),
    ("csv", "id,name,topic\n1,a,\n2,b,999\n", "/1/topic", 3),
  ])
  func aReferenceToNothingInAnImportIsNamedWithItsPlace(
    format: String, document: String, pointer: String, line: Int
  ) async throws {
    try await Self.run { server, admin in
      _ = try await Self.define(Self.shops(Self.name, Self.topic), server, admin)
      let refused = try await server.client.send(
        "POST", "/v1/import/shops?format=\(format)", headers: admin, body: Data(document.utf8))
      #expect(refused.status == 422)
      #expect(try refused.pointers() == [pointer])
      let detail = try JSONValue.parse(refused.body)["errors"].elements[0]["detail"].text ?? ""
      #expect(detail.contains(": topic: expected "))
      #expect(detail.hasSuffix("found 999 (line \(line))"), "\(detail)")
    }
  }

  @Test func aReferenceToNothingInABatchIsInItsBody() async throws {
    try await Self.run { server, admin in
      _ = try await Self.define(Self.shops(Self.name, Self.topic), server, admin)
      let refused = try await server.send(
        "POST", "/v1/batch", admin,
        json: #"[{"op":"create","kind":"shops","body":{"name":"a","topic":999}}]"#)
      #expect(refused.status == 422)
      #expect(try refused.pointers() == ["/0/body/topic"])
    }
  }
}
