import FeedModel
import FeedPhotos
import TestSupport
import Testing

/// Reading EXIF, independent of the format of the picture.
@Suite struct ExifReadingTests {
  private func inspect(_ exif: TIFFBuilder) throws -> PictureInspection {
    try HandmadePicture.jpeg(exif: HandmadePicture.prefix + exif.bytes).inspect()
  }

  /// EXIF with one field in the directory of EXIF.
  private func camera(
    _ field: (TIFFBuilder) -> TIFFBuilder.Field, isBigEndian: Bool = true
  ) throws -> CameraData {
    var exif = TIFFBuilder(isBigEndian: isBigEndian)
    exif.exif = [field(exif)]
    return try inspect(exif).camera
  }

  @Test(arguments: [true, false], [true, false])
  func allTagsAreRead(isBigEndian: Bool, hasDirectoriesAtEnd: Bool) throws {
    var exif = TIFFBuilder.complete(isBigEndian: isBigEndian)
    exif.hasDirectoriesAtEnd = hasDirectoriesAtEnd
    let inspection = try inspect(exif)
    #expect(inspection.orientation == 6)
    #expect(inspection.camera.make == "Handmade")
    #expect(inspection.camera.model == "One")
    #expect(inspection.camera.lensModel == "Glass 4.25mm")
    #expect(inspection.camera.focalLength == 4.25)
    #expect(inspection.camera.focalLengthIn35mm == 26)
    #expect(inspection.camera.fNumber == 2.8)
    #expect(
      inspection.camera.exposureTime == ExposureTime(numerator: 10, denominator: 2500))
    #expect(inspection.camera.iso == 400)
  }

  // MARK: - Numbers

  @Test(arguments: [(UInt32(1), UInt32(0)), (0, 0)])
  func fractionsWithoutADenominatorAreNone(numerator: UInt32, denominator: UInt32) throws {
    for tag: UInt16 in [0x829A, 0x829D, 0x920A] {
      #expect(try camera { $0.fraction(tag, numerator, denominator) } == CameraData())
    }
  }

  @Test func aZeroIsKept() throws {
    #expect(try camera { $0.fraction(0x829A, 0, 1) }.exposureTime?.display == "0")
    #expect(try camera { $0.short(0xA405, 0) }.focalLengthIn35mm == 0)
  }

  @Test func signedFractionsAreReadUnlessTheyAreNegative() throws {
    #expect(try camera { $0.fraction(0x829D, 28, 10, type: 10) }.fNumber == 2.8)
    #expect(try camera { $0.fraction(0x829D, 28, 0x8000_0000, type: 10) }.fNumber == nil)
    #expect(try camera { $0.fraction(0x829D, 0xFFFF_FFFF, 10, type: 10) }.fNumber == nil)
    #expect(try camera { $0.fraction(0x829D, 0xFFFF_FFFF, 1) }.fNumber == 4_294_967_295)
  }

  @Test(arguments: [true, false])
  func wholeNumbersOfAnyWidthAreRead(isBigEndian: Bool) throws {
    #expect(
      try camera({ $0.long(0x8827, 102_400) }, isBigEndian: isBigEndian).iso == 102_400)
    #expect(try camera({ $0.short(0x8827, 100, 200) }, isBigEndian: isBigEndian).iso == 100)
    #expect(
      try camera({ $0.ascii(0x8827, [80], type: 1) }, isBigEndian: isBigEndian).iso == 80)
    #expect(try camera({ $0.short(0x920A, 50) }, isBigEndian: isBigEndian).focalLength == 50)
  }

  @Test func negativeNumbersAndNumbersOfAnotherTypeAreNone() throws {
    #expect(try camera { $0.ascii(0x8827, [0xFF], type: 6) }.iso == nil)
    #expect(try camera { $0.ascii(0x8827, [0x7F], type: 6) }.iso == 127)
    #expect(try camera { $0.text(0x8827, "100") }.iso == nil)
    #expect(try camera { $0.text(0x829D, "2.8") }.fNumber == nil)
    #expect(try camera { $0.short(0x010F, 100) }.make == nil)
    // 2.8 in floating point of four and of eight bytes.
    for tag: UInt16 in [0x829A, 0x829D, 0x920A, 0x8827, 0xA405] {
      #expect(try camera { $0.long(tag, 0x4033_3333, type: 11) } == CameraData())
      #expect(
        try camera { $0.fraction(tag, 0x4006_6666, 0x6666_6666, type: 12) } == CameraData())
    }
  }

  @Test(arguments: [(0, nil), (1, 1), (8, 8), (9, nil), (65535, nil)] as [(UInt16, Int?)])
  func onlyTheEightOrientationsAreRead(value: UInt16, orientation: Int?) throws {
    var exif = TIFFBuilder()
    exif.first = [exif.short(0x0112, value)]
    #expect(try inspect(exif).orientation == orientation)
    #expect(try inspect(exif).appliedOrientation == orientation ?? 1)
  }

  // MARK: - Texts

  @Test(
    arguments: [
      (Array("Canon\0".utf8), "Canon"), (Array("Canon".utf8), "Canon"),
      (Array("Canon  \t\n \0".utf8), "Canon"), (Array("  Canon\0".utf8), "  Canon"),
      (Array("Canon\0garbage\0".utf8), "Canon"), (Array("C\0".utf8), "C"),
      (Array("テスト\0".utf8), "テスト"), ([], nil), ([0], nil), (Array("    \0".utf8), nil),
      // Bytes that are not UTF-8 are printed as question marks by exiftool.
      ([0x43, 0xE9, 0x43, 0], "C?C"), ([0xFF, 0xFE, 0x41, 0], "??A"),
      ([0xE3, 0x83, 0x41, 0], "??A"), ([0xE3, 0x83, 0x86, 0xE3], "テ?"),
      ([0xF0, 0x9F, 0x98, 0x86, 0xC0, 0x80, 0], "😆??"),
    ] as [([UInt8], String?)])
  func aTextEndsAtItsFirstNULAndHasNoSpaceBehind(bytes: [UInt8], text: String?) throws {
    #expect(try camera { $0.ascii(0xA434, bytes) }.lensModel == text)
    #expect(try camera { $0.ascii(0x010F, bytes, type: 7) }.make == text)
    #expect(try camera { $0.ascii(0x0110, bytes, type: 129) }.model == text)
  }

  // MARK: - Damage

  @Test func aLengthOfFourGigabytesIsNone() throws {
    var exif = TIFFBuilder.complete()
    exif.exif = exif.exif.map { field in
      var field = field
      field.count = .max
      return field
    }
    let inspection = try inspect(exif)
    #expect(inspection.camera.make == "Handmade")
    #expect(inspection.camera.lensModel == nil)
    #expect(inspection.camera.exposureTime == nil)
    #expect(inspection.camera.iso == nil)
  }

  @Test(arguments: [0, 7, 8, 20, 0x1000, UInt32.max])
  func aValueInTheHeadInItsDirectoryOrOutsideIsNone(offset: UInt32) throws {
    var exif = TIFFBuilder()
    exif.first = [exif.text(0x010F, "Handmade"), exif.text(0x0110, "Another")]
    exif.first[0].offset = offset
    let camera = try inspect(exif).camera
    #expect(camera.make == nil)
    #expect(camera.model == "Another")
  }

  @Test(arguments: [0, 7, 8, 0x1000, UInt32.max])
  func aDirectoryOfEXIFThatLoopsOrIsNotThereIsIgnored(offset: UInt32) throws {
    var exif = TIFFBuilder.complete()
    exif.exifOffset = offset
    let inspection = try inspect(exif)
    #expect(inspection.camera.make == "Handmade")
    #expect(inspection.camera.iso == nil)
  }

  @Test func aFieldOfNoKnownTypeIsIgnoredUnlessItIsTheFirst() throws {
    var exif = TIFFBuilder.complete()
    let unknown = TIFFBuilder.Field(tag: 0x0111, type: 77, count: 1, value: [0, 0, 0, 0])
    exif.first.append(unknown)
    #expect(try inspect(exif).camera.make == "Handmade")
    exif.first.insert(unknown, at: 0)
    #expect(try inspect(exif).camera == CameraData())
  }

  @Test func ofSeveralTextsTheLastCountsAndOfSeveralOrientationsTheFirst() throws {
    var exif = TIFFBuilder()
    exif.first = [exif.text(0x010F, "First one"), exif.short(0x0112, 3)]
    exif.exif = [exif.text(0x010F, "Last one"), exif.short(0x0112, 6)]
    #expect(try inspect(exif).camera.make == "Last one")
    #expect(try inspect(exif).orientation == 3)
  }

  @Test(.hangLimit) func thousandsOfFieldsWithOneLongTextAreRead() throws {
    var exif = TIFFBuilder()
    let text = [UInt8](repeating: 0xE9, count: 60_000)
    exif.first = [exif.ascii(0x0131, text)]
    let repeated = TIFFBuilder.Field(tag: 0x010F, type: 2, count: 59_000, value: [], offset: 49_000)
    exif.first += [TIFFBuilder.Field](repeating: repeated, count: 4_000)
    let picture = HandmadePicture.tiff(exif)
    #expect(try picture.inspect().camera.make?.count == 59_000)
  }

  @Test func aPlaceIsNotRead() throws {
    var exif = TIFFBuilder.complete()
    exif.first.append(exif.long(0x8825, 8))
    let complete = try inspect(.complete())
    #expect(try inspect(exif) == complete)
  }
}
