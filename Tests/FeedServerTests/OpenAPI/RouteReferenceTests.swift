import FeedHTTP
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// The chapter Routes of `docs/http.md` lists what the routes say of themselves.
@Suite struct RouteReferenceTests {
  @Test func theReferenceListsEveryRoute() async throws {
    let path = "docs/http.md"
    let page = try String(contentsOf: PackageFiles.file(path), encoding: .utf8)
    let start = try #require(page.range(of: "\n### Feeds\n", options: []))
    let end = try #require(page.range(of: "\n## Parameters\n"))
    try await LocalServer.run(publishes: false) { server in
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
