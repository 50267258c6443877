import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite(.server(publishes: false)) struct KindRouteTests {
  /// A definition of shops with `fields`, all of them text unless they say otherwise.
  private static func shops(_ fields: String, roles: String = #"{"headline":"name"}"#) -> String {
    #"{"kind":"shops","title":"Shops","fields":[\#(fields)],"roles":\#(roles)}"#
  }
  private static let name = #"{"name":"name","type":"text","max_length":20}"#
  private static let style = #"{"name":"style","type":"choice","choices":["a","b"],"default":"a"}"#

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "", headers: HTTPFields = [:],
    as role: TokenRole = .admin
  ) async throws -> LocalResponse {
    try await server.application.answer(
      method, path, headers: headers, body: Array(body.utf8), as: try await server.identity(role))
  }

  private func define(_ definition: String, query: String = "", headers: HTTPFields = [:])
    async throws -> (status: Int, body: JSONValue, headers: HTTPFields)
  {
    let answer = try await send(.put, "/v1/kinds/shops\(query)", definition, headers: headers)
    return (answer.status, try answer.json(), answer.headers)
  }

  @Test func aKindThatIsDefinedIsThereAtOnce() async throws {
    let made = try await define(Self.shops("\(Self.name),\(Self.style)"))
    #expect(made.status == 201 && made.body["change"].text == "inserted")
    #expect(made.headers[try #require(HTTPField.Name("X-Tanada-Revision"))] == "2")
    let read = try await server.get("/v1/kinds/shops")
    #expect(read.status == 200 && read.header("ETag") == made.headers[.eTag])
    #expect(try read.json() == made.body["definition"])
    let list = try await server.json("/v1/kinds")
    #expect(
      list["kinds"].elements.compactMap { $0["kind"].text }
        == ContentKinds.standard.names + ["shops"])
    let item = try await send(.post, "/v1/content/shops", #"{"name":"Crumb"}"#, as: .editor)
    #expect(item.status == 201)
    let shops = try await server.json("/v1/content/shops?style=a")
    #expect(shops["result"].elements.map { $0["name"].text } == ["Crumb"])
    let description = try await server.json("/openapi.json")
    #expect(description["paths"]["/v1/content/shops/{id}"] != .null)
    let style = description["components"]["schemas"]["ShopsItem"]["properties"]["style"]
    #expect(style["anyOf"].elements.first?["enum"] == .array([.text("a"), .text("b")]))
    let name = description["components"]["schemas"]["ShopsItem"]["properties"]["name"]
    #expect(name["minLength"].number == 0 && name["maxLength"].number == 20)
    // Its own bytes change nothing.
    let again = try await define(String(decoding: read.body, as: UTF8.self))
    #expect(again.status == 200 && again.body["change"].text == "unchanged")
    let audit = try await send(.get, "/v1/audit?subject=kinds")
    #expect(try audit.json()["result"].elements.count == 1)
  }

  @Test func aChangeSaysWhatItDoesAndADryRunDoesNothing() async throws {
    _ = try await define(Self.shops("\(Self.name),\(Self.style)"))
    let wider =
      #"{"name":"title","renamed_from":"name","type":"text"},"#
      + #"{"name":"note","type":"text","required":false},"# + Self.style
    let definition = Self.shops(wider, roles: #"{"headline":"title"}"#)
    for query in ["?dry_run=true", ""] {
      let outcome = try await define(definition, query: query)
      #expect(outcome.status == 200 && outcome.body["change"].text == "updated")
      #expect(outcome.body["dry_run"] == .bool(!query.isEmpty))
      #expect(
        outcome.body["fields"].elements.map { $0["change"].text }
          == ["renamed", "widened", "added"])
      let fields = try await server.json("/v1/kinds/shops")
      #expect(fields["fields"].elements.count == (query.isEmpty ? 3 : 2))
    }
  }

  @Test func lostUpdatesAreRefused() async throws {
    let first = try await define(Self.shops(Self.name), headers: [.ifNoneMatch: "*"])
    #expect(first.status == 201)
    let tag = try #require(first.headers[.eTag])
    #expect(try await define(Self.shops(Self.name), headers: [.ifNoneMatch: "*"]).status == 412)
    let second = try await define(
      Self.shops("\(Self.name),\(Self.style)"), headers: [.ifMatch: tag])
    #expect(second.status == 200)
    let stale = try await define(Self.shops(Self.name), headers: [.ifMatch: tag])
    #expect(stale.status == 412 && stale.body["code"].text == "precondition_failed")
    let removal = try await send(.delete, "/v1/kinds/shops", headers: [.ifMatch: tag])
    #expect(removal.status == 412)
  }

  @Test func whatStandsAgainstAChangeIsListedAndNothingIsLost()
    async throws
  {
    _ = try await define(Self.shops("\(Self.name),\(Self.style)"))
    for name in ["Crumb", "A rather long name"] {
      _ = try await send(
        .post, "/v1/content/shops", #"{"name":"\#(name)","style":"b"}"#, as: .editor)
    }
    let narrow = #"{"name":"name","type":"text","max_length":6}"#
    let refused = try await define(Self.shops("\(narrow),\(Self.style)"))
    #expect(refused.status == 409 && refused.body["code"].text == "kind_in_use")
    #expect(
      refused.body["detail"].text
        == "shops/2: name: expected text of at most 6 characters, found \"A rather long name\"")
    #expect(refused.body["errors"].elements.map { $0["pointer"].text } == ["/fields/0"])
    let removing = try await define(Self.shops(Self.name))
    #expect(removing.status == 409 && removing.body["errors"].elements.count == 2)
    let discarding = try await define(Self.shops(Self.name), query: "?discard=style")
    #expect(discarding.status == 200)
    #expect(discarding.body["fields"].elements.first?["discarded_values"].number == 2)
    let removal = try await send(.delete, "/v1/kinds/shops")
    #expect(removal.status == 409)
    #expect(try removal.json()["detail"].text == "shops has 2 items")
    let dry = try await send(.delete, "/v1/kinds/shops?discard=items&dry_run=true")
    #expect(try dry.json()["items"].number == 2)
    #expect(try await send(.delete, "/v1/kinds/shops?discard=items").status == 204)
    try await server.get("/v1/kinds/shops", is: 404)
    try await server.get("/v1/content/shops", is: 404)
  }

  @Test(.server) func whatACompositionUsesStays() async throws {
    _ = try await define(Self.shops("\(Self.name),\(Self.style)"))
    let composition = """
      {"sections":[{"id":"shops","kind":"shops","title":"Shops",\
      "source":{"query":{"filter":{"style":"b"},"sort":"-name"}},\
      "action":{"web_url":"https://example.com/{name}"}}]}
      """
    let written = try await send(.put, "/v1/feeds/town/composition", composition)
    #expect(written.status == 201)
    let without = try await define(Self.shops(Self.name))
    #expect(without.status == 409)
    #expect(without.body["detail"].text?.contains("/sections/0/source/query/filter/style") == true)
    let renamed = #"{"name":"title","renamed_from":"name","type":"text"},"# + Self.style
    let other = try await define(Self.shops(renamed, roles: #"{"headline":"title"}"#))
    #expect(other.status == 409 && other.body["errors"].elements.count == 2)
    #expect(try await send(.delete, "/v1/kinds/shops?discard=items").status == 409)
    #expect(try await send(.delete, "/v1/kinds/recent_news").status == 409)
  }

  @Test func referencesLeadSomewhere() async throws {
    let topic = #"{"name":"topic","type":"reference","kind":"featured_topics"}"#
    _ = try await define(Self.shops("\(Self.name),\(topic)"))
    let dangling = try await send(
      .post, "/v1/content/shops", #"{"name":"Crumb","topic":999}"#, as: .editor)
    #expect(dangling.status == 422)
    #expect(try dangling.json()["errors"].elements.first?["pointer"].text == "/topic")
    let made = try await send(
      .post, "/v1/content/shops", #"{"name":"Crumb","topic":1}"#, as: .editor)
    #expect(made.status == 201)
    let kept = try await send(.delete, "/v1/content/featured_topics/1")
    #expect(kept.status == 409)
    #expect(
      try kept.json()["detail"].text
        == "shops/1 refers to featured_topics/1; change or delete it first")
    #expect(try await send(.delete, "/v1/content/shops/1").status == 204)
    #expect(try await send(.delete, "/v1/content/featured_topics/1").status == 204)
  }

  @Test(arguments: [
    (#"{"name":"order","type":"text"}"#, "/fields/0/name"),
    (#"{"name":"a\"; DROP TABLE kinds; --","type":"text"}"#, "/fields/0/name"),
    (#"{"name":"publish_at","type":"date"}"#, "/fields/0/name"),
    (#"{"name":"a","type":"number","minimum":2,"maximum":1}"#, "/fields/0/maximum"),
    (#"{"name":"a","type":"choice","choices":["x"],"default":"y"}"#, "/fields/0/default"),
    (#"{"name":"a","type":"reference","kind":"nothing"}"#, "/fields/0/kind"),
    (#"{"name":"a","type":"reference","kind":"shops"}"#, "/fields/0/required"),
    (#"{"name":"a","type":"picture"}"#, "/fields/0/type"),
  ])
  func hostileDefinitionsAreRefusedWithThePlace(field: String, pointer: String) async throws {
    let refused = try await define(Self.shops(field, roles: "{}"))
    #expect(refused.status == 422)
    #expect(
      refused.body["errors"].elements.contains { $0["pointer"].text == pointer }, "\(refused.body)")
    try await server.get("/v1/kinds/shops", is: 404)
  }

  @Test func aLayoutThatCannotBeComputedIsRefused() async throws {
    let definition = """
      {"kind":"shops","fields":[\(Self.name)],"layout":{"type":"staggered_grid","options":{}}}
      """
    let refused = try await define(definition)
    #expect(refused.status == 422)
    #expect(refused.body["errors"].elements.first?["pointer"].text == "/layout")
  }
}
