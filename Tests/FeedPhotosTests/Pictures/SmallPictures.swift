import FeedModel
import Foundation

/// Small pictures of all formats with all parts that are looked at, to be cut and damaged.
enum SmallPictures {
  /// Handmade ones, by format and variant.
  static let handmade: [(name: String, bytes: [UInt8])] = {
    let tiff = TIFFBuilder.complete().bytes
    let littleEndian = TIFFBuilder.complete(isBigEndian: false)
    let profile = HandmadePicture.rawProfile(HandmadePicture.prefix + tiff)
    let keyword = Array("Raw profile type exif\0".utf8)
    var itemData = HEIFBuilder(brand: "avif", compatibleBrands: [], exif: [0, 0, 0, 0] + tiff)
    itemData.constructionMethod = 1
    itemData.locationVersion = 2
    itemData.hasLongNumbers = true
    itemData.extentCount = 3
    itemData.properties = [HEIFBuilder.crop([20, 1, 10, 1]), HEIFBuilder.rotation(1)]
    return [
      ("jpeg", HandmadePicture.jpeg(exif: HandmadePicture.prefix + tiff)),
      ("png eXIf", HandmadePicture.png(after: [("eXIf", littleEndian.bytes)])),
      (
        "png zTXt",
        HandmadePicture.png(before: [
          ("zTXt", keyword + [0] + HandmadePicture.deflated(profile))
        ])
      ),
      ("png iTXt", HandmadePicture.png(before: [("iTXt", keyword + [0, 0, 0, 0] + profile)])),
      (
        "webp",
        HandmadePicture.webp([
          ("VP8X", HandmadePicture.canvas), ("VP8 ", HandmadePicture.lossyFrame),
          ("EXIF", littleEndian.bytes),
        ])
      ),
      ("webp lossless", HandmadePicture.webp([("VP8L", HandmadePicture.losslessFrame)])),
      ("tiff", HandmadePicture.tiff(littleEndian)),
      ("heic", HEIFBuilder(exif: [0, 0, 0, 6] + HandmadePicture.prefix + tiff).bytes),
      ("avif", itemData.bytes),
    ]
  }()

  /// The committed samples of cameras and tools.
  static func samples() throws -> [[UInt8]] {
    let folders = [
      ExiftoolSample.committed, ExiftoolSample.committed.appending(path: "crafted"),
    ]
    return try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "jpg" }
        .sorted { $0.path < $1.path }
        .map { [UInt8](try Data(contentsOf: $0)) }
    }
  }
}
