import FeedModel
import FeedPhotos
import TestSupport
import Testing

/// The geometry of cards, with letters that are all of one size.
@Suite struct CardLayoutTests {
  static let lens = "RF24-70mm F2.8 L IS USM"
  static let longLens = "A lens whose name has many words, more than there is room for on one line"
  static let japaneseLens = "とても長い名前を持っている、高性能の超望遠ズームレンズ「すばらしい」のきょうだい"

  @Test(arguments: [390, 780])
  func theLengthsAreInProportionToTheWidth(width: Int) throws {
    let scale = width / 390
    let layout = try layout(photo: (5, 5), width: width, lens: Self.lens)
    #expect(layout.photo == box(16 * scale, 16 * scale, 358 * scale, 358 * scale))
    #expect(layout.lines.map(\.fontSize) == [20.0, 15, 14].map { $0 * Double(scale) })
    #expect(layout.lines.map(\.text) == ["Canon EOS R5", Self.lens, "ISO100"])
    #expect(layout.lines.map(\.style) == [.camera, .lens, .exposure])
  }

  @Test func aLineIsCentredAndItsLettersAreBelowTheGap() throws {
    let layout = try layout(width: 390, lens: Self.lens)
    // 12 letters of 10 by 18, which begin 0.3 em below the top of the line, 0.08 em more than is cut.
    let camera = try #require(layout.lines.first)
    #expect(camera.ink == box(135, 16 + 239 + 13 + 2, 120, 18))
    #expect(layout.height == 16 + 239 + 13 + 25 + 4 + 19 + 4 + 18 + 16)
  }

  @Test(arguments: [
    // Panorama, landscape, square, portrait, and the portrait that is just as wide as the others.
    (3_000, 1_000, 16, 358, 119), (6_000, 4_000, 16, 358, 239), (800, 800, 16, 358, 358),
    (2_000, 3_000, 16, 358, 537), (1_080, 1_920, 16, 358, 636),
    // A higher one is narrower, in the middle.
    (1_000, 3_000, 89, 212, 636), (1, 10_000, 194, 1, 636), (10_000, 1, 16, 358, 1),
  ])
  func aPhotoFillsTheWidthUnlessItIsVeryHigh(
    photoWidth: Int, photoHeight: Int, x: Int, width: Int, height: Int
  ) throws {
    let layout = try layout(photo: (photoWidth, photoHeight), width: 390, lens: nil)
    #expect(layout.photo == box(x, 16, width, height))
  }

  @Test func aLineThatIsSomewhatTooLongBecomesSmaller() throws {
    // 60 letters of 7.5 are 450 wide, 358 fit.
    let lens = String(repeating: "letters ", count: 7) + "four"
    let lines = try layout(width: 390, lens: lens).lines.filter { $0.style == .lens }
    let line = try #require(lines.first)
    #expect(lines.count == 1 && line.text == lens)
    #expect(line.fontSize < 15 && line.fontSize >= 0.97 * 15 * 358 / 450)
  }

