/// Bytes that are put together from numbers and texts.
struct ByteBuilder {
  var bytes: [UInt8] = []
  var isBigEndian = true

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 }
  }

  mutating func add(_ text: String) {
    bytes += Array(text.utf8)
  }

  mutating func add(_ more: [UInt8]) {
    bytes += more
  }

  /// The bytes that `body` adds.
  static func build(isBigEndian: Bool = true, _ body: (inout ByteBuilder) -> Void) -> [UInt8] {
    var builder = ByteBuilder(isBigEndian: isBigEndian)
    body(&builder)
    return builder.bytes
  }
}
