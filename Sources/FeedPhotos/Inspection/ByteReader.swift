import Foundation

/// The order of the bytes of a number.
enum ByteOrder: Hashable, Sendable {
  case bigEndian
  case littleEndian
}

/// Untrusted bytes, read one after the other or at offsets that are stored in them.
///
/// A read that does not lie wholly inside is `nil`, whatever its offset and length. No reader of a
/// format has to check bounds or to calculate with numbers from a file. A part shares the storage
/// of the whole.
struct ByteReader: Sendable {
  /// All bytes, also those that have been read.
  private let bytes: Data
  /// The offset of the next read; at most ``count``.
  private(set) var position = 0

  init(_ bytes: Data) {
    self.bytes = bytes
  }

  /// How many bytes there are, read or not.
  var count: Int { bytes.count }

  /// The bytes that have not been read.
  var rest: Data { bytes.suffix(count - position) }

  // MARK: - At an offset

  /// A reader of these bytes at the position `offset`; `nil` if that is outside.
  func at(_ offset: some BinaryInteger) -> ByteReader? {
    guard let offset = Int(exactly: offset), (0...count).contains(offset) else { return nil }
    var reader = self
    reader.position = offset
    return reader
  }

  /// The `count` bytes from `offset`; `nil` unless all are inside.
  func part(at offset: some BinaryInteger, count: some BinaryInteger) -> ByteReader? {
    var reader = at(offset)
    return reader?.take(count)
  }

  // MARK: - In sequence

  /// Reads a number; `nil` if there are too few bytes.
  mutating func next<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type = Number.self, _ order: ByteOrder = .bigEndian
  ) -> Number? {
    guard let bytes = take(Number.bitWidth / 8)?.bytes else { return nil }
    let number = bytes.reduce(0) { $0 << 8 | Number($1) }
    return order == .bigEndian ? number : number.byteSwapped
  }

  /// Reads the next `count` bytes; `nil` if there are fewer.
  mutating func take(_ count: some BinaryInteger) -> ByteReader? {
    guard let count = Int(exactly: count), count >= 0, count <= self.count - position else {
      return nil
    }
    let start = bytes.startIndex + position
    position += count
    return ByteReader(bytes[start..<start + count])
  }

  /// Skips `count` bytes; `nil` if there are fewer.
  mutating func skip(_ count: some BinaryInteger) -> Void? {
    take(count).map { _ in }
  }

  /// Skips `text`, in ASCII, if it comes next.
  ///
  /// - Returns: whether it did.
  mutating func skip(prefix text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Reads the four characters that name a chunk or a box; `nil` if there are fewer.
  mutating func name() -> String? {
    take(4).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Reads up to the next `delimiter`, and skips that; `nil` if there is none.
  mutating func take(upTo delimiter: UInt8) -> ByteReader? {
    // A search of Data itself takes thirty times as long.
    guard let length = rest.withUnsafeBytes({ $0.firstIndex(of: delimiter) }) else { return nil }
    let part = take(length)
    position += 1
    return part
  }

  /// Skips all bytes that are `byte`, up to the first that is not.
  mutating func skip(all byte: UInt8) {
    position += rest.withUnsafeBytes { bytes in
      bytes.firstIndex { $0 != byte } ?? bytes.count
    }
  }
}

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
