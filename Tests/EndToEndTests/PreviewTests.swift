import FeedModel
import Foundation
import Testing
import TestSupport

/// `tanada preview`, as designers use it.
@Suite struct PreviewTests {
  @Test(.onlyAll("TerminalPreviewTests draws at any width"))
  func aPipedPreviewIsPlainTextWithinItsColumns() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let narrow = try await Tanada.run(["preview", "--columns", "40"], in: folder)
    let fromEnvironment = try await Tanada.run(
      ["preview"], in: folder, environment: ["COLUMNS": "40"])
    #expect(narrow.status == 0)
    #expect(narrow.text == fromEnvironment.text)
    #expect(!narrow.text.contains("\u{1B}"))
    #expect(narrow.text.contains("ピックアップ写真"))
    let lines = narrow.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("┌") || $0.contains("─┐") })
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(lines.contains { $0.count > 30 }, "it uses the room it has")
  }

  @Test(.onlyAll("HomeScreenTests draws a section alone"))
  func aSectionCanBeDrawnAlone() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let outcome = try await Tanada.run(["preview", "--section", "trend_articles"], in: folder)
    #expect(outcome.text.hasPrefix("トレンド記事"))
    #expect(!outcome.text.contains("pickup_photos"))
    let unknown = try await Tanada.run(["preview", "--section", "nope"], in: folder, status: 1)
    #expect(
      unknown.messages.hasPrefix(
        "error: nope: the home feed has no such section; expected one of campaign_banners, "))
  }

  @Test(.onlyAll("VersionTests of FeedServerTests has old clients"))
  func aSectionThatIsLeftOutForOldClientsSaysSo() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.compose(
      "winter",
      #"{"sections":[{"id":"news","kind":"recent_news","title":"N","layout":{"type":"list"},"fallback":"omit"}]}"#
    )
    let preview = ["preview", "winter", "--section", "news"]
    let drawn = try await Tanada.run(preview + ["--max-version", "2"], in: folder, status: 0)
    #expect(drawn.text.contains("list"))
    let old = try await Tanada.run(preview + ["--max-version", "1"], in: folder, status: 1)
    #expect(
      old.messages
        == "error: news: this section of the winter feed is left out for clients that draw documents up to version 1\n"
    )
  }

  @Test func aPictureIsWrittenToAFile() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let outcome = try await Tanada.run(
      ["preview", "--format", "svg", "--width", "320", "-o", "home.svg"], in: folder, status: 0)
    #expect(outcome.text.isEmpty)
    let printed = try await Tanada.run(
      ["preview", "--format", "svg", "--width", "320"], in: folder)
    let file = try String(contentsOfFile: folder.path("home.svg"), encoding: .utf8)
    #expect(file == printed.text)
    guard TestScale.current.isAll else { return }
    let nowhere = try await Tanada.run(
      ["preview", "--format", "svg", "-o", "none/home.svg"], in: folder, status: 1)
    #expect(
      nowhere.messages
        == "error: none/home.svg: cannot be written; check its folder and permissions\n")
  }

  @Test(
    .onlyAll("SVGPreviewTests has sheets; LoadedLibrariesTests has workers"), arguments: ["1", "2"])
  func aPNGHasScaleTimesThePointsOfTheSheet(_ scale: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    let sheet = ["preview", "--section", "recent_news", "--width", "320", "--format"]
    let drawn = try await Tanada.run(sheet + ["svg"], in: folder)
    let size = try #require(
      drawn.text.firstMatch(of: /width="([0-9.]+)" height="([0-9.]+)"/)?.output)
    let picture = try await Tanada.run(sheet + ["png", "--scale", scale], in: folder, status: 0)
    let bytes = [UInt8](picture.output)
    try #require(bytes.count > 1_000)
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    func number(at place: Int) -> Double {
      Double(bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) })
    }
    let factor = try #require(Double(scale))
    let points = try (#require(Double(size.1)), #require(Double(size.2)))
    #expect(abs(number(at: 16) - points.0 * factor) <= 1)
    #expect(abs(number(at: 20) - points.1 * factor) <= 1)
  }

  @Test(.onlyAll("SVGPreviewTests has pictures"))
  func photosOfTheDatabaseAreInTheDrawing() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let artwork = PackageFiles.file("Seeds/artwork").path
    try await Tanada.run(
      ["photo", "import", "recent_news", "--from", artwork], in: folder, status: 0)
    for format in ["svg", "html"] {
      let drawing = ["preview", "--section", "recent_news", "--format", format]
      let real = try await Tanada.run(drawing, in: folder)
      let pictures = real.text.matches(of: /href="data:image\/jpeg;base64,/)
      #expect(pictures.count == 12, "\(real.messages)")
      let without = try await Tanada.run(drawing + ["--no-pictures"], in: folder)
      #expect(!without.text.contains("data:image") && without.text.contains("#picture"))
    }
  }

  @Test(
    arguments: TestScale.cases(
      [
        (
          ["--compare", "375,390"], "--compare: expected --format svg, png or html, found terminal"
        ),
        (["--format", "json", "--explain"], "--explain: expected --format svg, png or html"),
        (["--compare", "375,x", "--format", "svg"], "--compare"),
        (["--scale", "5", "--format", "png"], "--scale: expected 1 to 4, found 5"),
        (["--text-size", "4"], "text size: expected 0.8 to 3.1, found 4"),
        (["--direction", "up"], "expected ltr or rtl"), (["--at", "soon"], "a time such as 2026-"),
        // Found when the command runs, which needs a process.
        (["--compare", "375,9", "--format", "svg"], "width"),
      ], gate: 7))
  func whatCannotBeDrawnIsRefused(_ options: [String], _ message: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    let outcome = try await Tanada.answer(to: ["preview"] + options, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test(.onlyAll("ScreenTraitsTests has both"))
  func textSizeAndDirectionAreThoseOfTheDocument() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let outcome = try await Tanada.run(
      ["preview", "--format", "json", "--text-size", "2", "--direction", "rtl"], in: folder)
    let document = try JSONValue.parse(outcome.output)
    #expect(document["text_size"].number == 2 && document["direction"].text == "rtl")
  }

  @Test(.onlyAll("HomeDocumentTests has sections that cannot be read"))
  func aSectionThatCannotBeReadIsAWarning() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.spoil("UPDATE pickup_photos SET published_at = 'soon' WHERE id = 3")
    let outcome = try await Tanada.run(["preview"], in: folder, status: 0)
    #expect(
      outcome.messages
        == "warning: pickup_photos: pickup_photos/3: the stored published_at is not valid\n")
    #expect(outcome.text.contains("trend_articles"))
  }

  @Test(.onlyAll("WorkingPreviewTests has feeds at other moments, with drafts"))
  func anyFeedCanBeDrawnAtAnyMomentWithItsDrafts() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.compose("winter", PublishingTests.winter)
    let moment = try #require(Timestamp("2130-01-01T00:00:00Z"))
    try folder.schedule(.pickupPhotos, 7, from: moment)
    let now = try await Self.winter([], in: folder)
    #expect(now.sections == ["best"] && now.items == [2, 1, 3])
    let then = try await Self.winter(["--at", "2130-01-01T00:00:00Z"], in: folder)
    #expect(then.sections == ["best"] && then.items == [7, 2, 1])
    let drafts = try await Self.winter(["--drafts"], in: folder)
    #expect(drafts.sections == ["best", "draft"] && drafts.items == [2, 1, 3])

    let token = try await Tanada.run(
      ["token", "create", "--role", "viewer", "--name", "Anna"], in: folder)
    try await RunningServer.run(in: folder) { server in
      let served = try await server.client.get(
        "/v1/feeds/winter?at=2130-01-01T00:00:00Z&drafts=true",
        headers: ["Authorization": "Bearer \(token.text.trimmingCharacters(in: .newlines))"])
      let drawn = try await Tanada.run(
        ["preview", "winter", "--at", "2130-01-01T00:00:00Z", "--drafts", "--format"]
          + ["json"], in: folder)
      #expect(drawn.output == served.body + Data("\n".utf8))
    }
  }

  @Test(.onlyAll("whatCannotBeDrawnIsRefused refuses other options"))
  func whatIsNoFeedOrNoMomentIsRefused() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.compose("winter", PublishingTests.winter)
    let unknown = try await Tanada.run(["preview", "summer"], in: folder, status: 1)
    #expect(
      unknown.messages == "error: summer: there is no such feed; expected one of home, winter\n")
    let section = try await Tanada.run(["preview", "winter", "--section", "nope"], in: folder)
    #expect(
      section.messages
        == "error: nope: the winter feed has no such section; expected one of best\n")
    let moment = try await Tanada.run(["preview", "--at", "soon"], in: folder, status: 64)
    #expect(moment.messages.contains("a time such as 2026-"))
  }

  /// The sections of the winter feed as drawn with `options`, and the items of the first.
  private static func winter(
    _ options: [String], in folder: TemporaryFolder
  ) async throws -> (sections: [String], items: [Int]) {
    let outcome = try await Tanada.run(
      ["preview", "winter", "--format", "json"] + options, in: folder, status: 0)
    let sections = try JSONValue.parse(outcome.output)["sections"].elements
    return (
      sections.compactMap { $0["id"].text },
      sections.first?["items"].elements.compactMap { $0["id"].number.map { Int($0) } } ?? []
    )
  }
}
