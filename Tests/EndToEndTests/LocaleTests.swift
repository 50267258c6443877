import Foundation
import TestSupport
import Testing

/// A translator's round: export what is missing, import the translations, look at the screen.
@Suite struct LocaleTests {
  @Test(.onlyAll("LocaleRouteTests has tables of translations, and screens in locales"))
  func contentIsTranslatedByATableAndShownInItsLocale() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let environment = ["TANADA_LOCALES": "ja,en,ar", "TANADA_DATE_STYLE": "locale"]
    func run(_ arguments: String...) async throws -> String {
      let outcome = try await Tanada.run(arguments, in: folder, environment: environment)
      #expect(outcome.status == 0, "\(arguments): \(outcome.messages)")
      return outcome.text
    }
    let table = try await run(
      "export", "featured_topics", "--untranslated", "en", "--format", "csv")
    #expect(table.hasPrefix("id,rating,thumbnail_url,thumbnail_url@en,title,title@en,caption,"))
    #expect(table.split(separator: "\r\n").count == 9)
    // 1. A row of the table, filled in.
    let export = try await run("export", "featured_topics", "--format", "ndjson")
    var lines = export.split(separator: "\n").map(String.init)
    let first = try #require(lines.first)
    lines[0] = first.dropLast() + #","title@en":"Set meal","caption@en":"With soup"}"#
    try folder.write(lines.joined(separator: "\n"), to: "topics.ndjson")
    let imported = try await run("import", "featured_topics", "topics.ndjson", "--format", "ndjson")
    #expect(imported == "featured_topics  0 inserted, 1 updated, 7 unchanged\nrevision 2\n")
    let rest = try await run(
      "export", "featured_topics", "--untranslated", "en", "--format", "ndjson")
    #expect(rest.split(separator: "\n").count == 7)
    // 2. As a table it comes back as it was, and an empty cell removes a translation.
    let full = try await run("export", "featured_topics", "--format", "csv")
    try folder.write(full, to: "topics.csv")
    let same = try await run("import", "featured_topics", "topics.csv", "--format", "csv")
    #expect(same.hasSuffix("nothing changed\n"))
    // 3. The screens.
    let english = try await run("feed", "show", "--locale", "en_US.UTF-8")
    #expect(english.contains(#""locale":"en""#) && english.contains(#""title":"Set meal""#))
    #expect(english.contains("out of 5") && english.contains(#""direction":"ltr""#))
    #expect(english.contains(#""date_label":"December "#))
    let japanese = try await run("feed", "show")
    #expect(try await run("feed", "show", "--locale", "C.UTF-8") == japanese)
    #expect(japanese.contains(#""locale":"ja""#) && !japanese.contains("Set meal"))
    let arabic = try await run("preview", "--format", "json", "--locale", "ar")
    #expect(arabic.contains(#""locale":"ar""#) && arabic.contains(#""direction":"rtl""#))
    let turned = try await run(
      "preview", "--format", "json", "--locale", "ar", "--direction", "ltr")
    #expect(turned.contains(#""direction":"ltr""#))
    try folder.write(full.replacing("Set meal", with: ""), to: "topics.csv")
    let removed = try await run("import", "featured_topics", "topics.csv", "--format", "csv")
    #expect(removed.hasPrefix("featured_topics  0 inserted, 1 updated, 7 unchanged"))
    #expect(try await !run("feed", "show", "--locale", "en").contains("Set meal"))
  }

  @Test(
    .onlyAll("LocaleTests of FeedModelTests has what is no tag"),
    arguments: [
      (["feed", "show", "--locale", "e"], "ja"), (["feed", "show"], "ja,ja"),
      (["feed", "show"], "ja,"),
      (["feed", "show"], "e"), (["export", "recent_news", "--untranslated", "en_GB"], "ja"),
    ])
  func whatIsNoTagIsRefused(arguments: [String], locales: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    let outcome = try await Tanada.run(
      arguments, in: folder, environment: ["TANADA_LOCALES": locales])
    #expect(outcome.status != 0 && outcome.text.isEmpty)
    #expect(outcome.messages.contains("language tag"), "\(outcome.messages)")
  }
}
