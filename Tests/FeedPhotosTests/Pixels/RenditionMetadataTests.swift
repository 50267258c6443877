import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// Pictures that are made of a photo have its pixels in sRGB, and nothing else of it.
///
/// `Samples/metadata/generate.py` draws the samples, whose metadata of every kind say SECRET.
@Suite struct RenditionMetadataTests {
  static let sources =
    ["jpg", "png", "webp", "avif"].map { "metadata/everything.\($0)" } + [
      "metadata/inks.jpg", "metadata/grey.jpg", "metadata/grey.png",
    ]

  @Test(arguments: sources)
  func theSamplesHaveMetadataOfEveryKind(source: String) throws {
    let bytes = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: PictureWorkersTests.sample(source))))
    let names = try #require(PictureParts(bytes)).names.subtracting(PictureParts.ofPixels)
    let expected: Set =
      switch source.suffix(4) {
      case ".jpg": ["APP1 Exif", "APP1 http:", "APP2 ICC_P", "APP13 Photo", "COM"]
      case ".png": ["iCCP", "eXIf", "tEXt", "zTXt", "iTXt", "tIME"]
      case "webp": ["VP8X 44", "ICCP", "EXIF", "XMP "]
      default: ["item Exif", "item mime", "colr rICC"]
      }
    #expect(names == expected)
  }

  @Test(arguments: sources, Rendition.Format.allCases)
  func aRenditionHasNoMetadata(source: String, format: Rendition.Format) async throws {
    for side in [48, 20] {
      expectPixelsAlone(try await rendition(of: PictureWorkersTests.sample(source), side, format))
    }
  }

  @Test(arguments: sources, CardOptions.Format.allCases)
  func aCardHasNoMetadata(source: String, format: CardOptions.Format) async throws {
    let options = try #require(CardOptions(width: 390, format: format))
    let card = try await PictureWorkersTests.workers().perform(
      .frame(path: PictureWorkersTests.sample(source), options))
    expectPixelsAlone(card)
  }

  @Test(arguments: Rendition.Format.allCases)
  func aTransparentPictureHasNoMetadata(format: Rendition.Format) async throws {
    let pixels = (0..<32 * 32).flatMap { [200, 80, 60, UInt8($0 / 4)] as [UInt8] }
    let path = try folder.write(
      try Data(encoding: pixels, width: 32, height: 32, bands: 4), to: "clear.png")
    let picture = try await rendition(of: path, 32, format)
    expectPixelsAlone(picture)
    let decoded = try RGBAPixels(decoding: picture)
    // The encoder of AVIF loses a little.
    #expect(format == .jpg ? decoded[0].opacity == 255 : decoded[0].opacity < 8)
  }

  private func expectPixelsAlone(_ picture: [UInt8], location: SourceLocation = #_sourceLocation) {
    let names = PictureParts(picture)?.names
    #expect(names?.subtracting(PictureParts.ofPixels) == [], sourceLocation: location)
    let isSecret = Data(picture).range(of: Data("SECRET".utf8)) == nil
    #expect(isSecret, sourceLocation: location)
  }

  // MARK: - Colours

  private typealias Patch = (x: Int, y: Int, color: [Int])

  /// The colours in the middle of the patches of a sample, in sRGB: calculated in floating point by the
  /// formulas of its profile, which has the primaries of Adobe RGB and gamma 2.2, a colour in CIE Lab for
  /// each ink, or gamma 2.2. Taken for sRGB or for usual inks, colours are up to 80 or 207 off, and greys 5.
  private static func patches(of source: String) -> [Patch] {
    switch source {
    case "metadata/inks.jpg":
      [
        (8, 8, [207, 69, 64]), (24, 8, [81, 162, 68]),
        (40, 8, [81, 88, 169]), (8, 24, [58, 46, 41]),
        (24, 24, [255, 255, 255]),
      ]
    case "metadata/grey.jpg", "metadata/grey.png":
      zip(0..., [35, 79, 129, 181, 221, 0]).map { index, grey in
        (8 + index % 3 * 16, 8 + index / 3 * 16, [grey, grey, grey])
      }
    default:
      [
        (8, 8, [230, 79, 56]), (24, 8, [0, 182, 57]),
        (40, 8, [36, 90, 204]), (8, 24, [129, 129, 129]),
        (24, 24, [221, 221, 221]), (40, 24, [0, 0, 0]),
      ]
    }
  }

  @Test(arguments: sources)
  func anEmbeddedProfileIsUsed(source: String) throws {
    let pixels = try RGBAPixels(decodingFileAt: PictureWorkersTests.sample(source))
    #expect(Self.difference(of: pixels, from: source) <= 2)
  }

  @Test(arguments: sources, Rendition.Format.allCases)
  func aRenditionIsInSRGB(source: String, format: Rendition.Format) async throws {
    let path = PictureWorkersTests.sample(source)
    let pixels = try RGBAPixels(decoding: try await rendition(of: path, 48, format))
    try #require(pixels.width == 48 && pixels.height == 32)
    // The encoders lose a little.
    #expect(Self.difference(of: pixels, from: source) <= 6)
  }

  /// How far the colours of a sample are off, of 255.
  private static func difference(of pixels: RGBAPixels, from source: String) -> Int {
    patches(of: source).map { patch in
      let found = pixels[patch.y * pixels.width + patch.x]
      return zip([found.red, found.green, found.blue], patch.color)
        .map { abs(Int($0) - $1) }.max() ?? 0
    }.max() ?? 0
  }

  // MARK: -

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func rendition(
    of path: String, _ side: Int, _ format: Rendition.Format
  ) async throws -> [UInt8] {
    let rendition = try PictureWorkersTests.rendition(side: side, format)
    return try await PictureWorkersTests.workers().perform(
      .render(path: path, orientation: 1, RenditionOptions(rendition)))
  }
}
