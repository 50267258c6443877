import Foundation

/// The types of values in TIFF (TIFF 6.0, section 2) and EXIF.
enum TIFFType: UInt16, Hashable, Sendable {
  case byte = 1
  case ascii = 2
  case short = 3
  case long = 4
  case rational = 5
  case signedByte = 6
  case undefined = 7
  case signedShort = 8
  case signedLong = 9
  case signedRational = 10
  case float = 11
  case double = 12
  /// The offset of a directory.
  case directory = 13
  /// Text in UTF-8 (Exif 3.0).
  case utf8 = 129

  /// The bytes of one value.
  var size: UInt64 {
    switch self {
    case .byte, .ascii, .signedByte, .undefined, .utf8: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .directory: 4
    case .rational, .signedRational, .double: 8
    }
  }
}

/// An entry of a directory whose value is in the file.
struct TIFFField: Sendable {
  let tag: ExifTag
  let type: TIFFType
  /// How many values there are.
  let count: UInt32
  /// The values, with padding up to four bytes.
  let bytes: ByteReader
  let order: ByteOrder
}

// MARK: - Values

extension TIFFField {
  /// The longest text that is read, in bytes: the size of a JPEG segment.
  private static let maximumTextSize = 65_535

  /// The text up to the first NUL, without white space at its end; `nil` if it is empty.
  var text: String? {
    guard [.ascii, .undefined, .utf8].contains(type), count <= Self.maximumTextSize else {
      return nil
    }
    let characters = bytes.rest.prefix(Int(count)).prefix { $0 != 0 }
    let last = characters.lastIndex { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return last.map { String(exif: characters[...$0]) }
  }

  /// The first value, if it is a whole number that is not negative.
  var integer: Int? {
    guard count > 0 else { return nil }
    var reader = bytes
    switch type {
    case .byte: return reader.next(UInt8.self).map { Int($0) }
    case .short: return reader.next(UInt16.self, order).map { Int($0) }
    case .long, .directory: return reader.next(UInt32.self, order).flatMap { Int(exactly: $0) }
    case .signedByte: return reader.next(UInt8.self).flatMap { Int8(exactly: $0) }.map { Int($0) }
    case .signedShort:
      return reader.next(UInt16.self, order).flatMap { Int16(exactly: $0) }.map { Int($0) }
    case .signedLong:
      return reader.next(UInt32.self, order).flatMap { Int32(exactly: $0) }.map { Int($0) }
    default: return nil
    }
  }

  /// The first value, if it is a fraction that is not negative, or a whole number, whose
  /// denominator is 1.
  var fraction: (numerator: UInt32, denominator: UInt32)? {
    guard [.rational, .signedRational].contains(type) else {
      return integer.flatMap { UInt32(exactly: $0) }.map { ($0, 1) }
    }
    var reader = bytes
    guard count > 0, let numerator = reader.next(UInt32.self, order),
      let denominator = reader.next(UInt32.self, order)
    else { return nil }
    if type == .signedRational {
      guard numerator <= Int32.max, denominator <= Int32.max else { return nil }
    }
    return (numerator, denominator)
  }
}

extension String {
  /// Text of EXIF. Each byte that is not UTF-8 becomes a question mark, as in the output of
  /// exiftool.
  fileprivate init(exif bytes: Data) {
    self = ""
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded): unicodeScalars.append(Unicode.UTF8.decode(encoded))
      case .error(let length): self += String(repeating: "?", count: length)
      case .emptyInput: return
      }
    }
  }
}

/// The tags that are read (Exif 2.32, section 4.6). GPS tags are not among them.
enum ExifTag: UInt16, CaseIterable, Hashable, Sendable {
  case imageWidth = 0x0100
  case imageLength = 0x0101
  case make = 0x010F
  case model = 0x0110
  case orientation = 0x0112
  case exposureTime = 0x829A
  case fNumber = 0x829D
  /// The offset of the EXIF directory.
  case exifDirectory = 0x8769
  case iso = 0x8827
  case focalLength = 0x920A
  case focalLengthIn35mm = 0xA405
  case lensModel = 0xA434
}
