import Foundation

/// The order of the bytes of a number.
enum ByteOrder: Hashable, Sendable {
  case bigEndian
  case littleEndian
}

/// Bytes that nobody has checked, read from the front or at offsets that they name themselves.
///
/// Whatever is not wholly inside is `nil`, for any offset and any length, so that no reader of a format
/// calculates with numbers from a file. A part shares the storage of the whole.
struct ByteReader: Sendable {
  /// All bytes, also those that have been read.
  private let bytes: Data
  /// What the next read begins with; at most ``count``.
  private(set) var position = 0

  init(_ bytes: Data) {
    self.bytes = bytes
  }

  /// How many bytes there are, read or not.
  var count: Int { bytes.count }

  /// The bytes that have not been read.
  var rest: Data { bytes.suffix(count - position) }

  // MARK: - At an offset

  /// The same bytes, to be read from `offset`, which counts from the first of them.
  func at(_ offset: some BinaryInteger) -> ByteReader? {
    guard let offset = Int(exactly: offset), (0...count).contains(offset) else { return nil }
    var reader = self
    reader.position = offset
    return reader
  }

  /// The `count` bytes from `offset`, as a whole of their own.
  func part(at offset: some BinaryInteger, count: some BinaryInteger) -> ByteReader? {
    var reader = at(offset)
    return reader?.take(count)
  }

  // MARK: - From the front

  /// The next bytes as a number.
  mutating func next<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type = Number.self, _ order: ByteOrder = .bigEndian
  ) -> Number? {
    guard let bytes = take(Number.bitWidth / 8)?.bytes else { return nil }
    let number = bytes.reduce(0) { $0 << 8 | Number($1) }
    return order == .bigEndian ? number : number.byteSwapped
  }

  /// The next `count` bytes, as a whole of their own.
  mutating func take(_ count: some BinaryInteger) -> ByteReader? {
    guard let count = Int(exactly: count), count >= 0, count <= self.count - position else {
      return nil
    }
    let start = bytes.startIndex + position
    position += count
    return ByteReader(bytes[start..<start + count])
  }

  /// Goes over the next `count` bytes; `nil` if there are fewer.
  mutating func skip(_ count: some BinaryInteger) -> Void? {
    take(count).map { _ in }
  }

  /// Goes over `text` in ASCII if that comes next.
  ///
  /// - Returns: whether it does.
  mutating func skip(prefix text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// The four characters that name a chunk or a box.
  mutating func name() -> String? {
    take(4).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The bytes before the next `delimiter`, which is gone over as well; `nil` if there is none.
  mutating func take(upTo delimiter: UInt8) -> ByteReader? {
    guard let end = rest.firstIndex(of: delimiter) else { return nil }
    let part = take(end - bytes.startIndex - position)
    position += 1
    return part
  }
}
