import Foundation
import TestSupport
import Testing

/// `tanada photo frame` and `tanada photo pattern`
@Suite struct PhotoDrawingTests {
  private static let photo =
    PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg").path

  @Test(arguments: TestScale.cases([(["--width", "390"], 390), ([], 1080)], gate: 1))
  func aPhotoIsDrawnOnACard(options: [String], width: Int) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tanada.run(
      ["photo", "frame", Self.photo, "--output", "card.png"] + options, in: folder, status: 0)
    #expect(outcome.text.isEmpty && outcome.messages.isEmpty)
    let size = try Self.sizeOfPNG(at: folder.path("card.png"))
    // The photo is turned: it is higher than it is wide.
    #expect(size.width == width && size.height > width)
  }

  @Test(.onlyAll("CardTextTests and CardLayoutTests have each option"))
  func theOptionsOfACardChangeWhatItSays() async throws {
    let folder = try TemporaryFolder()
    let options = [
      [], ["--equivalent-35mm"], ["--locale", "ja"], ["--omit-unknown"], ["--style", "article"],
    ]
    var cards: Set<Data> = []
    for options in options {
      let outcome = try await Tanada.run(
        ["photo", "frame", Self.photo, "--width", "300", "--output", "card.JPG"] + options,
        in: folder)
      #expect(outcome.status == 0, "\(outcome.messages)")
      cards.insert(try Data(contentsOf: URL(fileURLWithPath: folder.path("card.JPG"))))
    }
    // The sample notes neither a lens nor a focal length.
    #expect(cards.count == options.count - 1)
  }

  @Test(
    .onlyAll("PhotoInspectTests of all files; PictureInspectionTests refuses files"),
    arguments: [
      ("none.jpg", "error: none.jpg: cannot be read; check that it exists\n"),
      (
        "text.jpg", "error: text.jpg: expected a JPEG, PNG, WebP, HEIC, AVIF or TIFF picture, found"
      ),
    ])
  func aFileThatIsNoPictureHasNoCard(file: String, message: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("not a photo\n", to: "text.jpg")
    let outcome = try await Tanada.run(
      ["photo", "frame", file, "--output", "card.png"], in: folder, status: 1)
    #expect(outcome.messages.hasPrefix(message), "\(outcome.messages)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("card.png")))
  }

  @Test(arguments: [
    (["--output", "card.gif"], #"--output: expected a name that ends in .png, .jpg or .jpeg"#),
    (["--output", "card"], #"found "card""#),
    (["--output", "a.png", "--width", "0"], "--width: expected a whole number from 1 to 4096"),
    (["--output", "a.png", "--style", "plain"], "--style"),
    (["--output", "a.png", "--width", "4097"], "found 4097"),
    (["--output", "a.png", "--locale", "fr"], "--locale"),
    ([], "--output"),
  ])
  func wrongOptionsOfACardAreExplained(options: [String], message: String) async throws {
    let outcome = try await Tanada.answer(
      to: ["photo", "frame", Self.photo] + options, in: try TemporaryFolder())
    #expect(outcome.status == 64)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test(.onlyAll("TestPatternTests has its pixels"))
  func theTestPatternIsAPNGOfItsSize() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tanada.run(
      ["photo", "pattern", "256x1024", "--output", "pattern.png"], in: folder, status: 0)
    #expect(outcome.text.isEmpty && outcome.messages.isEmpty)
    let size = try Self.sizeOfPNG(at: folder.path("pattern.png"))
    #expect(size.width == 256 && size.height == 1024)
  }

  @Test(arguments: ["0x5", "5x16385", "10001x10000", "2.5x3", "5", "5x5x5"])
  func thereIsNoPatternOfAWrongSize(size: String) async throws {
    let outcome = try await Tanada.answer(
      to: ["photo", "pattern", size, "--output", "pattern.png"], in: try TemporaryFolder())
    #expect(outcome.status == 64)
    #expect(outcome.messages.contains("size: expected a width and a height from 1 to 16384 pixels"))
    #expect(outcome.messages.contains("found \"\(size)\""))
  }

  /// The width and the height in the head of a PNG.
  private static func sizeOfPNG(at path: String) throws -> (width: Int, height: Int) {
    let head = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(24)
    try #require(head.count == 24 && head.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16..<20), number(20..<24))
  }
}
