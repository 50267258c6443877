import Foundation

/// Pictures without pixels whose EXIF is given.
enum Containers {
  /// A file of each format that holds EXIF in a block of its own.
  static func all(around exif: [UInt8]) -> [(name: String, file: Data)] {
    [
      ("jpeg", jpeg(exif)), ("png", png(exif)), ("webp", webp(exif)), ("heic", heif(exif, "heic")),
      ("avif", heif(exif, "avif")),
    ]
  }

  private static func jpeg(_ exif: [UInt8]) -> Data {
    let segment = Array("Exif\0\0".utf8) + exif
    return Data(
      [0xFF, 0xD8, 0xFF, 0xE1] + big(UInt16(segment.count + 2)) + segment + [0xFF, 0xD9])
  }

  private static func png(_ exif: [UInt8]) -> Data {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let named = Array(name.utf8) + content
      return big(UInt32(content.count)) + named + big(checksum(named))
    }
    let header = big(UInt32(4)) + big(UInt32(3)) + [8, 2, 0, 0, 0]
    return Data(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("eXIf", exif)
        + chunk("IEND", []))
  }

  private static func webp(_ exif: [UInt8]) -> Data {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(UInt32(content.count)) + content
        + (content.count.isMultiple(of: 2) ? [] : [0])
    }
    let canvas: [UInt8] = [0x08, 0, 0, 0, 3, 0, 0, 2, 0, 0]
    return Data(chunk("RIFF", Array("WEBP".utf8) + chunk("VP8X", canvas) + chunk("EXIF", exif)))
  }

  /// ISO/IEC 23008-12: an item of the type Exif, whose place in the file iloc has.
  private static func heif(_ exif: [UInt8], _ brand: String) -> Data {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      big(UInt32(content.count + 8)) + Array(name.utf8) + content
    }
    func fullBox(_ name: String, _ version: UInt8, _ content: [UInt8]) -> [UInt8] {
      box(name, [version, 0, 0, 0] + content)
    }
    let type = box("ftyp", Array(brand.utf8) + big(UInt32(0)) + Array("mif1\(brand)".utf8))
    let item = [0, 0, 0, 0] + exif
    func meta(_ offset: Int) -> [UInt8] {
      let entry = fullBox("infe", 2, big(UInt16(1)) + big(UInt16(0)) + Array("Exif\0".utf8))
      let handler = fullBox(
        "hdlr", 0, big(UInt32(0)) + Array("pict".utf8) + Array(repeating: 0, count: 13))
      let location =
        [0x44, 0] + big(UInt16(1)) + big(UInt16(1)) + big(UInt16(0)) + big(UInt16(1))
        + big(UInt32(offset)) + big(UInt32(item.count))
      return fullBox(
        "meta", 0,
        handler + fullBox("pitm", 0, big(UInt16(1)))
          + fullBox("iinf", 0, big(UInt16(1)) + entry) + fullBox("iloc", 0, location))
    }
    let head = type + meta(type.count + meta(0).count + 8)
    return Data(head + box("mdat", item))
  }

  private static func big(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// The CRC of PNG (annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }
}
