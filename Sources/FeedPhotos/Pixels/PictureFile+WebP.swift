import Foundation

extension PictureFile {
  /// The flags of a canvas that say something about pixels: an animation, and transparency.
  private static let pixelFlags: UInt8 = 0x02 | 0x10
  /// The chunks of pixels.
  private static let pixelNames: Set = ["ALPH", "ANIM", "ANMF", "VP8 ", "VP8L"]

  /// The WebP `file` without profile, EXIF, XMP and unknown chunks; `nil` if it is no whole WebP.
  ///
  /// libvips 8.14 writes EXIF to each file, whatever its options are.
  static func webPWithoutMetadata(_ file: [UInt8]) -> [UInt8]? {
    var reader = ByteReader(Data(file))
    guard reader.skip(prefix: "RIFF"), reader.skip(4) != nil, reader.skip(prefix: "WEBP") else {
      return nil
    }
    var kept: [UInt8] = []
    while !reader.rest.isEmpty {
      guard let name = reader.name(), let length = reader.next(UInt32.self, .littleEndian),
        let content = reader.take(length)
      else { return nil }
      if !length.isMultiple(of: 2) { _ = reader.skip(1) }
      if name == "VP8X" {
        guard let canvas = canvas([UInt8](content.rest)) else { continue }
        append(name, canvas, to: &kept)
      } else if pixelNames.contains(name) {
        append(name, [UInt8](content.rest), to: &kept)
      }
    }
    var bytes: [UInt8] = []
    append("RIFF", Array("WEBP".utf8) + kept, to: &bytes)
    return bytes
  }

  /// The canvas without the flags of metadata; `nil` if no others are left: the frame says the rest.
  private static func canvas(_ content: [UInt8]) -> [UInt8]? {
    var content = content
    guard let flags = content.first, flags & pixelFlags != 0 else { return nil }
    content[0] = flags & pixelFlags
    return content
  }

  private static func append(_ name: String, _ content: [UInt8], to bytes: inout [UInt8]) {
    bytes += name.utf8
    bytes += withUnsafeBytes(of: UInt32(content.count).littleEndian) { Array($0) }
    bytes += content
    if !content.count.isMultiple(of: 2) { bytes.append(0) }
  }
}
