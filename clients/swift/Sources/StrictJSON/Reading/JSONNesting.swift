/// Follows brackets and texts alone, so that it is known where a value ends whatever is wrong
/// inside it.
struct JSONNesting {
  private var depth = 0
  private var isText = false
  private var isEscaped = false

  /// The index of the byte with which the depth leaves `depths`: the first behind `start` and before
  /// `end`, or none.
  mutating func leave(
    _ depths: ClosedRange<Int>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    var index = start
    while index < end {
      let byte = bytes[index]
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
          if !depths.contains(depth) { return index }
        }
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
        if !depths.contains(depth) { return index }
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if !depths.contains(depth) { return index }
      }
      index += 1
    }
    return nil
  }
}
