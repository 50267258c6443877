import FeedModel
import FeedPhotos
import Testing

@Suite struct JPEGInspectionTests {
  private static let exif = HandmadePicture.prefix + TIFFBuilder.complete().bytes

  @Test(arguments: 1...8)
  func orientationsFromFiveOnExchangeWidthAndHeight(orientation: Int) throws {
    var exif = TIFFBuilder()
    exif.first = [exif.short(0x0112, UInt16(orientation))]
    let inspection = try HandmadePicture.jpeg(exif: HandmadePicture.prefix + exif.bytes).inspect()
    #expect(inspection.format == .jpeg)
    #expect(inspection.orientation == orientation)
    #expect(inspection.appliedOrientation == orientation)
    #expect(inspection.width == (orientation < 5 ? 40 : 30))
    #expect(inspection.height == (orientation < 5 ? 30 : 40))
  }

  @Test func aFileWithoutEXIFHasASizeAndNoOrientation() throws {
    let inspection = try HandmadePicture.jpeg(segments: [(0xC0, HandmadePicture.frame)]).inspect()
    #expect(inspection.width == 40)
    #expect(inspection.height == 30)
    #expect(inspection.orientation == nil)
    #expect(inspection.appliedOrientation == 1)
    #expect(inspection.camera == CameraData())
  }

  @Test(arguments: [UInt8](0xC0...0xCF))
  func everyKindOfFrameHasTheSizeAndNothingElse(marker: UInt8) throws {
    let inspection = try HandmadePicture.jpeg(segments: [(marker, HandmadePicture.frame)]).inspect()
    #expect(inspection.width == ([0xC4, 0xC8, 0xCC].contains(marker) ? nil : 40))
  }

  @Test func fillBytesAndBytesBetweenSegmentsAreSkipped() throws {
    var file = HandmadePicture.jpeg(exif: Self.exif)
    let frame = 2 + 4 + Self.exif.count
    file.insert(contentsOf: [1, 2, 3], at: frame)
    file.insert(contentsOf: [0xFF, 0xFF, 0xFF], at: 2)
    let inspection = try file.inspect()
    #expect(inspection.camera.make == "Handmade")
    #expect(inspection.height == 40)
  }

  @Test func aSegmentCountsOnlyIfTheNextOneIsWhole() throws {
    let whole = HandmadePicture.jpeg(segments: [(0xE1, Self.exif), (0xDB, [1, 2, 3])])
    #expect(try whole.inspect().camera.make == "Handmade")
    // Behind the second segment there are the four bytes of a scan.
    let cut = Array(whole.dropLast(4))
    #expect(try cut.inspect().camera.make == "Handmade")
    #expect(try Array(cut.dropLast()).inspect().camera.make == nil)
  }

  @Test func theFirstBlockThatIsEXIFCounts() throws {
    var other = TIFFBuilder()
    other.first = [other.text(0x010F, "Another")]
    let inspection = try HandmadePicture.jpeg(segments: [
      (0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)),
      (0xE1, HandmadePicture.prefix + [1, 2, 3]), (0xE1, Self.exif),
      (0xE1, HandmadePicture.prefix + other.bytes),
    ]).inspect()
    #expect(inspection.camera.make == "Handmade")
    #expect(inspection.width == nil, "there is no frame")
  }

  @Test func whatFollowsTheScanIsNotLookedAt() throws {
    let scan = HandmadePicture.jpeg(segments: [])
    #expect(try (scan + HandmadePicture.jpeg(exif: Self.exif)).inspect().camera == CameraData())
  }

  @Test func aFrameWithoutAHeightHasNoSize() throws {
    let inspection = try HandmadePicture.jpeg(segments: [(0xC0, [8, 0, 0, 0, 40, 1])]).inspect()
    #expect(inspection.width == nil)
    #expect(inspection.height == nil)
  }
}
