import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// A profile of another kind of colours than the picture's, as scanners write it, says nothing about them, and a damaged one
/// neither: the picture is shown as it is without one.
///
/// `Samples/metadata/generate.py` draws the samples: grey, RGB or inks first, then what their profile is of.
@Suite struct OtherProfileTests {
  private static let greys = [40, 80, 128, 180, 220, 0].map { [$0, $0, $0] }
  private static let colours = [
    [200, 80, 60], [80, 180, 70], [60, 90, 200], [128, 128, 128], [220, 220, 220], [0, 0, 0],
  ]
  static let samples = [
    ("grey-rgb.jpg", greys), ("grey-inks.jpg", greys), ("grey-rgb.png", greys),
    ("grey-rgb.tiff", greys), ("rgb-grey.jpg", colours), ("rgb-grey.webp", colours),
    ("rgb-grey.avif", colours), ("rgb-inks.jpg", colours),
  ]
  static let inks = ["inks-rgb.jpg", "inks-grey.jpg"]

  @Test(arguments: samples)
  func theColoursAreThoseOfThePicture(name: String, patches: [[Int]]) throws {
    let pixels = try RGBAPixels(decodingFileAt: Self.path(name))
    #expect(Self.difference(of: pixels, from: patches) <= 4)
  }

  @Test(arguments: inks)
  func inksAreUsualOnes(name: String) throws {
    let pixels = try RGBAPixels(decodingFileAt: Self.path(name))
    // Magenta, as no profile of the samples has it, and paper.
    let magenta = pixels[8 * pixels.width + 24]
    #expect(magenta.red > 200 && magenta.green < 80 && magenta.blue > 90)
    let paper = pixels[24 * pixels.width + 24]
    #expect(min(paper.red, paper.green, paper.blue) >= 254)
  }

  @Test(arguments: samples.map(\.0) + inks)
  func itIsAddedDrawnAndFramed(name: String) async throws {
    let workers = PictureWorkersTests.workers()
    // A TIFF is framed, and no photo of the store.
    if !name.hasSuffix(".tiff") {
      _ = try await workers.perform(.prepare(path: Self.path(name)))
    }
    let options = try #require(CardOptions(width: 390, format: .png))
    let card = try await workers.perform(.frame(path: Self.path(name), options))
    let frame = try RGBAPixels(decoding: card)
    for format in Rendition.Format.allCases {
      let rendition = try PictureWorkersTests.rendition(side: 48, format)
      let bytes = try await workers.perform(
        .render(path: Self.path(name), orientation: 1, RenditionOptions(rendition)))
      guard let patches = Self.samples.first(where: { $0.0 == name })?.1 else { continue }
      #expect(Self.difference(of: try RGBAPixels(decoding: bytes), from: patches) <= 8)
      // The middle of the first patch on the card, whose photo is 358 wide and begins at (16, 16).
      let found = frame[(16 + 60) * frame.width + 16 + 60]
      #expect(abs(Int(found.red) - patches[0][0]) <= 4 && abs(Int(found.blue) - patches[0][2]) <= 4)
    }
  }

  /// Where a profile is damaged: bytes from an offset on.
  static let damages: [(offset: Int, bytes: [UInt8])] = [
    (0, [0, 0, 0, 20]), (0, [0x7F, 0xFF, 0xFF, 0xFF]), (8, [9]), (16, Array("????".utf8)),
    (36, Array("junk".utf8)), (128, [0, 0, 0, 0]), (128, [0xFF, 0xFF, 0xFF, 0xFF]),
    (132, [UInt8](repeating: 0xAA, count: 60)), (0, [UInt8](repeating: 0, count: 200)),
  ]

  @Test(arguments: ["grey.jpg", "everything.jpg", "inks.jpg"], damages)
  func aDamagedProfileIsNone(name: String, damage: (offset: Int, bytes: [UInt8])) async throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.path(name))))
    let mark = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
    let start = try #require(bytes.firstRange(of: mark)).upperBound + damage.offset
    bytes.replaceSubrange(start..<(start + damage.bytes.count), with: damage.bytes)
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(bytes), to: "damaged.jpg")
    let prepared = try await PictureWorkersTests.workers().perform(.prepare(path: path))
    #expect(!prepared.isEmpty)
    let pixels = try RGBAPixels(decodingFileAt: path)
    let white = pixels[24 * pixels.width + 24]
    #expect(min(white.red, white.green, white.blue) >= 215)
  }

  // MARK: -

  private static func path(_ name: String) -> String {
    PictureWorkersTests.sample("metadata/\(name)")
  }

  /// How far the colours in the middle of the patches are off, of 255.
  private static func difference(of pixels: RGBAPixels, from patches: [[Int]]) -> Int {
    patches.enumerated().map { index, color in
      let (x, y) = (8 + index % 3 * 16, 8 + index / 3 * 16)
      let found = pixels[y * pixels.width + x]
      return zip([found.red, found.green, found.blue], color).map { abs(Int($0) - $1) }.max() ?? 0
    }.max() ?? 0
  }
}
