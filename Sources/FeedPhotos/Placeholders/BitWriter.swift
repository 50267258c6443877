/// Bytes that are filled from their lowest bit.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  /// Appends a number of at least 0, rounded half up, as `count` bits, its lowest first.
  mutating func append(_ number: Double, count: Int) {
    let integer = Int((number + 0.5).rounded(.down))
    for bit in 0..<count { append(integer >> bit & 1 == 1) }
  }

  mutating func append(_ bit: Bool) {
    if used == 8 {
      bytes.append(0)
      used = 0
    }
    if bit { bytes[bytes.count - 1] |= 1 << used }
    used += 1
  }
}
