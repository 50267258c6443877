import FeedModel
import Foundation
import TestSupport
import Testing

/// The names that kinds and fields cannot have.
@Suite struct ReservedNamesTests {
  @Test("docs/kinds.md lists all of them, and no other")
  func documented() throws {
    let page = try String(contentsOf: PackageFiles.file("docs/kinds.md"), encoding: .utf8)
    let chapter = try #require(page.components(separatedBy: "### Reserved names\n").last)
    var kinds: Set<String> = []
    var fields: Set<String> = []
    for row in chapter.components(separatedBy: "\n## ")[0].split(separator: "\n") {
      let cells = row.components(separatedBy: " | ")
      guard cells.count == 3, !cells[0].contains("what ") else { continue }
      let words = Set(cells[0].matches(of: /`([a-z_]+)`/).map { String($0.output.1) })
      if cells[1] != "kinds" { fields.formUnion(words) }
      if cells[1] != "fields" { kinds.formUnion(words) }
    }
    #expect(kinds == ReservedNames.kindWords)
    #expect(fields == ReservedNames.fieldWords)
  }
}
