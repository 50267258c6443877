import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// Cards as they are drawn, compared with the layouts they are drawn from.
@Suite(.serialized) struct ExifCardTests {
  static let names = [
    ["Canon", "Canon EOS R5", "RF50mm F1.8 STM"],
    ["FUJIFILM", "X-T5", "XF33mmF1.4 R LM WR gypsy jÅq|"],
    ["NIKON CORPORATION", "NIKON Z 9", "ニッコール Z 50mm f/1.8 S 標準単焦点レンズ"],
    [
      "Apple", "iPhone 14 Pro",
      "iPhone 14 Pro back triple camera 6.86mm f/1.78 and a few words more",
    ],
    ["<b>&amp;</b>", "\"quoted\" <span", "📷 العربية Ω"],
  ]

  @Test(arguments: names, TestScale.current.isSoak ? [200, 390, 780] : [200, 390])
  func everyTextCoversItsBoxAndNothingElse(names: [String], width: Int) throws {
    let folder = try TemporaryFolder()
    let photo = try Artwork(width: 60, height: 40, palette: .evening).file(in: folder)
    let card = try card(photo, camera(names), width: width)
    let pixels = try RGBAPixels(decoding: try card.encoded())
    let layout = card.layout
    #expect(pixels.width == width && pixels.height == layout.height)
    #expect(layout.lines.count >= 3)
    for line in layout.lines {
      // The ink reaches all four sides of its box, so its middle is the card's. The glyphs of emoji
      // have transparent edges.
      let edge = line.text.contains("📷") ? Int((line.fontSize / 5).rounded(.up)) : 1
      let ink = pixels.ink(in: line.ink)
      let isCovered = ink.map { $0.isWithin(edge, of: line.ink) }
      #expect(isCovered == true, "ink in \(String(describing: ink)) of \(line)")
      #expect(abs(2 * line.ink.x + line.ink.width - width) <= 1)
    }
    let boxes = layout.lines.map(\.ink) + [layout.photo]
    let outside = (0..<pixels.count).filter { index in
      let (x, y) = (index % width, index / width)
      return pixels.isInk(index)
        && !boxes.contains { $0.x <= x && x < $0.maxX && $0.y <= y && y < $0.maxY }
    }
    #expect(outside.isEmpty)
  }

  @Test func lettersOfAnyHeightStandOnOneBaseline() throws {
    let photo = PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-orient-1.jpg").path
    let bottoms = try ["HHH", "xxx", "Hxi"].map { lens in
      let data = CameraData(lensModel: lens)
      return try #require(try card(photo, data, width: 1080).layout.lines.last).ink.maxY
    }
    #expect(Set(bottoms).count == 1, "\(bottoms)")
  }

  @Test(arguments: [(90, 60), (40, 60), (120, 40), (900, 600), (20, 90), (7, 1)])
  func thePhotoFillsItsBox(width: Int, height: Int) throws {
    let folder = try TemporaryFolder()
    let photo = try folder.write(
      try Data(
        encoding: (0..<width * height).flatMap { index in
          index % width < width / 2 ? [200, 0, 0] as [UInt8] : [0, 0, 200]
        }, width: width, height: height), to: "photo.png")
    let card = try card(photo, CameraData(), width: 390)
    let pixels = try RGBAPixels(decoding: try card.encoded())
    let box = card.layout.photo
    let ink = pixels.ink(in: box)
    #expect(ink == box)
    let corners = (pixels[box.y * 390 + box.x], pixels[(box.maxY - 1) * 390 + box.maxX - 1])
    #expect(corners.0 == (200, 0, 0, 255))
    #expect(corners.1 == (0, 0, 200, 255))
  }

  @Test func transparentPartsOfAPhotoAreWhite() throws {
    let folder = try TemporaryFolder()
    let clear = [UInt8](repeating: 0, count: 4 * 30 * 20)
    let photo = try folder.write(
      try Data(encoding: clear, width: 30, height: 20, bands: 4), to: "clear.png")
    let card = try card(photo, CameraData(), width: 390)
    let pixels = try RGBAPixels(decoding: try card.encoded())
    let ink = pixels.ink(in: card.layout.photo)
    #expect(ink == nil)
  }

  @Test func aCardIsTurnedAsItsPhotoIs() throws {
    let path = PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg").path
    let upright = try card(path, CameraData(), width: 390, orientation: 1).layout.photo
    let turned = try card(path, CameraData(), width: 390, orientation: 6).layout.photo
    #expect(upright.width > upright.height)
    #expect(turned.width < turned.height)
  }

