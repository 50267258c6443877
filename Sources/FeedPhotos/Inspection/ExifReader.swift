import FeedLayout
import FeedModel
import Foundation

/// Reads the nine tags of EXIF that tanada shows, and the size of a TIFF picture.
///
/// The first directory and the EXIF directory that it points to are read. Directories of
/// thumbnails, GPS data and maker notes are not, so there are no pointers that could form a loop.
struct ExifReader: Sendable {
  let camera: CameraData
  /// The orientation tag, 1 to 8.
  let orientation: ImageOrientation?
  /// The size in the first directory, which is that of the picture in a TIFF file.
  let size: PixelSize?

  /// Reads `block`; `nil` if it is no TIFF structure.
  init?(_ block: ByteReader) {
    guard let tiff = TIFFBlock(block) else { return nil }
    let first = tiff.fields(at: tiff.firstDirectory)
    let pointer = first.first { $0.tag == .exifDirectory }?.integer
    let offset = pointer.flatMap { UInt32(exactly: $0) }
    let exif = offset == tiff.firstDirectory ? nil : offset.map(tiff.fields)
    let fields = first + (exif ?? [])

    camera = CameraData(fields)
    // Decoders use the first of several.
    orientation = fields.first { $0.tag == .orientation }?.integer.flatMap {
      ImageOrientation(rawValue: $0)
    }
    size = PixelSize(
      stored: first.first { $0.tag == .imageWidth }?.integer ?? 0,
      first.first { $0.tag == .imageLength }?.integer ?? 0)
  }
}

extension CameraData {
  /// The data in `fields`. Of several fields with the same tag the last counts, as in exiftool. The
  /// others are not decoded: in a crafted file they may be thousands that share one long text.
  fileprivate init(_ fields: [TIFFField]) {
    func field(_ tag: ExifTag) -> TIFFField? { fields.last { $0.tag == tag } }
    self.init()
    make = field(.make)?.text
    model = field(.model)?.text
    lensModel = field(.lensModel)?.text
    focalLength = field(.focalLength)?.number
    focalLengthIn35mm = field(.focalLengthIn35mm)?.integer
    fNumber = field(.fNumber)?.number
    exposureTime = field(.exposureTime)?.exposureTime
    iso = field(.iso)?.integer
  }
}

extension TIFFField {
  /// The fraction as a number; `nil` if its denominator is 0.
  fileprivate var number: Double? {
    guard let (numerator, denominator) = fraction, denominator != 0 else { return nil }
    return Double(numerator) / Double(denominator)
  }

  /// The fraction as a time; `nil` if its denominator is 0.
  fileprivate var exposureTime: ExposureTime? {
    fraction.flatMap { ExposureTime(numerator: $0.numerator, denominator: $0.denominator) }
  }
}

/// A TIFF structure (TIFF 6.0, section 2): a picture of its own, or EXIF in another picture.
struct TIFFBlock: Sendable {
  /// The structure; offsets count from its first byte.
  private let bytes: ByteReader
  private let order: ByteOrder
  /// The offset of the first directory.
  let firstDirectory: UInt32

  /// `nil` if `block` does not begin with the header of a TIFF structure, or with `Exif`, two NULs
  /// and such a header.
  init?(_ block: ByteReader) {
    var reader = block
    // Some cameras write another byte than the second NUL.
    if reader.skip(prefix: "Exif\0") {
      guard reader.skip(1) != nil else { return nil }
    }
    bytes = ByteReader(reader.rest)
    if reader.skip(prefix: "II") {
      order = .littleEndian
    } else if reader.skip(prefix: "MM") {
      order = .bigEndian
    } else {
      return nil
    }
    guard reader.next(UInt16.self, order) == 42, let directory = reader.next(UInt32.self, order)
    else { return nil }
    firstDirectory = directory
  }

  /// The size of the header in bytes. No valid offset points into it.
  private static let headerSize: UInt32 = 8

  /// The fields of the directory at `offset` that have a tag of ``ExifTag`` and can be read, in the
  /// order of the directory; none if it is not wholly inside or its first field has an unknown
  /// type.
  ///
  /// The treatment of invalid fields is that of exiftool 12.57.
  func fields(at offset: UInt32) -> [TIFFField] {
    // 1. The directory lies inside.
    guard offset >= Self.headerSize, var reader = bytes.at(offset),
      let count = reader.next(UInt16.self, order)
    else { return [] }
    let entrySize = 12
    let size = 2 + Int(count) * entrySize
    guard var entries = reader.take(Int(count) * entrySize) else { return [] }
    let directory = UInt64(offset)..<UInt64(offset) + UInt64(size)

    // 2. An entry has a tag, a type, a count, and the value or its offset.
    var fields: [TIFFField] = []
    for index in 0..<count {
      guard let tag = entries.next(UInt16.self, order), let code = entries.next(UInt16.self, order),
        let count = entries.next(UInt32.self, order), var value = entries.take(4)
      else { return fields }
      guard let type = TIFFType(rawValue: code) else {
        if index == 0 { return [] }
        continue
      }
      guard let tag = ExifTag(rawValue: tag) else { continue }

      // 3. A value of more than four bytes is at an offset outside the header and the directory.
      let size = UInt64(count) * type.size
      if size > 4 {
        guard let offset = value.next(UInt32.self, order), offset >= Self.headerSize,
          !directory.overlaps(UInt64(offset)..<UInt64(offset) + size),
          let part = bytes.part(at: offset, count: size)
        else { continue }
        value = part
      }
      fields.append(TIFFField(tag: tag, type: type, count: count, bytes: value, order: order))
    }
    return fields
  }
}

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
