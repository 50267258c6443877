import FeedStore
import Foundation
import TestSupport
import Testing

/// Kinds that something else depends on, over HTTP.
@Suite(.server(publishes: false)) struct UsedKindTests {
  private static let name = #"{"name":"name","type":"text"}"#
  private static let note = #"{"name":"note","type":"text","required":false}"#
  private static let topic =
    #"{"name":"topic","type":"reference","kind":"featured_topics","required":false}"#

  private static func shops(_ fields: String..., members: String = "") -> String {
    #"{"kind":"shops","fields":[\#(fields.joined(separator: ","))]\#(members)}"#
  }

  private static func define(_ definition: String, _ admin: [String: String], query: String = "")
    async throws -> TestClient.Response
  { try await server.send("PUT", "/v1/kinds/shops\(query)", admin, json: definition) }

  @Test func aReleaseThatUsesAKindStandsAgainstItsChangeAndRemoval() async throws {
    _ = try await Self.define(Self.shops(Self.name, Self.note), admin)
    try await server.send("POST", "/v1/releases", admin, json: #"{"name":"Christmas"}"#)
    try await server.send(
      "PUT", "/v1/releases/1/operations", admin,
      json: """
        {"operations":[{"op":"create","kind":"shops","body":{"name":"a","note":"b"}},
          {"op":"compose","feed":"town","body":{"sections":[{"id":"s","kind":"shops","title":"S"}]}}]}
        """, is: 200)
    let changed = try await Self.define(Self.shops(Self.name), admin)
    #expect(changed.status == 409)
    #expect(try changed.code() == "kind_in_use")
    let detail = try changed.json()["detail"].text
    #expect(
      detail?.hasPrefix(
        "the release 1 (Christmas) uses it: /operations/0: kinds/shops: /body/note: expected ")
        == true, "\(detail ?? "")")
    let wider = Self.shops(
      Self.name, Self.note, #"{"name":"open","type":"boolean","default":true}"#)
    #expect(try await Self.define(wider, admin).status == 200)
    let removed = try await server.send("DELETE", "/v1/kinds/shops", admin, is: 409)
    #expect(
      try removed.json()["errors"].elements.map { $0["detail"].text } == [
        "the release 1 (Christmas) uses it: /operations/0",
        "the release 1 (Christmas) uses it: /operations/1",
      ])
    try await server.send("DELETE", "/v1/releases/1", admin, is: 204)
    try await server.send("DELETE", "/v1/kinds/shops", admin, is: 204)
  }

  @Test func whatIsGoneIsListedWithTheReleaseAndLeftOutByForce() async throws {
    try await server.send("POST", "/v1/releases", admin, json: #"{"name":"Christmas"}"#)
    try await server.send(
      "PUT", "/v1/releases/1/operations", admin,
      json: """
        {"operations":[{"op":"patch","kind":"recent_news","id":1,"body":{"title":"Merry"}},
          {"op":"patch","kind":"recent_news","id":2,"body":{"title":"Christmas"}}]}
        """, is: 200)
    try await server.send("DELETE", "/v1/content/recent_news/2", admin, is: 204)
    let read = try await server.json("/v1/releases/1", admin)
    let list = try await server.json("/v1/releases", admin)
    for conflicts in [read["conflicts"], list["result"].elements[0]["conflicts"]] {
      #expect(conflicts.elements.map { $0["operation"].number } == [1])
      #expect(conflicts.elements[0]["obstacle"].text == "recent_news has no item 2")
    }
    let preview = try await server.get("/v1/feeds/home?release=1", admin, is: 200)
    #expect(preview.header("X-Tanada-Release-Conflicts") == "1")
    #expect(String(decoding: preview.body, as: UTF8.self).contains("Merry"))
    try await server.send(
      "POST", "/v1/releases/1/publish", admin, is: 409, pointers: ["/operations/1"])
    let forced = try await server.send(
      "POST", "/v1/releases/1/publish", admin, json: #"{"force":true}"#, is: 200)
    let results = try forced.json()["results"].elements
    #expect(results.map { $0["status"].number } == [200, 404])
    #expect(results[1]["detail"].text == "recent_news has no item 2")
  }

  @Test func aReleaseWithoutOperationsIsNotPublishedByHandEither() async throws {
    try await server.send("POST", "/v1/releases", admin, json: #"{"name":"Christmas"}"#)
    try await server.send("POST", "/v1/releases/1/publish", admin, is: 409, code: "release_empty")
  }

  // MARK: - Sizes

  @Test(.server(maximumBodySize: 8 << 20, publishes: false)) func definitionsAreBounded()
    async throws
  {
    func field(_ index: Int, _ size: Int) -> String {
      let text = String(repeating: "x", count: size)
      return #"{"name":"f\#(index)","type":"text","default":"\#(text)"}"#
    }
    let template = String(repeating: "t", count: 1_025)
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
      let refused = try await Self.define(definition, admin)
      #expect(refused.status == 422)
      #expect(try refused.pointers() == pointers)
    }
    #expect(try await Self.define(Self.shops(field(0, 8_192)), admin).status == 201)
  }

  // MARK: - Names that are used again

  @Test func aKindThatIsDefinedAgainIsAnotherOne() async throws {
    func create(_ name: String) async throws -> String? {
      let made = try await server.send(
        "POST", "/v1/content/shops", admin, json: #"{"name":"\#(name)"}"#)
      return made.header("Location")
    }
    _ = try await Self.define(Self.shops(Self.name), admin)
    for name in ["a", "b"] { _ = try await create(name) }
    try await server.send("PATCH", "/v1/content/shops/1", admin, json: #"{"name":"c"}"#, is: 200)
    try await server.send("DELETE", "/v1/kinds/shops?discard=items", admin, is: 204)
    _ = try await Self.define(Self.shops(Self.name), admin)
    #expect(try await create("d") == "/v1/content/shops/3")
    try await server.send("PUT", "/v1/content/shops/1", admin, json: #"{"name":"e"}"#)
    let history = try await server.get("/v1/content/shops/1/history", admin)
    let versions = try history.json()["result"].elements
    #expect(versions.count == 1 && versions[0]["fields"]["name"].text == "e")
  }

  @Test func versionsFromBeforeARenamingCanBePutBack() async throws {
    func define(_ field: String, _ query: String = "") async throws {
      let defined = try await Self.define(Self.shops(field), admin, query: query)
      #expect([200, 201].contains(defined.status))
    }
    try await define(Self.name)
    let made = try await server.send("POST", "/v1/content/shops", admin, json: #"{"name":"first"}"#)
    let revision = try #require(made.header("X-Tanada-Revision"))
    try await define(#"{"name":"title","type":"text","renamed_from":"name"}"#)
    try await server.send("PATCH", "/v1/content/shops/1", admin, json: #"{"title":"second"}"#)
    try await define(#"{"name":"headline","type":"text","renamed_from":"title"}"#)
    // Its former name belongs to another field by now.
    let both = Self.shops(
      #"{"name":"headline","type":"text"}"#, #"{"name":"name","type":"text","default":"new"}"#)
    #expect(try await Self.define(both, admin).status == 200)
    try await server.send(
      "POST", "/v1/restore", admin,
      json: #"{"revision":\#(revision),"subjects":["content/shops/1"]}"#, is: 200)
    let item = try await server.get("/v1/content/shops/1", admin).item()
    #expect(item["headline"] as? String == "first")
    #expect(item["name"] as? String == "new")
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
    _ = try await Self.define(Self.shops(Self.name, Self.topic), admin)
    let refused = try await server.send(
      "POST", "/v1/import/shops?format=\(format)", admin, body: Data(document.utf8), is: 422,
      pointers: [pointer])
    let detail = try refused.json()["errors"].elements[0]["detail"].text ?? ""
    #expect(detail.contains(": topic: expected "))
    #expect(detail.hasSuffix("found 999 (line \(line))"), "\(detail)")
  }

  @Test func aReferenceToNothingInABatchIsInItsBody() async throws {
    _ = try await Self.define(Self.shops(Self.name, Self.topic), admin)
    try await server.send(
      "POST", "/v1/batch", admin,
      json: #"[{"op":"create","kind":"shops","body":{"name":"a","topic":999}}]"#, is: 422,
      pointers: ["/0/body/topic"])
  }
}