  @Test func aLineThatIsFarTooLongBecomesTwo() throws {
    let lines = try layout(width: 390, lens: Self.longLens).lines.filter { $0.style == .lens }
    #expect(
      lines.map(\.text) == [
        "A lens whose name has many words, more", "than there is room for on one line",
      ])
    #expect(lines.allSatisfy { $0.fontSize == 15 })
  }

  @Test(arguments: 30...84)
  func japaneseIsBrokenBetweenCharactersButNotBeforePunctuation(length: Int) throws {
    let lens = String((Self.japaneseLens + Self.japaneseLens).prefix(length))
    let lines = try layout(width: 390, lens: lens).lines.filter { $0.style == .lens }.map(\.text)
    #expect(lines.count > 1 || length < 35)
    #expect(lines.joined() == lens)
    for line in lines.dropFirst() { #expect(!"、」ーょ".contains(line.prefix(1)), "\(line)") }
    for line in lines.dropLast() { #expect(!line.hasSuffix("「"), "\(line)") }
  }

  @Test func aWordThatIsWiderThanTheCardIsBroken() throws {
    let word = String(repeating: "W", count: 190)
    let lines = try layout(width: 390, lens: word).lines.filter { $0.style == .lens }
    #expect(lines.count == 3 && lines.map(\.text).joined() == word)
    #expect(lines.allSatisfy { $0.fontSize == 0.7 * 15 })
  }

  @Test func aCardWithoutTextEndsBelowThePhoto() throws {
    let layout = CardLayout(
      photoWidth: 3, photoHeight: 2, text: try text(CameraData(), omitsUnknown: true), width: 390,
      ink: Self.ink)
    #expect(layout.lines.isEmpty)
    #expect(layout.height == 16 + 239 + 16)
  }

  @Test func lettersThatReachFarAboveTheLineDoNotTouchThePhoto() throws {
    let layout = CardLayout(
      photoWidth: 3, photoHeight: 2, text: try text(CameraData(model: "tall"), omitsUnknown: true),
      width: 390
    ) { text, size in CardLayout.Ink(top: -30, width: 50, height: 90) }
    #expect(layout.lines.map(\.ink) == [box(170, 16 + 239 + 13, 50, 90)])
    #expect(layout.height == 16 + 239 + 13 + 90 + 16)
  }

  @Test(arguments: SeededGenerator.seeds)
  func nothingSpillsOrOverlaps(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = ["RF", "24-70mm", "ズーム", "標準、", "é", "Supercalifragilistic", "F2.8", "レ", "L"]
    for _ in 0..<40 {
      let name = (0...Int.random(in: 0...30, using: &generator))
        .map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
      let width = Int.random(in: 200...4096, using: &generator)
      let layout = try layout(
        photo: (Int.random(in: 1...9_000, using: &generator), 3_000), width: width, lens: name)
      let margin = Int((Double(width) * 16 / 390).rounded())
      var bottom = layout.photo.maxY
      for line in layout.lines {
        #expect(line.ink.x >= margin && line.ink.maxX <= width - margin, "\(name) at \(width)")
        #expect(abs(line.ink.x - (width - line.ink.maxX)) <= 1)
        #expect(line.ink.y >= bottom)
        bottom = line.ink.maxY
      }
      #expect(bottom <= layout.height - margin)
      #expect(layout.photo.x >= margin && layout.photo.maxX <= width - margin)
    }
  }

  // MARK: - The article

  /// At 1170 pixels, those of a phone of 390 points at 3x, lengths are whole pixels as there.
  @Test func theArticlesLinesAreOfOneSizeAndHaveItsGaps() throws {
    let layout = try article(width: 1170, model: "R5")
    #expect(layout.photo == box(48, 48, 1074, 716))
    #expect(layout.lines.map(\.text) == ["Canon", "R5", Self.lens, "50mm", "ISO100"])
    #expect(layout.lines.allSatisfy { $0.fontSize == 51 })
    #expect(
      layout.lines.map(\.color) == ["#000000", "#000000", "#8e8e93", "#000000", "#000000"])
    // Three lines of 20.29 points, rounded up to a pixel: 61.
    #expect(layout.height == 48 + 716 + 60 + 61 + 12 + 61 + 12 + 61 + 48)
    // Beside each other, 8 points apart, in the middle together.
    let (maker, model) = (layout.lines[0].ink, layout.lines[1].ink)
    #expect(model.x - maker.maxX == 24 && maker.y == model.y)
    #expect(abs(maker.x - (1170 - model.maxX)) <= 1)
  }

  @Test func whatHasNoRoomBesideEachOtherIsOneText() throws {
    let model = String(repeating: "model ", count: 8) + "end"
    let lines = try article(width: 390, model: model).lines.filter { $0.style == .camera }
    #expect(lines.map(\.text).joined(separator: " ") == "Canon " + model)
    #expect(lines.allSatisfy { $0.ink.x >= 16 && $0.ink.maxX <= 374 && $0.fontSize >= 0.7 * 17 })
  }

  /// The screen of a phone fills the width.
  @Test(arguments: [(1_179, 2_556, 358, 776), (1_000, 3_000, 278, 835)])
  func aPhotoOfTheArticleFillsTheWidth(
    photoWidth: Int, photoHeight: Int, width: Int, height: Int
  ) throws {
    let photo = try article(photo: (photoWidth, photoHeight), width: 390, model: "R5").photo
    #expect(photo.width == width && photo.height == height)
  }

  private func article(
    photo: (width: Int, height: Int) = (6_000, 4_000), width: Int, model: String
  ) throws -> CardLayout {
    let data = CameraData(
      make: "Canon", model: model, lensModel: Self.lens, focalLength: 50, iso: 100)
    let options = try #require(CardOptions(width: width, style: .article))
    return CardLayout(
      photoWidth: photo.width, photoHeight: photo.height,
      text: CardText(data, options: options), style: .article, width: width, ink: Self.ink)
  }

  // MARK: -

  /// Half an em for a letter, and a whole one for a character of Japanese.
  static func ink(_ text: String, fontSize: Double) -> CardLayout.Ink {
    let width = text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 0.5 : 1) }
    return CardLayout.Ink(
      top: Int(0.3 * fontSize), width: Int((width * fontSize).rounded(.up)),
      height: Int(0.9 * fontSize))
  }

  private func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> CardLayout.Box {
    CardLayout.Box(x: x, y: y, width: width, height: height)
  }

  private func text(_ data: CameraData, omitsUnknown: Bool = false) throws -> CardText {
    CardText(data, options: try #require(CardOptions(omitsUnknown: omitsUnknown)))
  }

  private func layout(
    photo: (width: Int, height: Int) = (6_000, 4_000), width: Int, lens: String?
  ) throws -> CardLayout {
    return CardLayout(
      photoWidth: photo.width, photoHeight: photo.height,
      text: try text(CameraData(make: "Canon", model: "EOS R5", lensModel: lens, iso: 100)),
      width: width,
      ink: Self.ink)
  }
}
