import FeedPhotos
import Foundation
import TestSupport
import Testing

/// A picture is taken if all of it can be decoded: what is missing behind its pixels, or follows them, is not missed.
@Suite struct DamagedPictureTests {
  static let jpegs = [
    ".jpg[Q=85,strip]", ".jpg[Q=85,strip,interlace]", ".jpg[Q=85,strip,restart_interval=4]",
  ]
  static let formats = jpegs + [".png[strip]", ".webp[strip]", ".avif[strip,effort=0]"]

  /// A picture in which each part of the file has pixels.
  private func picture(_ suffix: String) throws -> [UInt8] {
    var random = SeededGenerator(seed: 7)
    let (width, height) = (160, 120)
    let pixels = (0..<(width * height)).flatMap { place in
      let noise = UInt8(truncatingIfNeeded: random.next() & 0x3F)
      return [UInt8(place % width), UInt8(place / width) + noise, noise + 60]
    }
    return [UInt8](try Data(encoding: pixels, width: width, height: height, as: suffix))
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Why a file is refused; `nil` if it is taken.
  private func refusal(of bytes: [UInt8]) async throws -> String? {
    let path = try folder.write(Data(bytes), to: "picture")
    do {
      _ = try await PictureWorkersTests.workers().perform(.prepare(path: path))
      return nil
    } catch PictureError.invalid(let reason) {
      return reason
    }
  }

  @Test(arguments: formats)
  func aWholePictureIsTakenWhateverFollowsIt(suffix: String) async throws {
    let whole = try picture(suffix)
    for junk in [[], [UInt8](repeating: 0, count: 1_000), Array("junk of a camera".utf8), whole] {
      #expect(try await refusal(of: whole + junk) == nil, "\(junk.count)")
    }
  }

  @Test(arguments: formats, [0.3, 0.6, 0.9, 0.98])
  func oneThatEndsEarlyIsRefused(suffix: String, share: Double) async throws {
    let whole = try picture(suffix)
    let reason = try await refusal(of: Array(whole.prefix(Int(Double(whole.count) * share))))
    let sentence = "the file is damaged: pixels are missing or wrong"
    #expect(reason?.hasPrefix(sentence) == true, "\(reason ?? "taken")")
    #expect(reason == sentence || reason?.dropFirst(sentence.count).hasPrefix(" (") == true)
    #expect(reason?.contains("/") == false)
  }

  /// The end mark of a JPEG, and the last part of a PNG, have no pixels.
  @Test(arguments: jpegs + [".png[strip]"])
  func oneWithoutItsEndIsTaken(suffix: String) async throws {
    let whole = try picture(suffix)
    for count in suffix.hasPrefix(".png") ? [1, 4, 12] : [1, 2] {
      #expect(try await refusal(of: whole.dropLast(count)) == nil, "\(count)")
      #expect(try await refusal(of: whole.dropLast(count) + [0, 0, 0]) == nil, "\(count)")
    }
  }

  @Test(arguments: jpegs, [0.4, 0.7])
  func anEndMarkInTheMiddleOfAJPEGIsItsEnd(suffix: String, share: Double) async throws {
    var bytes = try picture(suffix)
    let middle = Int(Double(bytes.count) * share)
    bytes.replaceSubrange(middle..<middle, with: [0xFF, 0xD9])
    let reason = try #require(try await refusal(of: bytes))
    #expect(reason.hasPrefix("the file is damaged: pixels are missing or wrong ("))
    #expect(reason.contains("premature end of data segment"))
  }

  /// With marks or sums in the file, changed bytes are noticed. Without, only some are: a decoder shows other pixels.
  @Test(arguments: [".jpg[Q=85,strip,restart_interval=4]", ".png[strip]"], SeededGenerator.seeds)
  func changedBytesAreNoticedWhereTheFormatTells(suffix: String, seed: UInt64) async throws {
    var bytes = try picture(suffix)
    var random = SeededGenerator(seed: seed)
    // Behind the tables, which are in the first kilobyte.
    for _ in 0..<20 {
      bytes[1_000 + Int(random.next() % UInt64(bytes.count - 1_020))] ^= 0x5A
    }
    #expect(try await refusal(of: bytes) != nil)
  }

  @Test func junkBetweenThePartsOfAJPEGIsNoDamage() async throws {
    let whole = try picture(".jpg[Q=85,strip]")
    // Behind the first segment.
    let place = 4 + Int(whole[4]) << 8 + Int(whole[5])
    #expect(try await refusal(of: whole[..<place] + [0, 0, 0] + whole[place...]) == nil)
  }

  // MARK: - Other files

  /// An AVIF that says first of all that it is a sequence.
  private static func animated(_ brand: String) throws -> [UInt8] {
    var bytes = [UInt8](
      try Data(
        contentsOf: URL(fileURLWithPath: PictureWorkersTests.sample("metadata/everything.avif"))))
    bytes.replaceSubrange(8..<12, with: brand.utf8)
    return bytes
  }

  @Test(arguments: [("avis", "AVIF"), ("hevc", "HEIC"), ("msf1", "AVIF")])
  func aSequenceIsNamed(brand: String, format: String) async throws {
    let bytes = try Self.animated(brand)
    let reason = try #require(try await refusal(of: bytes))
    #expect(
      reason == "expected a still picture, found an animated \(format), a sequence of pictures")
    let options = try #require(CardOptions(width: 390, format: .png))
    let path = try folder.write(Data(bytes), to: "sequence.avif")
    await #expect(throws: PictureError.invalid(reason)) {
      try await PictureWorkersTests.workers().perform(.frame(path: path, options))
    }
  }

  private static let animations: [(bytes: [UInt8], format: String)] = [
    (
      HandmadePicture.webp([
        ("VP8X", [HandmadePicture.canvas[0] | 2] + HandmadePicture.canvas.dropFirst()),
        ("ANIM", [0, 0, 0, 0, 0, 0]),
      ]), "WebP"
    ), (HandmadePicture.png(before: [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]), "PNG"),
  ]

  @Test(arguments: animations)
  func anAnimationIsNamed(bytes: [UInt8], format: String) async throws {
    #expect(
      try await refusal(of: bytes)
        == "expected a still picture, found an animated \(format), a sequence of pictures")
  }

  /// It has a card, but is no photo.
  @Test func aTIFFIsToldWhatPhotosAre() async throws {
    #expect(
      try await refusal(of: HandmadePicture.tiff(TIFFBuilder.complete()))
        == "expected a JPEG, PNG, WebP, HEIC or AVIF picture, found a TIFF picture")
  }

  @Test(arguments: [
    ("GIF89a\u{1}\0", "a GIF picture"), ("%PDF-1.7\n", "a PDF document"),
    ("8BPS\0\u{1}", "a Photoshop document"),
    ("<?xml version=\"1.0\"?><svg xmlns=\"x\"/>", "an SVG drawing"),
    ("\0\0\0\u{18}ftypqt  \0\0\0\0qt  wide", "a QuickTime video"),
    ("\0\0\0\u{18}ftypisom\0\0\0\0iso2mp41", "an MP4 or other media file"),
    ("\0\0\0\u{C}JXL \r\n", "a JPEG XL picture"), ("\0\0\0\u{C}jP  \r\n", "a JPEG 2000 picture"),
    ("PK\u{3}\u{4}", "a ZIP archive"), ("<!DOCTYPE html><p>", "an HTML page"),
    (
      "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n",
      "a form (multipart/form-data); send the picture itself as the body"
    ), ("no picture", "a file that begins with the bytes 6E 6F 20 70 69 63 74 75"),
  ])
  func anotherFileIsNamed(text: String, name: String) async throws {
    let reason = try await refusal(of: Array(text.utf8))
    #expect(reason == "expected a JPEG, PNG, WebP, HEIC or AVIF picture, found \(name)")
  }

  /// An AVIF by one of its brands, whose major brand no loader knows.
  @Test func whatNoLoaderTakesIsSaidInWords() async throws {
    #expect(
      try await refusal(of: Self.animated("abcd"))
        == "the picture is in a variant of its format that is not decoded here")
  }
}
