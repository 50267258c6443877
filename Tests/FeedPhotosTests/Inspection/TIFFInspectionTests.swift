import FeedModel
import FeedPhotos
import Testing

@Suite struct TIFFInspectionTests {
  @Test(arguments: [true, false], [true, false])
  func sizeAndEXIFAreInTheDirectories(isBigEndian: Bool, hasDirectoriesAtEnd: Bool) throws {
    var tiff = TIFFBuilder.complete(isBigEndian: isBigEndian)
    tiff.hasDirectoriesAtEnd = hasDirectoriesAtEnd
    let inspection = try HandmadePicture.tiff(tiff).inspect()
    #expect(inspection.format == .tiff)
    #expect(inspection.width == 30)
    #expect(inspection.height == 40)
    #expect(inspection.orientation == 6)
    #expect(inspection.appliedOrientation == 6)
    #expect(inspection.camera.make == "Handmade")
    #expect(inspection.camera.focalLengthIn35mm == 26)
  }

  @Test func theSizeInEXIFOfAnotherPictureDoesNotCount() throws {
    var tiff = TIFFBuilder()
    tiff.first = [tiff.short(0x0100, 99), tiff.short(0x0101, 99)]
    let jpeg = HandmadePicture.jpeg(exif: HandmadePicture.prefix + tiff.bytes)
    #expect(try jpeg.inspect().width == 40)
  }

  @Test func aFileWithoutADirectoryHasNoSize() throws {
    #expect(try [0x49, 0x49, 0x2A, 0, 0xFF, 0xFF, 0xFF, 0xFF].inspect().width == nil)
    #expect(try [0x4D, 0x4D, 0, 0x2A].inspect().height == nil)
  }
}
