import FeedModel
import FeedPhotos
import Testing

@Suite struct PNGInspectionTests {
  private static let tiff = TIFFBuilder.complete().bytes
  private static let profile = HandmadePicture.rawProfile(HandmadePicture.prefix + tiff)
  private static let keyword = Array("Raw profile type exif\0".utf8)

  private func expectEXIF(
    _ file: [UInt8], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let inspection = try file.inspect()
    #expect(inspection.format == .png, sourceLocation: sourceLocation)
    #expect(inspection.width == 30, comment, sourceLocation: sourceLocation)
    #expect(inspection.height == 40, comment, sourceLocation: sourceLocation)
    #expect(inspection.orientation == 6, comment, sourceLocation: sourceLocation)
    #expect(inspection.camera.make == "Handmade", comment, sourceLocation: sourceLocation)
    #expect(inspection.camera.iso == 400, comment, sourceLocation: sourceLocation)
  }

  @Test(arguments: [[], HandmadePicture.prefix])
  func theChunkOfEXIFIsReadBeforeAndBehindThePixels(prefix: [UInt8]) throws {
    try expectEXIF(HandmadePicture.png(before: [("eXIf", prefix + Self.tiff)]))
    try expectEXIF(HandmadePicture.png(after: [("eXIf", prefix + Self.tiff)]))
  }

  @Test func profilesInTextChunksAreRead() throws {
    let compressed = HandmadePicture.deflated(Self.profile)
    try expectEXIF(HandmadePicture.png(before: [("tEXt", Self.keyword + Self.profile)]), "tEXt")
    try expectEXIF(HandmadePicture.png(after: [("zTXt", Self.keyword + [0] + compressed)]), "zTXt")
    let plain: [UInt8] = Self.keyword + [0, 0] + Array("en\0Profil\0".utf8) + Self.profile
    try expectEXIF(HandmadePicture.png(before: [("iTXt", plain)]), "iTXt")
    let packed: [UInt8] = Self.keyword + [1, 0] + Array("\0\0".utf8) + compressed
    try expectEXIF(HandmadePicture.png(before: [("iTXt", packed)]), "compressed iTXt")
    let app1 = Array("Raw profile type APP1\0".utf8) + Self.profile
    try expectEXIF(HandmadePicture.png(before: [("tEXt", app1)]), "APP1")
  }

  @Test func aDamagedProfileIsNone() throws {
    let compressed = HandmadePicture.deflated(Self.profile)
    let bodies: [(String, [UInt8])] = [
      ("zTXt", Self.keyword), ("zTXt", Self.keyword + [0]),
      ("zTXt", Self.keyword + [1] + compressed),
      ("zTXt", Self.keyword + [0] + compressed.dropLast(9)),
      ("zTXt", Self.keyword + [0, 1, 2, 3]), ("iTXt", Self.keyword + [0]),
      ("iTXt", Self.keyword + [0, 0, 65, 66]), ("tEXt", Self.keyword + Self.profile.dropLast(2)),
      ("tEXt", Self.keyword + Array("\nexif\n".utf8)),
      ("tEXt", Self.keyword + Self.profile + [0x67]),
      ("tEXt", Array("Comment\0".utf8) + Self.profile),
    ]
    for (index, body) in bodies.enumerated() {
      let inspection = try HandmadePicture.png(before: [body]).inspect()
      #expect(inspection.camera == CameraData(), "body \(index)")
      #expect(inspection.width == 40)
    }
  }

  @Test func aProfileThatGrowsBeyondAllBoundsIsNone() throws {
    let long = Self.profile + [UInt8](repeating: UInt8(ascii: " "), count: 2_000_000)
    let chunk = ("zTXt", Self.keyword + [0] + HandmadePicture.deflated(long))
    #expect(try HandmadePicture.png(before: [chunk]).inspect().camera == CameraData())
    let chunks = [chunk] + [("eXIf", Self.tiff)]
    #expect(try HandmadePicture.png(before: chunks).inspect().camera.make == "Handmade")
  }

  /// Readers that know no animations show the pixels of either.
  @Test func anAnimationIsASequenceIfItIsSaidBeforeThePixels() throws {
    let control = ("acTL", [0, 0, 0, 2, 0, 0, 0, 0] as [UInt8])
    #expect(try HandmadePicture.png(before: [control]).inspect().isSequence)
    #expect(try !HandmadePicture.png(after: [control]).inspect().isSequence)
    #expect(try !HandmadePicture.png().inspect().isSequence)
  }

  @Test func theSizeIsThatOfTheFirstChunkOnly() throws {
    let header: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0]
    #expect(try HandmadePicture.png(before: [("IHDR", header)]).inspect().width == 40)
  }
}
