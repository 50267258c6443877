import FeedEditing
import FeedLayout
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Cells and themes as editors write them.
@Suite struct DesignEditingTests: ReleaseSuite {
  let folder: TemporaryFolder
  let store: any FeedStore
  let now = WallClock()
  let editor: Editor

  init() async throws {
    folder = try TemporaryFolder()
    store = try await Self.makeStore(in: folder)
    editor = Editor(store: store, clock: { [now] in now() })
  }

  private static func pin(lines: Int = 1, style: String = "body") -> String {
    """
    {"cell":"pin","fits":["uniform_grid"],
     "content":[{"image":"image"},{"text":"headline","style":"\(style)","lines":\(lines)}]}
    """
  }

  @discardableResult
  private func apply(
    _ texts: String..., type: DesignType = .cell, isDryRun: Bool = false
  ) async throws -> [Change] {
    let proposals = try texts.map {
      try DesignProposal(reading: try JSONTree(parsing: $0.utf8), as: type)
    }
    return try await editor.apply(proposals, isDryRun: isDryRun, by: .program).outcomes.map(
      \.change)
  }

  private func written() async throws -> [String] {
    try await store.read { try $0.catalogue().written.keys.sorted().map(\.description) }
  }

  /// The sentences of a refusal to write `text`.
  private func problems(_ text: String, type: DesignType = .cell) async throws -> [String] {
    do {
      try await apply(text, type: type)
      return []
    } catch EditingError.designInvalid(_, let problems) {
      return problems.listed.map(\.description)
    } catch let problems as DocumentProblems {
      return problems.listed.map(\.description)
    }
  }

  @Test func aDryRunChecksAndWritesNothing() async throws {
    #expect(try await apply(Self.pin(), isDryRun: true) == [.inserted])
    #expect(try await written() == [])
    #expect(try await apply(Self.pin()) == [.inserted])
    #expect(try await apply(Self.pin()) == [.unchanged])
    #expect(try await apply(Self.pin(lines: 2)) == [.updated])
    let entries = try await store.read {
      try $0.auditEntries(about: "cells/pin", before: nil, limit: 9)
    }
    #expect(entries.map(\.action) == ["update", "create"])
    #expect(AuditJSON.text(entries[0].before)?.contains(#""lines":1"#) == true)
    #expect(AuditJSON.text(entries[0].after)?.contains(#""lines":2"#) == true)
  }

  /// Definitions that are refused, with the place and a part of the reason.
  private static let bad: [(text: String, pointer: String, reason: String)] = [
    (
      #"{"cell":"a","fits":["shelf"],"content":[{"video":"image"}]}"#, "/content/0",
      "one of the members"
    ),
    (
      #"{"cell":"a","fits":["shelf"],"content":[{"stack":[{"row":[{"stack":[{"spacer":true}]}]}]}]}"#,
      "/content/0/stack/0/row/0/stack", "at most 2 deep"
    ),
    (
      "{\"cell\":\"a\",\"fits\":[\"list\"],\"content\":[\((0..<41).map { _ in #"{"line":"label"}"# }.joined(separator: ","))]}",
      "/content", "at most 40 elements"
    ),
    (
      #"{"cell":"a","fits":["shelf"],"content":[{"text":"headline","style":"missing"}]}"#,
      "/content/0/style", "expected one of"
    ),
    (
      #"{"cell":"a","fits":["shelf"],"content":[{"image":"image","aspect":0}]}"#,
      "/content/0/aspect", "expected"
    ),
    (
      #"{"cell":"a","title":"\#(String(repeating: "a", count: 1_000_000))","fits":["shelf"],"content":[]}"#,
      "", "at most 65536 bytes"
    ),
    (
      #"{"cell":"a","fits":["shelf"],"content":[{"row":[{"image":"image","width":500},{"text":"headline","style":"title"}]}]}"#,
      "/content/0/row/1", "in shelf, 200 points wide at text size"
    ),
  ]

