import Foundation
import GRDB
import TestSupport
import Testing

/// A kind that a team defines itself, from its definition to the screen.
@Suite(.serialized) struct KindTests {
  /// Several pages, with every combination of values.
  private static let count = TestScale.count(gate: 600, soak: 10_000)
  private static let definition = PackageFiles.file("docs/examples/eateries.json")

  @Test(
    "Eateries go from nothing to the screen and out again without a restart",
    .onlyAll("KindRouteTests and RandomKindTests have kinds of a team; TransferTests carries items")
  )
  func eateries() async throws {
    try await RunningServer.run { server in
      // 1. The definition, which the running server knows at once.
      let folder = server.folder
      let applied = try await Tanada.run(
        ["kind", "apply", Self.definition.path], in: folder, status: 0)
      #expect(applied.text.hasPrefix("eateries  inserted\n"))
      let definition = try await server.json("/v1/kinds/eateries")
      let shown = try await Tanada.run(["kind", "show", "eateries"], in: folder)
      #expect(try JSONValue.parse(shown.output) == definition)
      #expect(definition["roles"]["headline"].text == "name")
      // 2. The items.
      let file = try folder.write(Self.eateries(), to: "eateries.json")
      let imported = try await Tanada.run(["import", "eateries", file], in: folder, status: 0)
      #expect(imported.text.hasPrefix("eateries  \(Self.count) inserted, 0 updated, 0 unchanged\n"))
      // 3. Lists.
      try await Self.checkLists(server)
      // 4. The screen.
      try await Self.checkScreen(server)
      // 5. Out and in again.
      for format in ["json", "ndjson", "csv"] { try await Self.checkTransfer(format, folder) }
    }
  }

  private static func checkLists(_ server: RunningServer) async throws {
    func total(_ query: String) async throws -> Int? {
      try await server.json("/v1/content/eateries?count=true&limit=1&\(query)")["total"].number.map(
        Int.init)
    }
    #expect(try await total("") == count)
    #expect(try await total("category=bar") == count / 4)
    #expect(try await total("rating.gte=4.5&featured=true") == count / 10)
    #expect(try await total("tags=wifi") == count / 2)
    #expect(try await total("tags.ne=wifi") == count / 2)
    #expect(try await total("topic=3") == count / 8)
    #expect(try await total("q=Cafe%20no.77") == (1...count).count { "\($0)".hasPrefix("77") })
    // Every fifth shop has this caption, and two of three have one.
    #expect(
      try await total("q=%E8%8C%B6")
        == (1...count).count { $0.isMultiple(of: 5) && !$0.isMultiple(of: 3) })
    // Every page once, through items without a value in the sort field.
    let limit = count / 10 - 3
    var next: String? = "/v1/content/eateries?sort=-caption,opened_at&fields=id&limit=\(limit)"
    var ids: [Double] = []
    while let address = next {
      let page = try await server.json(address)
      ids += page["result"].elements.compactMap { $0["id"].number }
      next = page["next"].text
    }
    #expect(ids.count == count && Set(ids).count == count)
    let wrong = try await server.client.get("/v1/content/eateries?category=pub")
    #expect(wrong.status == 400 && wrong.text.contains("one of cafe, bar, restaurant, bakery"))
  }

  private static func checkScreen(_ server: RunningServer) async throws {
    let admin = try await server.token("admin")
    var composition = try await server.client.get("/v1/feeds/home/composition").object()
    var sections = try #require(composition["sections"] as? [[String: Any]])
    sections.append([
      "id": "eateries", "kind": "eateries", "title": "お店",
      "layout": ["type": "staggered_grid", "options": ["columns": "2"]],
      "source": ["query": ["filter": ["featured": "true"], "sort": "-rating"]], "limit": 12,
    ])
    composition["sections"] = sections
    let body = try JSONSerialization.data(withJSONObject: composition)
    let written = try await server.send(
      "PUT", "/v1/feeds/home/composition", admin, String(decoding: body, as: UTF8.self))
    try #require(written.status == 201, "\(written.text)")
    let revision = try #require(written.header("X-Tanada-Revision").flatMap(Int.init))
    try await eventually {
      try await server.json("/v1/feeds/home")["revision"].number == Double(revision)
    }
    let screen = try await server.json("/v1/feeds/home?width=390")
    let section = try #require(screen["sections"].elements.last)
    #expect(section["kind"].text == "eateries" && section["items"].elements.count == 12)
    #expect(section["layout"]["frames"].elements.count == 12)
    #expect(section["roles"]["rating"].text == "rating")
    let item = try #require(section["items"].elements.first)
    #expect(item["featured"] == .bool(true) && item["tags"].elements.count == 2)
    #expect(item["image"]["aspect"].number == 0.75 && item["stars"].elements.count == 5)
    #expect(item["date_label"].text != nil)
    #expect(item["accessibility_label"].text?.hasPrefix(item["name"].text ?? "?") == true)
    for format in ["terminal", "svg"] {
      let preview = try await Tanada.run(
        ["preview", "--section", "eateries", "--format", format], in: server.folder, status: 0)
      #expect(preview.text.contains("Cafe"))
    }
    let used = try await Tanada.run(
      ["kind", "remove", "eateries", "--discard-items"], in: server.folder, status: 1)
    #expect(used.messages.contains("the composition of home uses it"))
  }

  private static func checkTransfer(_ format: String, _ folder: TemporaryFolder) async throws {
    let copy = ["--database", "\(format).sqlite"]
    let document = try await Tanada.run(
      ["export", "eateries", "--format", format], in: folder, status: 0)
    try await SampleDatabase.copy(to: folder.path("\(format).sqlite"))
    try await Tanada.run(["kind", "apply", definition.path] + copy, in: folder, status: 0)
    try await Tanada.run(
      ["import", "eateries", "-", "--format", format] + copy, in: folder, input: document.output,
      status: 0)
    let again = try await Tanada.run(["export", "eateries", "--format", format] + copy, in: folder)
    #expect(again.output == document.output, "\(format)")
    let database = try DatabaseQueue(path: folder.path("\(format).sqlite"))
    let verdict = try await database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    #expect(verdict == ["ok"])
    try database.close()
  }

  /// Eateries with a value of every type, some without their optional values.
  private static func eateries() -> String {
    let categories = ["cafe", "bar", "restaurant", "bakery"]
    let items = (1...count).map { id in
      """
      {"id":\(id),"name":"Cafe no.\(id)"\(id % 3 == 0 ? "" : ",\"caption\":\"\(captions[id % 5])\""),\
      "photo_url":"https://example.com/\(id).jpg","photo_width":960,"photo_height":1280,\
      "rating":\(id % 10 == 0 ? "4.5" : "3.\(id % 10)"),\
      "opened_at":"20\(10 + id % 15)-0\(1 + id % 9)-1\(id % 10)T07:30:00.000+0900",\
      "category":"\(categories[id % 4])","tags":["\(id % 2 == 0 ? "wifi" : "テラス")","no.\(id)"],\
      "featured":\(id % 10 == 0)\(id % 4 < 2 ? "" : ",\"topic\":\(1 + id % 8)")}
      """
    }
    return "{\"result\":[\(items.joined(separator: ",\n"))]}"
  }

  private static let captions = ["お茶の店", "coffee", "", "it's \\\"quoted\\\", really", "夜の庭"]
}
