import Foundation
import GRDB
import TestSupport
import Testing

/// What seeding the folder of an export does that seeding other files does not, and what an export removes.
@Suite(.serialized) struct ExportedFolderTests: FolderSuite {
  let folder: TemporaryFolder

  private static let kind = """
    {"kind":"notes","fields":[{"name":"title","type":"text","localized":true},
     {"name":"text","type":"text","localized":true,"required":false}]}
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.kind, to: "in/kinds/notes.json")
    try folder.write(
      """
      {"result":[
      {"id":1,"title":"甲","title@en":"A","title@fr":"a","text":"文","text@en":"T","draft":true,
       "when":{"platforms":["ios"]}},
      {"id":2,"title":"乙","publish_at":"2040-01-01T00:00:00Z","when":{"audiences":["members"]}},
      {"id":3,"title":"丙","title@en":"C"},{"id":4,"title":"丁","title@en":"D"}]}
      """, to: "in/notes.json")
  }

  @Test(.onlyAll("ScreenSeedingTests seeds exports without a process"))
  func windowsConditionsAndTranslationsAreReplacedByThoseOfAnExport() async throws {
    try await tanada("seed", "in")
    try await tanada("export", "--all", "out")
    // In the other database item 2 is shown to members from the beginning, and the others to everybody.
    try folder.write(Self.kind, to: "staging/kinds/notes.json")
    try folder.write(
      """
      {"result":[{"id":1,"title":"甲","title@fr":"a","text":"文","text@en":"U"},
      {"id":2,"title":"乙","when":{"audiences":["members"]}},{"id":3,"title":"丙"},
      {"id":4,"title":"丁","title@en":"D"}]}
      """, to: "staging/notes.json")
    try await tanada("seed", "staging", database: "staging.sqlite")
    try await tanada("export", "--all", "next", database: "staging.sqlite")

    let dry = try await tanada("seed", "next", "--dry-run")
    #expect(
      dry.text == """
        diff --git a/notes.json b/notes.json
        --- a/notes.json
        +++ b/notes.json
        @@ -1,6 +1,6 @@
         {"result":[
        -{"id":1,"title":"甲","title@en":"A","title@fr":"a","text":"文","text@en":"T","draft":true,\
        "when":{"platforms":["ios"]}},
        -{"id":2,"title":"乙","text":null,"draft":false,"publish_at":"2040-01-01T00:00:00.000+0000",\
        "when":{"audiences":["members"]}},
        -{"id":3,"title":"丙","title@en":"C","text":null},
        +{"id":1,"title":"甲","title@fr":"a","text":"文","text@en":"U"},
        +{"id":2,"title":"乙","text":null,"draft":false,"when":{"audiences":["members"]}},
        +{"id":3,"title":"丙","text":null},
         {"id":4,"title":"丁","title@en":"D","text":null}
         ]}