  @Test(arguments: bad.indices) func aBadCellIsRefusedWithItsPlace(index: Int) async throws {
    let bad = Self.bad[index]
    let problems = try await problems(bad.text)
    let isNamed = problems.contains {
      $0.hasPrefix(bad.pointer.isEmpty ? "expected" : bad.pointer) && $0.contains(bad.reason)
    }
    #expect(isNamed, "\(problems)")
    #expect(try await written() == [])
    #expect(try await store.latestRevision()?.number == 1)
  }

  @Test func aThemeThatTokensGoInALoopInIsRefused() async throws {
    let loop = #"{"theme":"a","colors":{"one":"two","two":"one"}}"#
    #expect(
      try await problems(loop, type: .theme).map { $0.prefix(11) } == [
        "/colors/one", "/colors/two",
      ])
  }

  @Test func aThemeIsProvenWithTheCellsAndKeepsWhatTheyUse() async throws {
    let extended =
      #"{"theme":"default","styles":{"brand":{"family":"Inter","size":12,"weight":500}}}"#
    try await apply(extended, type: .theme)
    try await apply(Self.pin(style: "brand"))
    // 1. A style that a cell uses cannot go.
    let smaller = try await problems(
      ##"{"theme":"default","colors":{"label":"#112233"}}"##, type: .theme)
    #expect(smaller.first?.contains("the cell pin uses at /content/1/style") == true, "\(smaller)")
    // 2. Neither can the theme that has it.
    await #expect {
      _ = try await editor.removeDesign(DesignKey(.theme, "default"), by: .program)
    } throws: {
      if case EditingError.designInUse(_, let users) = $0 { !users.isEmpty } else { false }
    }
    // 3. A style in which a cell is not sound.
    let huge = #"{"theme":"huge","styles":{"brand":{"family":"Inter","size":190,"weight":500}}}"#
    let problems = try await problems(huge, type: .theme)
    #expect(
      problems.contains { $0.contains("/content/1 of the cell pin") && $0.contains("theme huge") },
      "\(problems)")
  }

  @Test func aDesignInUseStaysAndThoseOfEveryDatabaseToo() async throws {
    try await apply(Self.pin())
    let key = DesignKey(.cell, "pin")
    let home = #"{"sections":[{"id":"a","kind":"campaign_banners","title":"A","cell":"pin"}]}"#
    _ = try await store.write { _ = try $0.setComposition(home, of: "home") }
    guard
      case .designInUse(_, let users) = try await refusal({
        _ = try await editor.removeDesign(key, by: .program)
      })
    else {
      Issue.record("removed")
      return
    }
    #expect(users == ["the composition of home has it at /sections/0/cell"])
    _ = try await store.write { _ = try $0.setComposition(#"{"sections":[]}"#, of: "home") }
    _ = try await editor.removeDesign(key, by: .program)
    #expect(try await written() == [])
    // Those of every database can be replaced, and come back.
    let overlay = #"{"cell":"overlay","fits":["shelf"],"content":[{"image":"image"}]}"#
    #expect(try await problems(overlay).first?.hasPrefix("/fits: expected") == true)
    let card = """
      {"cell":"card","fits":["card_stack","shelf","uniform_grid"],"content":[{"image":"image"}]}
      """
    try await apply(card)
    #expect(try await store.read { try $0.catalogue().cells["card"]?.content.count } == 1)
    _ = try await editor.removeDesign(DesignKey(.cell, "card"), by: .program)
    #expect(try await written() == [])
    await #expect(throws: EditingError.self) {
      _ = try await editor.removeDesign(DesignKey(.cell, "card"), by: .program)
    }
  }

  @Test func aCellComesWithAReleaseAndCanBeTakenBack() async throws {
    let operation = #"{"op":"cell","cell":"pin","body":\#(Self.pin())}"#
    let theme =
      ##"{"op":"theme","theme":"night","body":{"theme":"night","colors":{"label":"#ffffff"}}}"##
    let id = try await prepare("\(operation),\(theme)")
    #expect(try await conflicts(id) == [])
    let before = try #require(try await store.latestRevision()).number
    // 1. Written meanwhile.
    try await apply(Self.pin(lines: 3))
    #expect(try await conflicts(id) == ["0 cells/pin"])
    _ = try await editor.removeDesign(DesignKey(.cell, "pin"), by: .program)
    #expect(try await conflicts(id) == [])
    try await publish(id)
    #expect(try await written() == ["cells/pin", "themes/night"])
    // 2. Back.
    let restoration = Restoration(
      revision: before,
      subjects: [.design(DesignKey(.cell, "pin")), .design(DesignKey(.theme, "night"))])
    let (outcomes, _) = try await editor.restore(
      restoration, isDryRun: false, by: .program, checking: { _, _ in })
    #expect(outcomes.map(\.change) == [.deleted, .deleted])
    #expect(try await written() == [])
    // 3. A release may remove one.
    try await apply(Self.pin())
    try await publish(try await prepare(#"{"op":"cell","cell":"pin","body":null}"#))
    #expect(try await written() == [])
  }

  @Test func aBadCellOfAReleaseIsNamedWithItsPlace() async throws {
    let operation = #"{"op":"cell","cell":"pin","body":\#(Self.pin(style: "missing"))}"#
    guard
      case .batchFailed(let failures) = try await refusal({
        _ = try await editor.examine(try elements(operation), of: 1, checking: { _, _ in })
      })
    else {
      Issue.record("accepted")
      return
    }
    #expect(failures.failures[0].reason.description.contains("/content/1/style"))
  }

  @Test func filesAreSeededTogetherAndExportedAsTheyWere() async throws {
    let theme = #"{"theme":"default","styles":{"brand":{"family":"Inter","size":12,"weight":500}}}"#
    let kind = """
      {"kind":"pins","fields":[{"name":"title","type":"text"},{"name":"photo","type":"photo"}],
       "roles":{"headline":"title","image":"photo"},"cell":"pin"}
      """
    let feed = #"{"theme":"night","sections":[{"id":"a","kind":"pins","title":"A","cell":"pin"}]}"#
    try folder.write(Self.pin(style: "brand"), to: "in/cells/pin.json")
    try folder.write(theme, to: "in/themes/default.json")
    try folder.write(#"{"theme":"night"}"#, to: "in/themes/night.json")
    try folder.write(kind, to: "in/kinds/pins.json")
    try folder.write(feed, to: "in/feeds/home.json")
    let sources = try SeedSources(at: [folder.path("in")])
    let seeder = Seeder(store: store)
    let first = try await seeder.seed(sources, at: SampleContent.committedAt)
    #expect(first.designs == [.inserted: 3] && first.kinds == [.inserted: 1])
    let again = try await seeder.seed(sources, at: SampleContent.committedAt)
    #expect(again.designs == [.unchanged: 3] && again.revision == nil)
    let files = try await store.read { try FolderExport(of: $0) }.files
    let designs = files.filter { $0.path.hasPrefix("cells/") || $0.path.hasPrefix("themes/") }
    #expect(designs.map(\.path) == ["cells/pin.json", "themes/default.json", "themes/night.json"])
    for file in designs { try folder.write(Data(file.bytes), to: "out/\(file.path)") }
    let out = try SeedSources(at: [folder.path("out")])
    #expect(try await seeder.seed(out, at: SampleContent.committedAt).designs == [.unchanged: 3])
    // A file that is wrong is named.
    try folder.write(Self.pin(style: "missing"), to: "in/cells/pin.json")
    await #expect {
      _ = try await seeder.seed(sources, at: SampleContent.committedAt)
    } throws: {
      "\($0)".contains("in/cells/pin.json#/content/1/style")
    }
  }
}