  @Test(arguments: CardOptions.Format.allCases)
  func aCardIsTheSameEveryTimeAndHasNoMetadata(format: CardOptions.Format) throws {
    let path = PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-make-in-model.jpg").path
    let options = try #require(CardOptions(width: 390, format: format))
    let cards = try (0..<2).map { _ in
      try ExifCard(
        path: path, orientation: 1, camera: camera(Self.names[0]), options: options,
        maximumPixelCount: 1_000_000
      ).encoded()
    }
    let isSame = cards[0] == cards[1]
    #expect(isSame)
    let signature: [UInt8] = format == .png ? [0x89, 0x50, 0x4E, 0x47] : [0xFF, 0xD8, 0xFF]
    #expect(Array(cards[0].prefix(signature.count)) == signature)
    let text = String(decoding: cards[0], as: Unicode.ASCII.self)
    let found = ["Exif", "eXIf", "ICC_PROFILE", "iCCP", "Canon"].filter { text.contains($0) }
    #expect(found.isEmpty)
  }

  @Test func thereIsNoCardOfAFileThatIsNoPicture() throws {
    let path = try TemporaryFolder().write("no picture", to: "photo.jpg")
    #expect(throws: PictureError.self) { try card(path, CameraData(), width: 390) }
  }

  @Test(arguments: [(0, false), (1, true), (4_096, true), (4_097, false)])
  func aCardIs1To4096Wide(width: Int, isAllowed: Bool) {
    #expect((CardOptions(width: width) != nil) == isAllowed)
  }

  /// Letters cannot be drawn that small: a larger card is made smaller.
  @Test(arguments: [1, 2, 13, 60, 199], CardOptions.Style.allCases)
  func aVeryNarrowCardIsASmallerOne(width: Int, style: CardOptions.Style) throws {
    let folder = try TemporaryFolder()
    let photo = try Artwork(width: 60, height: 40, palette: .evening).file(in: folder)
    func pixels(_ width: Int) throws -> RGBAPixels {
      var options = try #require(CardOptions(width: width, format: .png))
      options.style = style
      return try RGBAPixels(
        decoding: ExifCard(
          path: photo, orientation: 1, camera: camera(Self.names[0]), options: options,
          maximumPixelCount: 1_000_000
        ).encoded())
    }
    let (card, larger) = (try pixels(width), try pixels(200))
    #expect(card.width == width)
    #expect(abs(Double(card.height) - Double(larger.height) * Double(width) / 200) <= 0.5)
  }

  @Test(arguments: names, [390, 1170])
  func theArticlesTextsCoverTheirBoxesToo(names: [String], width: Int) throws {
    let folder = try TemporaryFolder()
    let photo = try Artwork(width: 60, height: 40, palette: .evening).file(in: folder)
    var options = try #require(CardOptions(width: width, format: .png))
    options.style = .article
    let card = try ExifCard(
      path: photo, orientation: 1, camera: camera(names), options: options,
      maximumPixelCount: 1_000_000)
    let pixels = try RGBAPixels(decoding: try card.encoded())
    #expect(pixels.width == width && pixels.height == card.layout.height)
    for line in card.layout.lines where !line.text.contains("📷") {
      #expect(pixels.ink(in: line.ink)?.isWithin(1, of: line.ink) == true, "\(line)")
    }
    // The lens alone is grey, and all others are black.
    #expect(Set(card.layout.lines.map(\.color)) == ["#000000", "#8e8e93"])
  }

  // MARK: -

  private func camera(_ names: [String]) -> CameraData {
    CameraData(
      make: names[0], model: names[1], lensModel: names[2], focalLength: 50, fNumber: 1.8,
      exposureTime: ExposureTime(numerator: 1, denominator: 250), iso: 100)
  }

  private func card(
    _ path: String, _ camera: CameraData, width: Int, orientation: Int = 1
  ) throws -> ExifCard {
    try ExifCard(
      path: path, orientation: orientation, camera: camera,
      options: try #require(CardOptions(width: width, format: .png)),
      maximumPixelCount: 1_000_000)
  }
}

extension RGBAPixels {
  /// Whether a pixel is not white.
  fileprivate func isInk(_ index: Int) -> Bool {
    let pixel = self[index]
    return min(pixel.red, pixel.green, pixel.blue) < 250
  }

  /// The smallest box of all ink inside a box; `nil` if there is none.
  fileprivate func ink(in box: CardLayout.Box) -> CardLayout.Box? {
    var places: [(x: Int, y: Int)] = []
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX where isInk(y * width + x) { places.append((x, y)) }
    }
    guard let left = places.map(\.x).min(), let right = places.map(\.x).max(),
      let top = places.first?.y, let bottom = places.last?.y
    else { return nil }
    return CardLayout.Box(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
  }
}

extension CardLayout.Box {
  /// Whether all sides are at most `distance` inside those of another box.
  fileprivate func isWithin(_ distance: Int, of outer: CardLayout.Box) -> Bool {
    x - outer.x <= distance && outer.maxX - maxX <= distance
      && y - outer.y <= distance && outer.maxY - maxY <= distance
  }
}
