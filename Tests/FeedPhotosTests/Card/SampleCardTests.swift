import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// The cards in the documentation are what is drawn.
///
/// With `RECORD_SNAPSHOTS` set they are drawn again, and the test fails until someone has looked at
/// them.
@Suite struct SampleCardTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let artwork: Artwork
    let camera: CameraData

    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      name: "landscape", artwork: Artwork(width: 720, height: 480, palette: .evening),
      camera: camera("Canon", "Canon EOS R5", "RF50mm F1.8 STM", 50, 1.8, 250, 100)),
    Sample(
      name: "portrait",
      artwork: Artwork(width: 480, height: 640, palette: .morning, sun: [0.3, 0.3]),
      camera: camera(
        "NIKON CORPORATION", "NIKON Z 9", "ニッコール Z 35mm f/1.8 S 標準単焦点レンズ", 35, 2.8, 1000, 64)),
    Sample(
      name: "panorama", artwork: Artwork(width: 960, height: 320, palette: .night),
      camera: camera("SONY", "ILCE-7M4", nil, 16.5, 0.95, 8, 3200)),
  ]

  @Test(arguments: samples) func theDocumentationShowsWhatIsDrawn(sample: Sample) throws {
    let folder = try TemporaryFolder()
    let options = try #require(CardOptions(width: 780, format: .jpg))
    let card = try ExifCard(
      path: try sample.artwork.file(in: folder), orientation: 1, camera: sample.camera,
      options: options, maximumPixelCount: 1_000_000
    ).encoded()
    #expect(card.count < 60_000)

    let file = PackageFiles.file("docs/images/card-\(sample.name).jpg")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try Data(card).write(to: file)
      Issue.record("drew \(file.lastPathComponent); look at it, then run the test again")
    }
    // Not byte by byte: another version of the encoder compresses in another way.
    let drawn = try RGBAPixels(decoding: card)
    let shown = try RGBAPixels(decodingFileAt: file.path)
    try #require(drawn.width == shown.width && drawn.height == shown.height)
    let difference = zip(drawn.bytes, shown.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(drawn.bytes.count) < 1)
  }

  private static func camera(
    _ make: String, _ model: String, _ lens: String?, _ focalLength: Double, _ fNumber: Double,
    _ partOfASecond: UInt32, _ iso: Int
  ) -> CameraData {
    return CameraData(
      make: make, model: model, lensModel: lens, focalLength: focalLength, fNumber: fNumber,
      exposureTime: ExposureTime(numerator: 1, denominator: partOfASecond), iso: iso)
  }
}