        """)
    let seeded = try await tanada("seed", "next")
    #expect(seeded.text.contains("notes             0 inserted, 3 updated, 1 unchanged\n"))
    #expect(try await tanada("seed", "next").text.hasSuffix("nothing changed\n"))
    try await tanada("export", "--all", "after")
    #expect(try files("after") == files("next"))
    let patch = try folder.write(dry.text, to: "next.patch")
    guard try await apply(patch, to: "out") else { return }
    #expect(try files("out") == files("next"))
  }

  @Test(.onlyAll("ScreenSeedingTests seeds exports without a process"))
  func otherFilesLeaveWhatTheyDoNotMention() async throws {
    try await tanada("seed", "in")
    try await tanada("export", "--all", "out")
    let plain = #"{"result":[{"id":1,"title":"甲","text":"文"},{"id":2,"title":"乙"}]}"#
    try folder.write(plain, to: "plain/notes.json")
    // A file of an export that is named alone is as any other file.
    try await tanada("export", "--all", "next")
    try folder.write(plain, to: "next/notes.json")
    for path in ["plain", "next/notes.json"] {
      #expect(try await tanada("seed", path, "--dry-run").text.isEmpty)
      #expect(try await tanada("seed", path).text.hasSuffix("nothing changed\n"))
    }
    let dry = try await tanada("seed", "next", "--dry-run")
    #expect(dry.text.contains(#"+{"id":1,"title":"甲","text":"文"},"#))
  }

  @Test func anOrderLeadsToNoFilesOutsideOfTheFolder() async throws {
    try await tanada("seed", "in")
    try await tanada("export", "--all", "out")
    let items = try text("out/notes.json")
    try folder.write(items, to: "victim.json")
    for name in TestScale.cases(["kinds/../../victim", "../victim"], gate: 1) {
      try folder.write(#"{"order":["notes","\#(name)"]}"#, to: "out/kinds/order.json")
      let refused = try await tanada("seed", "out", status: 1)
      #expect(refused.messages.hasPrefix("error: out/kinds/order.json#/order/1: expected a lower"))
      #expect(refused.messages.contains(name))
      #expect(try await tanada("export", "--all", "out").messages.isEmpty)
      #expect(try text("victim.json") == items)
    }
  }

  /// An export that cannot write the items of a kind ends there.
  @Test(.onlyAll("FolderRoundTripTests exports the seeds"))
  func anInterruptedExportLeavesNoFilesForGood() async throws {
    func definition(_ name: String) -> String {
      #"{"kind":"\#(name)","fields":[{"name":"a","type":"text"}]}"#
    }
    let obstacle = folder.url.appending(path: "out/zones.json.unfinished")
    for name in ["areas", "zones"] {
      try folder.write(definition(name), to: "in/kinds/\(name).json")
    }
    try await tanada("seed", "in")
    try await tanada("export", "--all", "out")
    // 1. A kind of the former export is gone, and one is new that is gone before the next export.
    try await tanada("kind", "remove", "areas")
    try folder.write(definition("cafes"), to: "cafes.json")
    try await tanada("kind", "apply", "cafes.json")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
    #expect(try await tanada("export", "--all", "out", status: 1).messages.contains("zones.json"))
    #expect(try files("out").keys.contains("kinds/cafes.json"))
    try FileManager.default.removeItem(at: obstacle)
    try await tanada("kind", "remove", "cafes")
    // 2. The next export knows the files of both.
    try await tanada("export", "--all", "out")
    try await tanada("export", "--all", "new")
    #expect(try files("out") == files("new"))
  }

  @Test(.onlyAll("ScreenSeedingTests seeds exports without a process"))
  func aDryRunKnowsTranslationsOfAFieldThatIsLocalisedAgain() async throws {
    try await tanada("seed", "in")
    let plain = Self.kind.replacing(#""type":"text","localized":true},"#, with: #""type":"text"},"#)
    try await tanada("kind", "apply", try folder.write(plain, to: "plain.json"))
    try await tanada("export", "--all", "out")
    #expect(try !text("out/notes.json").contains("title@en"))
    try folder.write(
      Self.kind.replacing(
        #""title","type":"text""#, with: #""heading","renamed_from":"title","type":"text""#),
      to: "next/kinds/notes.json")
    try folder.write(
      #"{"result":[{"id":3,"heading":"丙","heading@fr":"c"}]}"#, to: "next/notes.json")
    let dry = try await tanada("seed", "next", "--dry-run")
    #expect(dry.text.contains(#"+{"id":1,"heading":"甲","heading@en":"A","heading@fr":"a","text""#))
    #expect(dry.text.contains(#"+{"id":3,"heading":"丙","heading@en":"C","heading@fr":"c","text""#))
    let patch = try folder.write(dry.text, to: "next.patch")
    try await tanada("seed", "next")
    try await tanada("export", "--all", "after")
    guard try await apply(patch, to: "out") else { return }
    #expect(try files("out") == files("after"))
  }

  @Test(.onlyAll("ScreenSeedingTests seeds exports without a process"))
  func aDryRunReadsNoItemsOfOtherKinds() async throws {
    try await tanada("seed", "in")
    try await tanada("seed", PackageFiles.seeds.appending(path: "recent_news.json").path)
    let database = try DatabaseQueue(path: folder.path("tanada.sqlite"))
    try await database.write {
      try $0.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON;
          UPDATE recent_news SET published_at = 'soon' WHERE id = 2;
          """)
    }
    try database.close()
    try folder.write(#"{"result":[{"id":9,"title":"壬"}]}"#, to: "next/notes.json")
    #expect(try await tanada("seed", "next", "--dry-run").text.contains(#"+{"id":9,"title":"壬""#))
  }
}
