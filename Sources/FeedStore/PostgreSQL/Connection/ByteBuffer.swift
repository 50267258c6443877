#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Bytes in one piece of memory, to which integers are appended without a detour.
struct ByteBuffer {
  private var memory: [UInt8]
  /// How many bytes there are.
  private(set) var count: Int

  /// A buffer that begins with `bytes`, with memory for `capacity`.
  init(_ bytes: [UInt8] = [], capacity: Int = 0) {
    memory = bytes + [UInt8](repeating: 0, count: max(0, capacity - bytes.count))
    count = bytes.count
  }

  /// Appends an integer, the most significant byte first.
  @inline(__always)
  mutating func append<Integer: FixedWidthInteger>(bigEndian integer: Integer) {
    let size = MemoryLayout<Integer>.size
    grow(by: size)
    memory.withUnsafeMutableBytes {
      $0.storeBytes(of: integer.bigEndian, toByteOffset: count, as: Integer.self)
    }
    count += size
  }

  /// Appends bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    grow(by: bytes.count)
    memory.withUnsafeMutableBytes { memory in
      UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
    }
    count += bytes.count
  }

  /// Removes all bytes, and gives memory of more than `capacity` bytes back.
  mutating func removeAll(keepingAtMost capacity: Int) {
    count = 0
    if memory.count > capacity { memory = [] }
  }

  /// Calls `body` with the bytes.
  func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    memory.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  @inline(__always)
  private mutating func grow(by size: Int) {
    let needed = count + size
    guard needed > memory.count else { return }
    memory += [UInt8](repeating: 0, count: max(needed, 2 * memory.count) - memory.count)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether one of the bytes is 0.
  var containsNull: Bool {
    baseAddress.map { memchr($0, 0, count) != nil } ?? false
  }
}
