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
