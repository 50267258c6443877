import Foundation
import TestSupport
import Testing

/// A screen as a folder of files: `tanada export --all`, `tanada seed`, and the difference between them.
@Suite(.serialized) struct FolderTests: FolderSuite {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"kind":"shops","title":"Shops","fields":[{"name":"name","type":"text"},
       {"name":"seats","type":"integer","default":4},
       {"name":"topic","type":"reference","kind":"featured_topics","required":false}],
       "roles":{"headline":"name"},"layout":{"type":"snap_carousel"}}
      """, to: "in/kinds/shops.json")
    // Before shops in the alphabet, and behind it in the order of definition.
    try folder.write(
      """
      {"kind":"areas","fields":[{"name":"name","type":"text"},
       {"name":"shop","type":"reference","kind":"shops"}]}
      """, to: "in/kinds/areas.json")
    try folder.write(
      """
      {"result":[{"id":1,"name":"A","topic":1},
      {"id":3,"name":"B","draft":true,"publish_at":"2030-01-01T09:00:00.000+0900"},
      {"id":7,"name":"é","unpublish_at":"2040-01-01T00:00:00Z"}]}
      """, to: "in/shops.json")
    try folder.write(#"{"result":[{"id":1,"name":"X","shop":3}]}"#, to: "in/areas.json")
    try folder.write(
      """
      {"result":[{"id":1,"rating":3.70,"thumbnail_url":"https://example.com/topic.jpg","title":"Rice",
      "caption":"with curry","published_at":"2022-12-01T15:00:00.000+0900"}]}
      """, to: "in/featured_topics.json")
    try folder.write(
      """
      {"spacing":12,"sections":[{"id":"shops","kind":"shops","title":"店","limit":7,
       "header":{"height":44,"subtitle":"近く"}},{"id":"areas","kind":"areas","title":"Areas"}]}
      """, to: "in/feeds/home.json")
    try folder.write(
      #"{"sections":[{"id":"n","kind":"recent_news","title":"N"}]}"#, to: "in/feeds/news.json")
  }

  /// The ids of what a feed shows, by section, and the layouts of its sections.
  private func shown(_ feed: String, in database: String) async throws -> [[JSONValue]] {
    let outcome = try await tanada("feed", "show", feed, database: database)
    let sections = try JSONValue.parse(outcome.output)["sections"].elements
    try #require(!sections.isEmpty)
    return sections.map { [$0["layout"]] + $0["items"].elements.map { $0["id"] } }
  }

  @Test(
    .onlyAll("FolderRoundTripTests exports and seeds a folder; ScreenSeedingTests has the rest"))
  func whatIsExportedIsSeededToTheByte() async throws {
    // Shops were defined before areas.
    try await tanada("seed", "in/kinds/shops.json", "in/featured_topics.json", "in/shops.json")
    let seeded = try await tanada("seed", "in")
    #expect(seeded.text.hasSuffix("  2 inserted, 0 updated, 0 unchanged\nrevision 2\n"))
    try await tanada("export", "--all", "out")
    #expect(
      try text("out/kinds/shops.json") == """
        {
          "kind": "shops",
          "title": "Shops",
          "fields": [
            {"name": "name", "type": "text"},
            {"name": "seats", "type": "integer", "default": 4},
            {"name": "topic", "type": "reference", "kind": "featured_topics", "required": false}
          ],
          "roles": {"headline": "name"},
          "layout": {"type": "snap_carousel", "options": {}}
        }

        """)
    #expect(
      try text("out/shops.json") == """
        {"result":[
        {"id":1,"name":"A","seats":4,"topic":1},
        {"id":3,"name":"B","seats":4,"topic":null,"draft":true,"publish_at":"2030-01-01T00:00:00.000+0000"},
        {"id":7,"name":"é","seats":4,"topic":null,"draft":false,"unpublish_at":"2040-01-01T00:00:00.000+0000"}
        ]}

        """)
    let seedOnce = try await tanada("seed", "out", database: "copy.sqlite")
    #expect(seedOnce.text.hasSuffix("revision 1\n"))
    let again = try await tanada("seed", "out", database: "copy.sqlite")
    #expect(again.text.hasSuffix("nothing changed\n"))
    try await tanada("export", "--all", "copy", database: "copy.sqlite")
    #expect(try files("copy") == files("out"))
    #expect(try files("out").count == 8 + 1 + 8 + 2)
    let kinds = try await tanada("kind", "list", database: "copy.sqlite")
    #expect(kinds.text == (try await tanada("kind", "list")).text)
    for feed in ["home", "news"] {
      let shown = try await shown(feed, in: "copy.sqlite")
      #expect(try await shown == self.shown(feed, in: "tanada.sqlite"))
    }
  }

  @Test(
    .onlyAll("FolderRoundTripTests exports and seeds a folder; ScreenSeedingTests has the rest"))
  func filesOfWhatIsGoneAreRemovedAndAllOthersStay() async throws {
    try await tanada("seed", "in")
    try await tanada("export", "--all", "out")
    try await tanada("feed", "remove", "news")
    try await tanada("feed", "restore", "--revision", "0")
    try await tanada("kind", "remove", "areas", "--discard-items")
    for path in ["notes.json", "feeds/other.json", "kinds/readme.md", "artwork/a.svg"] {
      try folder.write("{}", to: "out/\(path)")
    }
    let before = try files("out")
    let outcome = try await tanada("export", "--all", "out")
    let gone = ["areas.json", "feeds/home.json", "feeds/news.json", "kinds/areas.json"]
    #expect(Set(outcome.messages.split(separator: "\n")) == Set(gone.map { "removed out/\($0)" }))
    let after = try files("out")
    #expect(Set(after.keys) == Set(before.keys).subtracting(gone))
    #expect(after["notes.json"] == Data("{}".utf8))
  }

  @Test(.onlyAll("UnifiedDiffTests has differences; FolderRoundTripTests a dry run"))
  func aDryRunPrintsADifferenceThatGitApplies() async throws {
    try await tanada("seed", "in")
    try await tanada("export", "--all", "out")
    try folder.write(
      #"{"result":[{"id":2,"name":"N","seats":9},{"id":7,"name":"e\u0301"},{"id":9,"name":"Z"}]}"#,
      to: "next/shops.json")
    try folder.write(
      try text("in/kinds/shops.json").replacing(
        "\"roles\"", with: "\"cell\":\"card\",\"roles\""), to: "next/kinds/shops.json")
    try folder.write(
      #"{"kind":"cafes","fields":[{"name":"name","type":"text"}]}"#, to: "next/kinds/cafes.json")
    try folder.write(
      try text("in/feeds/home.json").replacing("\"limit\":7", with: "\"limit\":8"),
      to: "next/feeds/home.json")
    try folder.write(
      #"{"sections":[{"id":"c","kind":"cafes","title":"C"}]}"#, to: "next/feeds/cafes.json")

    let dry = try await tanada("seed", "next", "--dry-run")
    #expect(dry.messages.isEmpty)
    #expect(!dry.text.contains("\u{1B}"), "colours are for terminals")
    #expect(
      dry.text.contains(
        """
        --- a/feeds/home.json
        +++ b/feeds/home.json
        @@ -8,7 +8,7 @@
               "title": "店",
               "header": {"height": 44, "subtitle": "近く"},
               "layout": {"type": "snap_carousel", "options": {}},
        -      "limit": 7,
        +      "limit": 8,

        """))
    #expect(dry.text.contains("--- /dev/null\n+++ b/feeds/cafes.json\n@@ -0,0 +1,"))
    let patch = try folder.write(dry.text, to: "next.patch")
    try await tanada("seed", "next", "--quiet")
    try await tanada("export", "--all", "seeded")
    let none = try await tanada("seed", "next", "--dry-run")
    #expect(none.text.isEmpty && none.messages == "dry run, nothing would change\n")
    let quiet = try await tanada("seed", "next", "--dry-run", "--quiet")
    #expect(quiet.text.isEmpty && quiet.messages.isEmpty)
    guard try await apply(patch, to: "out") else { return }
    #expect(try files("out") == files("seeded"))
  }

  @Test(
    .onlyAll("FolderRoundTripTests exports and seeds a folder; ScreenSeedingTests has the rest"))
  func aDryRunMakesNoDatabaseAndReportsProblems() async throws {
    let dry = try await tanada("seed", "in", "--dry-run")
    #expect(dry.text.contains("+++ b/kinds/shops.json\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("tanada.sqlite")))
    try folder.write(
      #"{"sections":[{"id":"a","kind":"shops","title":"A","layout":{"type":"spiral"}}]}"#,
      to: "in/feeds/news.json")
    for arguments in [["--dry-run"], []] {
      let outcome = try await Tanada.run(["seed", "in"] + arguments, in: folder, status: 1)
      #expect(outcome.text.isEmpty)
      #expect(
        outcome.messages.hasPrefix("error: in/feeds/news.json#/sections/0/layout/type: expected "))
    }
    let feeds = try await tanada("feed", "list")
    #expect(feeds.text == "home  6  default\n")
  }

  @Test(arguments: [
    ["export"], ["export", "recent_news", "--all", "out"],
    ["export", "--all", "out", "--format", "csv"], ["export", "--all", "out", "--output", "x"],
  ])
  func wrongUsageIsExplained(arguments: [String]) async throws {
    let outcome = try await Tanada.answer(to: arguments, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.messages.contains("--all"))
  }
}
