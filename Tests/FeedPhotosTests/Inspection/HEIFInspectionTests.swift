import FeedModel
import FeedPhotos
import Testing

@Suite struct HEIFInspectionTests {
  private static let tiff = TIFFBuilder.complete().bytes
  /// The bytes before the block in its item, with the prefix and without.
  private static let heads: [[UInt8]] = [
    [0, 0, 0, 6] + HandmadePicture.prefix, [0, 0, 0, 0], [0, 0, 0, 0] + HandmadePicture.prefix, [],
    [0, 0, 0, 3, 9, 9, 9],
  ]

  @Test(arguments: heads)
  func theItemOfEXIFIsReadWithAndWithoutItsPrefix(head: [UInt8]) throws {
    let inspection = try HEIFBuilder(exif: head + Self.tiff).bytes.inspect()
    #expect(inspection.format == .heic)
    #expect(inspection.camera.make == "Handmade")
    #expect(inspection.camera.iso == 400)
  }

  @Test(arguments: [0, 1] as [UInt16], [1, 2] as [UInt8])
  func theItemIsInTheFileOrInTheItemDataBox(method: UInt16, version: UInt8) throws {
    var file = HEIFBuilder(exif: [0, 0, 0, 0] + Self.tiff)
    file.constructionMethod = method
    file.locationVersion = version
    for extentCount in 1...3 {
      file.extentCount = extentCount
      #expect(try file.bytes.inspect().camera.lensModel == "Glass 4.25mm")
    }
  }

  @Test func theFirstVersionOfLocationsIsRead() throws {
    var file = HEIFBuilder(exif: [0, 0, 0, 0] + Self.tiff)
    file.locationVersion = 0
    #expect(try file.bytes.inspect().camera.make == "Handmade")
  }

  @Test func anItemInsideOtherItemsIsNone() throws {
    var file = HEIFBuilder(exif: [0, 0, 0, 0] + Self.tiff)
    file.constructionMethod = 2
    let inspection = try file.bytes.inspect()
    #expect(inspection.camera == CameraData())
    #expect(inspection.width == 40)
  }

  @Test func theOrientationOfEXIFIsARemark() throws {
    let inspection = try HEIFBuilder(exif: [0, 0, 0, 0] + Self.tiff).bytes.inspect()
    #expect(inspection.orientation == 6)
    #expect(inspection.appliedOrientation == 1)
    #expect(inspection.width == 40)
    #expect(inspection.height == 30)
  }

  @Test(
    arguments: [
      ([], 40, 30), ([HEIFBuilder.rotation(1)], 30, 40), ([HEIFBuilder.rotation(2)], 40, 30),
      ([HEIFBuilder.rotation(3)], 30, 40), ([HEIFBuilder.crop([20, 1, 10, 1])], 20, 10),
      ([HEIFBuilder.crop([41, 2, 10, 1]), HEIFBuilder.rotation(1)], 10, 21),
      ([HEIFBuilder.rotation(1), HEIFBuilder.crop([20, 1, 10, 1])], 20, 10),
      ([HEIFBuilder.crop([20, 0, 10, 1])], 40, 30), ([HEIFBuilder.box("imir", [1])], 40, 30),
    ] as [([[UInt8]], Int, Int)], [true, false])
  func propertiesCropAndTurnThePrimaryItem(
    sample: ([[UInt8]], Int, Int), hasLongNumbers: Bool
  ) throws {
    let file = HEIFBuilder(properties: sample.0, hasLongNumbers: hasLongNumbers)
    let inspection = try file.bytes.inspect()
    #expect(inspection.width == sample.1)
    #expect(inspection.height == sample.2)
  }

  @Test(
    arguments: [
      ("heic", [], .heic), ("avif", [], .avif), ("mif1", ["mif1", "miaf", "avif"], .avif),
      ("mif1", ["heic", "mif1"], .heic), ("msf1", ["hevc"], .heic), ("avis", ["heic"], .avif),
    ] as [(String, [String], PictureFormat)])
  func theBrandsTellTheFormat(major: String, others: [String], format: PictureFormat) throws {
    let file = HEIFBuilder(brand: major, compatibleBrands: others)
    #expect(try file.bytes.inspect().format == format)
  }

  @Test(arguments: [
    ("mif1", ["mif1"], "a HEIF picture that is neither HEIC nor AVIF"),
    ("isom", ["iso2", "mp41"], "an MP4 or other media file"), ("jxl ", [], "a JPEG XL picture"),
  ])
  func otherBrandsAreNoPictures(major: String, others: [String], name: String) {
    let file = HEIFBuilder(brand: major, compatibleBrands: others).bytes
    #expect(throws: InspectionError.otherFormat(name)) {
      try file.inspect()
    }
  }
}
