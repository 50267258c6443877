import FeedPublisher
import TestSupport
import Testing

@Suite struct TerminalPreviewTests {
  @Test(arguments: HostileText.all + ["おせち料理の験担ぎ、ご存じですか?(1)"])
  func noLineIsWiderThanTheTerminal(_ text: String) throws {
    let document = try SampleDocument.home(text: text, width: 390)
    for columns in [20, 39, 80, 121] { try check(document, columns: columns) }
  }

  @Test func noLineOfTheSamplesIsWiderThanTheTerminal() throws {
    let document = try SampleDocument.home(itemCount: 4, width: 390)
    // Odd and even, from the narrowest to the widest.
    for columns in stride(from: 20, through: 200, by: TestScale.count(gate: 15, soak: 1)) {
      try check(document, columns: columns)
    }
  }

  @Test(arguments: [(-5, 20), (0, 20), (19, 20), (Int.max, 500)])
  func columnsAreBroughtIntoRange(_ columns: Int, _ expected: Int) throws {
    let document = try SampleDocument.home(itemCount: 1, width: 390)
    #expect(
      TerminalPreview(document, columns: columns, style: .plain).render()
        == TerminalPreview(document, columns: expected, style: .plain).render())
  }

  @Test(arguments: HostileText.all)
  func plainTextHasNoControls(_ text: String) throws {
    let document = try SampleDocument.home(text: text, width: 390)
    let plain = TerminalPreview(document, columns: 80, style: .plain).render()
    #expect(!plain.unicodeScalars.contains { isControl($0) && $0 != "\n" })
  }

  @Test func aControlInATitleLeavesAMark() throws {
    let document = try SampleDocument.home(text: "a\u{1B}[31mb\u{202E}c\r\nd", width: 390)
    let plain = TerminalPreview(document, columns: 80, style: .plain).render()
    #expect(plain.contains("a\u{FFFD}[31mbc  d"))
  }

  @Test(arguments: HostileText.all)
  func colourAddsNothingButColours(_ text: String) throws {
    let document = try SampleDocument.home(text: text, width: 390)
    let plain = TerminalPreview(document, columns: 80, style: .plain).render()
    let color = TerminalPreview(document, columns: 80, style: .color).render()
    #expect(color != plain)
    #expect(color.replacing(/\u{1B}\[[0-9;]+m/, with: "") == plain)
  }

  @Test(arguments: 0...4)
  func fewItemsAreEnough(_ count: Int) throws {
    let document = try SampleDocument.home(itemCount: count, width: 390)
    let text = TerminalPreview(document, columns: 80, style: .plain).render()
    #expect(text.contains(count == 1 ? " 1 item " : " \(count) items "))
    #expect(text.contains("┌") == (count > 0))
    #expect(text.contains("→ \(count - 2) more") == (count > 2))
  }

  /// Tall enough to fill the memory of a server: the second ones are nearly as high as a grid draws them.
  @Test(arguments: [1_000_000, 80_000_000])
  func anEnormousPictureIsCutOff(_ height: Int) throws {
    let document = try SampleDocument.home(photoHeight: height, width: 390)
    let text = TerminalPreview(document, columns: 80, style: .plain).render()
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 10_000)
    #expect(text.contains("↓ 18 more"))
  }

  @Test func theScreenLooksAsItDid() throws {
    let document = try SampleDocument.home(width: 390)
    try Snapshot.verify(
      TerminalPreview(document, columns: 80, style: .plain).render(),
      path: "Tests/FeedPublisherTests/Preview/Snapshots/home-390-80-columns.txt")
  }

  private func check(_ document: Screen, columns: Int) throws {
    let text = TerminalPreview(document, columns: columns, style: .plain).render()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The rows of a picture are mostly the same, and measuring is what takes time.
    for line in Set(lines.map(String.init)) where DisplayWidth.of(line) > columns {
      Issue.record("wider than \(columns): \(line)")
    }
    #expect(text.contains("#1"))
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
