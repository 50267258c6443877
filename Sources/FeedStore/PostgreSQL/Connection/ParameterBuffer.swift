internal import CPostgreSQL
internal import Foundation

/// The parameters of a statement in the binary format. One buffer serves all statements of a connection.
struct ParameterBuffer {
  private var bytes = ByteBuffer()
  private var lengths: [Int32] = []
  /// The identifiers of the types, 0 for NULL.
  private(set) var types: [UInt32] = []

  /// Replaces the parameters.
  ///
  /// - Throws: ``PostgreSQLError/textWithNull(parameter:)``.
  mutating func set(_ values: [SQLValue]) throws(PostgreSQLError) {
    bytes.removeAll(keepingAtMost: 1 << 20)
    lengths.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    for (index, value) in values.enumerated() {
      let start = bytes.count
      guard bytes.append(binary: value) else { throw .textWithNull(parameter: index + 1) }
      lengths.append(value.isNull ? -1 : Int32(clamping: bytes.count - start))
      types.append(value.type.identifier)
    }
  }

  /// Calls `body` with the parameters for libpq.
  func withParameters<Value>(
    _ body: (UnsafePointer<tanada_postgresql_parameters>) -> Value
  ) -> Value {
    types.withUnsafeBufferPointer { types in
      lengths.withUnsafeBufferPointer { lengths in
        bytes.withBytes { bytes in
          var parameters = tanada_postgresql_parameters(
            count: Int32(lengths.count), types: types.baseAddress, lengths: lengths.baseAddress,
            bytes: bytes.baseAddress)
          return body(&parameters)
        }
      }
    }
  }
}

extension ByteBuffer {
  /// Appends the binary format of a value: nothing for NULL.
  ///
  /// - Returns: whether PostgreSQL can have it: a text has no U+0000.
  mutating func append(binary value: SQLValue) -> Bool {
    switch value {
    case .null: break
    case .integer(let integer): append(bigEndian: Int64(integer))
    case .number(let number): append(bigEndian: number.bitPattern)
    case .boolean(let boolean): append(bigEndian: boolean ? 1 : 0 as UInt8)
    case .bytes(let bytes): bytes.withUnsafeBytes { append($0) }
    case .text(var text):
      return text.withUTF8 { bytes in
        append(UnsafeRawBufferPointer(bytes))
        return !bytes.containsNull
      }
    }
    return true
  }
}

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
