import Foundation
import Testing
import TestSupport

/// Import and export, on the command line and over HTTP.
@Suite(.serialized) struct TransferCommandTests {
  @Test(arguments: TestScale.cases(["csv", "json", "ndjson"], gate: 1))
  func everythingCanBeCarriedToAnotherDatabase(format: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    try await Tanada.run(
      ["export", "all", "--format", format, "--output", "out"], in: folder, status: 0)
    for kind in Self.kinds(in: format) {
      let file = folder.url.appending(path: "out/\(kind).\(format)")
      let document = try Data(contentsOf: file)
      if TestScale.current.isAll {
        let dry = try await Tanada.run(
          ["import", kind, "-", "--format", format, "--dry-run", "--database", "copy.sqlite"],
          in: folder, input: document)
        #expect(
          dry.status == 0 && dry.text.hasSuffix("dry run, nothing changed\n"), "\(dry.messages)")
      }
      let imported = try await Tanada.run(
        ["import", kind, file.path, "--format", format, "--database", "copy.sqlite"], in: folder,
        status: 0)
      #expect(imported.text.contains("revision "), "\(imported.messages)")
      let copy = try await Tanada.run(
        ["export", kind, "--format", format, "--database", "copy.sqlite"], in: folder)
      #expect(copy.output == document)
    }
  }

  /// The kinds that are carried in `format`: two in each of the three, in the gate one, in a soak all in all.
  private static func kinds(in format: String) -> ArraySlice<String> {
    guard !TestScale.current.isSoak else { return PackageFiles.kinds[...] }
    let index = ["json", "ndjson", "csv"].firstIndex(of: format) ?? 0
    return PackageFiles.kinds[(2 * index)..<(2 * index + 2)]
      .prefix(TestScale.count(gate: 1, all: 2, soak: 2))
  }

  @Test(.onlyAll("TransferDecodingTests has the problems of files"))
  func problemsNameTheFileTheLineAndTheColumn() async throws {
    let folder = try TemporaryFolder()
    try folder.write("id,banner_contents_id,banner_url\n1,x,/a\n", to: "banners.csv")
    let outcome = try await Tanada.run(
      ["import", "campaign_banners", "banners.csv"], in: folder, status: 1)
    #expect(outcome.text.isEmpty)
    #expect(
      outcome.messages == """
        error: banners.csv#/0/banner_contents_id: expected a whole number, found "x" (line 2)
        error: banners.csv#/0/banner_url: expected an absolute http or https URL, found "/a" (line 2)

        """)
    try await Tanada.run(["export", "nope"], in: folder, status: 64)
    let missing = try await Tanada.run(
      ["import", "recent_news", "nope.json"], in: folder, status: 1)
    #expect(missing.messages.contains("nope.json"))
  }

  @Test(.onlyAll("SpreadsheetTests has the names and the beginnings of files"))
  func aTableThatIsNotTakenForOneIsToldHow() async throws {
    let folder = try TemporaryFolder()
    try folder.write("id,title\n", to: "table.dat")
    try folder.write("PK\u{3}\u{4}", to: "table.xlsx")
    for (file, message) in [
      (
        "table.dat",
        "expected an array of items, or {\"result\":[…]}, found \"i\" (line 1); "
          + "for a table, add --format csv"
      ),
      (
        "table.xlsx",
        "expected a table in UTF-8 or UTF-16 (in Excel: CSV UTF-8), "
          + "found a ZIP file, which those of Excel, LibreOffice and Numbers are (line 1)"
      ),
    ] {
      let outcome = try await Tanada.run(["import", "recent_news", file], in: folder, status: 1)
      #expect(outcome.messages == "error: \(file): \(message)\n")
    }
    let piped = try await Tanada.run(
      ["import", "recent_news", "-"], in: folder, input: Data("id,title\n".utf8))
    #expect(piped.messages.hasSuffix("; for a table, add --format csv\n"), "\(piped.messages)")
  }

  @Test(.onlyAll("TransferRouteTests exports at a server in the process"))
  func anExportOverHTTPIsWhatTheCommandReads() async throws {
    try await RunningServer.run { server in
      let answer = try await server.client.get("/v1/export/favorite_scenes?format=csv")
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "text/csv; charset=utf-8")
      let disposition = answer.header("Content-Disposition")
      #expect(disposition == "attachment; filename=\"favorite_scenes.csv\"")
      let imported = try await Tanada.run(
        ["import", "favorite_scenes", "-", "--format", "csv"], in: server.folder,
        input: answer.body)
      #expect(
        imported.text == "favorite_scenes  0 inserted, 0 updated, 12 unchanged\nnothing changed\n",
        "\(imported.messages)")
      let refused = try await server.client.send(
        "POST", "/v1/import/favorite_scenes?format=csv", body: answer.body)
      #expect(refused.status == 401)
      let problem = try await server.client.get("/v1/export/favorite_scenes?format=xml")
      #expect(problem.status == 400)
    }
  }
}

extension TransferCommandTests {
  /// Point 6: what was exported over HTTP goes in again over HTTP, and is served.
  @Test(
    .onlyAll("TransferRouteTests imports at a server in the process"),
    arguments: ["json", "ndjson", "csv"])
  func anImportOverHTTPIsServed(format: String) async throws {
    try await RunningServer.run { server in
      let editor = try await server.token("editor")
      let path = "/v1/import/recent_news?format=\(format)"
      let export = try await server.client.get(
        "/v1/export/recent_news?format=\(format)", headers: editor)
      let changed = Data(
        export.text.replacing("\"id\":1,", with: "\"id\":901,")
          .replacing("\r\n1,", with: "\r\n901,").utf8)
      #expect(changed != export.body)
      func send(_ path: String, _ body: Data) async throws -> (Int, JSONValue) {
        let answer = try await server.client.send("POST", path, headers: editor, body: body)
        return (answer.status, try JSONValue.parse(answer.body))
      }

      let dry = try await send(path + "&dry_run=true", changed)
      #expect(dry.0 == 200 && dry.1["inserted"].number == 1 && dry.1["revision"] == .null)
      #expect(try await server.client.get("/v1/content/recent_news/901").status == 404)
      let done = try await send(path, changed)
      #expect(done.0 == 200 && done.1["inserted"].number == 1 && done.1["revision"].number == 2)
      #expect(done.1["unchanged"].number == dry.1["unchanged"].number)
      try await server.waitForRevision(2)
      let news = try await server.json("/v1/feeds/home/sections/recent_news")
      #expect(news["section"]["items"].elements.contains { $0["id"].number == 901 })

      // Nothing of a document with a mistake is written, and the mistake is named.
      let wrong = Data(
        String(decoding: changed, as: UTF8.self)
          .replacing("\"id\":901,", with: "\"id\":-902,").replacing("\r\n901,", with: "\r\n-902,")
          .utf8)
      let refused = try await send(path, wrong)
      #expect(refused.0 == 422)
      #expect(refused.1["errors"].elements.first?["pointer"].text?.hasSuffix("/id") == true)
      #expect(try await server.json("/v1/feeds/home")["revision"].number == 2)
    }
  }
}

extension PackageFiles {
  /// The names of all kinds, as those of their sample files.
  fileprivate static let kinds = [
    "campaign_banners", "favorite_scenes", "featured_topics", "pickup_photos", "recent_news",
    "trend_articles",
  ]
}
