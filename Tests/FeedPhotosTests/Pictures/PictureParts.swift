import Foundation

/// The names of the parts of an encoded picture: segments, chunks, or boxes with the items in them.
///
/// It reads what encoders write and stops at anything else, as a test should.
struct PictureParts: Equatable {
  let names: Set<String>

  /// The parts of pixels that our encoders write, without any metadata.
  static let ofPixels: Set = [
    // JPEG: JFIF, tables, frames and scans; Adobe says that colours are not converted.
    "SOI", "APP0 JFIF", "APP14 Adobe", "DQT", "DHT", "DRI", "SOF", "SOS", "EOI",
    // PNG: with the size of its pixels.
    "IHDR", "PLTE", "tRNS", "pHYs", "IDAT", "IEND",
    // WebP: with a canvas for transparency alone.
    "VP8X 16", "ALPH", "VP8 ", "VP8L",
    // AVIF
    "ftyp", "meta", "mdat", "item av01", "colr nclx",
  ]

  /// The parts of `bytes`; `nil` for a format that is none of these, or a file that is cut.
  init?(_ bytes: [UInt8]) {
    let names: Set<String>?
    if bytes.starts(with: [0xFF, 0xD8]) {
      names = Self.segments(bytes)
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      names = Self.pngChunks(bytes)
    } else if bytes.starts(with: Array("RIFF".utf8)) {
      names = Self.webpChunks(bytes)
    } else {
      names = Self.boxes(bytes[...])
    }
    guard let names else { return nil }
    self.names = names
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func segments(_ bytes: [UInt8]) -> Set<String>? {
    var names: Set = ["SOI"]
    var start = 2
    while start + 2 <= bytes.count {
      guard bytes[start] == 0xFF else { return nil }
      let marker = bytes[start + 1]
      if marker == 0xD9 { return names.union(["EOI"]) }
      guard start + 4 <= bytes.count else { return nil }
      let end = start + 2 + number(bytes[(start + 2)..<(start + 4)])
      guard end <= bytes.count else { return nil }
      names.insert(name(of: marker, bytes[(start + 4)..<end]))
      start = end
      guard marker == 0xDA else { continue }
      // Up to the next marker: 00 is stuffed, and D0 to D7 are in the scan.
      while start + 2 <= bytes.count,
        bytes[start] != 0xFF || bytes[start + 1] == 0 || (0xD0...0xD7).contains(bytes[start + 1])
      {
        start += 1
      }
    }
    return nil
  }

  private static func name(of marker: UInt8, _ content: ArraySlice<UInt8>) -> String {
    switch marker {
    case 0xC4: "DHT"
    case 0xC0...0xCF: "SOF"
    case 0xDA: "SOS"
    case 0xDB: "DQT"
    case 0xDD: "DRI"
    case 0xE0...0xEF:
      "APP\(marker - 0xE0) " + text(content.prefix { $0 != 0 && $0 < 0x7F }.prefix(5))
    case 0xFE: "COM"
    default: "marker \(marker)"
    }
  }

  private static func pngChunks(_ bytes: [UInt8]) -> Set<String>? {
    var names: Set<String> = []
    var start = 8
    while start + 8 <= bytes.count {
      names.insert(text(bytes[(start + 4)..<(start + 8)]))
      start += 12 + number(bytes[start..<(start + 4)])
    }
    return start == bytes.count ? names : nil
  }

  private static func webpChunks(_ bytes: [UInt8]) -> Set<String>? {
    var names: Set<String> = []
    var start = 12
    while start + 8 <= bytes.count {
      let name = text(bytes[start..<(start + 4)])
      names.insert(name == "VP8X" ? "VP8X \(bytes[start + 8])" : name)
      let length = number(bytes[(start + 4)..<(start + 8)].reversed())
      start += 8 + length + length % 2
    }
    let length = number(bytes[4..<8].reversed())
    return start == bytes.count && length + 8 == bytes.count ? names : nil
  }

  /// The boxes of a file, the types of its items, and the kinds of its colours (ISO/IEC 14496-12).
  private static func boxes(_ bytes: ArraySlice<UInt8>) -> Set<String>? {
    var names: Set<String> = []
    var rest = bytes
    while rest.count >= 8 {
      let length = number(rest.prefix(4))
      guard (8...rest.count).contains(length) else { return nil }
      let name = text(rest.dropFirst(4).prefix(4))
      names.insert(name)
      if name == "meta" {
        for part in ["infe", "colr"] { names.formUnion(kinds(of: part, in: rest.prefix(length))) }
      }
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty && names.contains("ftyp") ? names : nil
  }

  private static func kinds(of box: String, in meta: ArraySlice<UInt8>) -> [String] {
    meta.indices.dropLast(12).compactMap { start in
      guard meta[start...].starts(with: box.utf8) else { return nil }
      // Version and flags, the item's number and its protection come before an item's type.
      let skipped = box == "infe" ? 12 : 4
      let kind = text(meta[start...].dropFirst(skipped).prefix(4))
      return box == "infe" ? "item \(kind)" : "colr \(kind)"
    }
  }
}
