/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2).
struct ISOBox: Sendable {
  /// Its type, four characters.
  let name: String
  /// The bytes after its header.
  let content: ByteReader

  /// The content of a full box behind its version and flags (section 4.2.2).
  var full: (version: UInt8, flags: UInt32, content: ByteReader)? {
    var content = content
    guard let word = content.next(UInt32.self) else { return nil }
    return (UInt8(word >> 24), word & 0xFF_FFFF, content)
  }
}

extension ByteReader {
  /// The next box; `nil` if there is none or it is cut.
  mutating func nextBox() -> ISOBox? {
    guard let size = next(UInt32.self), let name = name() else { return nil }
    let content: ByteReader?
    switch size {
    case 0: content = take(rest.count)
    case 1:
      // The size follows the name, and counts the header of 16 bytes.
      guard let size = next(UInt64.self), size >= 16 else { return nil }
      content = take(size - 16)
    case 8...: content = take(size - 8)
    default: content = nil
    }
    return content.map { ISOBox(name: name, content: $0) }
  }

  /// The boxes from here, up to the first that is cut.
  func boxes() -> [ISOBox] {
    var reader = self
    var boxes: [ISOBox] = []
    while boxes.count < PictureContainer.maximumPartCount, let box = reader.nextBox() {
      boxes.append(box)
    }
    return boxes
  }
}
