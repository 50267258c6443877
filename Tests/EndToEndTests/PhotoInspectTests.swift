import Foundation
import TestSupport
import Testing

/// `tanada photo inspect`
@Suite struct PhotoInspectTests {
  private static let sample = "Tests/FeedPhotosTests/Samples/synth-exp-04-10_2500.jpg"
  private static let answer = """
    {"format":"jpeg","width":48,"height":32,"orientation":null,"exif":{"make":"SYNTH",\
    "model":"EXP","lens_model":"テスト Lens 50mm F2.8","focal_length":50,\
    "focal_length_in_35mm":75,"f_number":2.8,"exposure_time":{"numerator":10,\
    "denominator":2500,"fraction":"1/250","display":"1/250"},"iso":100}}

    """

  @Test func aPhotoIsInspectedAsOneLineOfJSON() async throws {
    let path = PackageFiles.file(Self.sample).path
    let outcome = try await Tanada.run(["photo", "inspect", path], in: try TemporaryFolder())
    #expect(outcome.status == 0)
    #expect(outcome.text == Self.answer)
    #expect(outcome.messages.isEmpty)
  }

  @Test(.onlyAll("aPhotoIsInspectedAsOneLineOfJSON has the same answer"))
  func standardInputIsInspectedToo() async throws {
    let input = try Data(contentsOf: PackageFiles.file(Self.sample))
    let outcome = try await Tanada.run(
      ["photo", "inspect", "-"], in: try TemporaryFolder(), input: input)
    #expect(outcome.text == Self.answer)
  }

  @Test func theDocumentationShowsThisAnswer() throws {
    let page = try String(contentsOf: PackageFiles.file("docs/photos.md"), encoding: .utf8)
    #expect(page.contains("$ tanada photo inspect \(Self.sample)\n" + Self.answer))
  }

  @Test(.onlyAll("PictureInspectionTests refuses files"))
  func aFileThatIsNoPictureIsAnError() async throws {
    let folder = try TemporaryFolder()
    try folder.write("not a photo\n", to: "photo.jpg")
    let outcome = try await Tanada.run(["photo", "inspect", "photo.jpg"], in: folder, status: 1)
    #expect(outcome.text.isEmpty)
    #expect(
      outcome.messages == """
        error: photo.jpg: expected a JPEG, PNG, WebP, HEIC, AVIF or TIFF picture, \
        found a file that begins with the bytes 6E 6F 74 20 61 20 70 68

        """)
    let missing = try await Tanada.run(["photo", "inspect", "none.jpg"], in: folder, status: 1)
    #expect(missing.messages == "error: none.jpg: cannot be read; check that it exists\n")
    let empty = try await Tanada.run(["photo", "inspect", "-"], in: folder)
    #expect(
      empty.messages.hasPrefix("error: standard input: expected a JPEG, PNG,"), "\(empty.messages)")
  }
}
