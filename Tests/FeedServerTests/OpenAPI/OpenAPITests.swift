import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// The descriptions of the routes, for programs and for people.
@Suite struct OpenAPITests {
  @Test func theDescriptionIsOpenAPI31AndItsReferencesAreResolved() async throws {
    let document = try await Self.document()
    #expect(document["openapi"].text == "3.1.0")
    let references = document.references
    #expect(references.count > 50)
    for reference in references {
      let target = reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] }
      #expect(target != .null, "\(reference)")
    }
  }

  @Test func namesOfOperationsAreUniqueAndParametersUniqueInEach() async throws {
    let operations = try await Self.document()["paths"].members.flatMap { path, item in
      item.members.map { (path: path, operation: $0.value) }
    }
    let ids = operations.compactMap { $0.operation["operationId"].text }
    #expect(ids.count > 25 && ids.count == operations.count && Set(ids).count == ids.count)
    for (path, operation) in operations {
      let parameters = operation["parameters"].elements
      let names = parameters.compactMap { $0["name"].text }
      #expect(Set(names).count == parameters.count, "\(path)")
      let inPath = parameters.filter { $0["in"] == .text("path") }.compactMap { $0["name"].text }
      // A parameter may have a suffix: {id}.jpg.
      let inAddress = path.split(separator: "/").filter { $0.first == "{" }.map {
        String($0.dropFirst().prefix { $0 != "}" })
      }
      #expect(inPath.sorted() == inAddress.sorted(), "\(path)")
    }
  }

  @Test(arguments: ContentKinds.standard.all)
  func theSchemaOfAnItemHasItsFields(kind: ContentKind) async throws {
    let name = "\(try StandardEntities.type(of: kind))"
    let schema = try await Self.document()["components"]["schemas"][name]
    let names = kind.allFields.map(\.name).sorted()
    #expect(schema["required"].elements.compactMap { $0.text }.sorted() == names)
    #expect(schema["properties"].members.map { $0.name }.sorted() == names)
  }

  @Test func everyTranslationMayBeNull() async throws {
    let translations = Self.translations(in: try await Self.document())
    #expect(translations.count > 10)
    for schema in translations {
      #expect(schema["anyOf"].elements.contains { $0["type"].text == "null" }, "\(schema)")
    }
  }

  /// The schemas of members such as `title@en`.
  private static func translations(in value: JSONValue) -> [JSONValue] {
    value.elements.flatMap(translations)
      + value.members.flatMap { name, value in
        name == "patternProperties" ? value.members.map(\.value) : translations(in: value)
      }
  }

  @Test(.server(publishes: false)) func anOperationAndItsRefusalNameTheSameRole() async throws {
    let document = try await server.json("/openapi.json")
    let audit = document["paths"]["/v1/audit"]["get"]["description"].text
    #expect(audit == "Requires a token of an admin.")
    let refusal = try await server.get("/v1/audit").object()["detail"] as? String
    #expect(refusal?.hasPrefix("expected a token of an admin as ") == true)
  }

  @Test(.server) func noKindTakesTheNameOfAnotherSchema() async throws {
    let kinds = ["feed", "feed_diff", "json_feed", "shops", "shops_feed", "selected_shops"]
    for kind in kinds {
      try await server.send(
        "PUT", "/v1/kinds/\(kind)", admin,
        json: #"{"kind":"\#(kind)","fields":[{"name":"name","type":"text"}]}"#, is: 201)
    }
    try await server.catchUp()
    // A name that occurs twice is refused.
    let body = try await server.get("/openapi.json").body
    let schemas = try JSONTree(parsing: body)["components"]?["schemas"]
    for kind in kinds {
      let name = kind.split(separator: "_").map(\.capitalized).joined()
      #expect(schemas?["Feed.\(name)Item"] != nil && schemas?["\(name)Item"] != nil)
    }
  }

  private static func document() async throws -> JSONValue {
    let body = Mutex(Data())
    try await LiveServer.run(publishes: false) { server in
      let response = try await server.get("/openapi.json")
      body.withLock { $0 = response.body }
    }
    return try JSONValue.parse(body.withLock { $0 })
  }
}

extension JSONValue {
  /// Every `$ref` in the value.
  fileprivate var references: [String] {
    members.flatMap { name, value in
      if name == "$ref", let text = value.text { [text] } else { value.references }
    } + elements.flatMap(\.references)
  }
}

/// The chapter Routes of `docs/http.md` lists what the routes say of themselves.
@Suite struct RouteReferenceTests {
  @Test func theReferenceListsEveryRoute() async throws {
    let path = "docs/http.md"
    let page = try String(contentsOf: PackageFiles.file(path), encoding: .utf8)
    let start = try #require(page.range(of: "\n### Feeds\n", options: []))
    let end = try #require(page.range(of: "\n## Parameters\n"))
    try await LiveServer.run(publishes: false) { server in
      let tables = server.application.groups.map { group in
        "\n### \(group.tag.capitalized)\n\n| Request | Query | Answer |\n|---|---|---|\n"
          + group.routes.map(Self.row).joined()
      }
      try Snapshot.verify(
        page[..<start.lowerBound] + tables.joined() + page[end.lowerBound...], path: path)
    }
  }

  private static func row(_ route: Route) -> String {
    let names = route.parameters.filter { $0.place == .query }.map { "`\($0.name)`" }
    let role = route.role.map { " (\($0.rawValue))" } ?? ""
    let sentence = route.summary.hasSuffix(".") ? route.summary.dropLast() : route.summary[...]
    return "| `\(route.name)` | \(names.joined(separator: ", ")) | "
      + "\(sentence.replacing("<", with: "`<").replacing(">", with: ">`"))\(role) |\n"
  }
}
