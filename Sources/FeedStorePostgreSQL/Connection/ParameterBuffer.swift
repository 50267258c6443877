internal import CPostgreSQL

/// The parameters of a statement in the binary format. One buffer serves all statements of a connection.
struct ParameterBuffer {
  private var bytes: [UInt8] = []
  private var lengths: [Int32] = []
  private(set) var types: [UInt32] = []

  /// Replaces the parameters.
  ///
  /// - Throws: ``PostgreSQLError/textWithNull(parameter:)``.
  mutating func set(_ values: [PostgreSQLValue]) throws(PostgreSQLError) {
    bytes.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    for (index, value) in values.enumerated() {
      let start = bytes.count
      guard bytes.append(binary: value) else { throw .textWithNull(parameter: index + 1) }
      lengths.append(value.isNull ? -1 : Int32(clamping: bytes.count - start))
      types.append(value.type.identifier)
    }
  }

  /// Gives a large buffer back.
  mutating func shrink() {
    if bytes.capacity > 1 << 20 { bytes = [] }
  }

  /// Calls `body` with the parameters for libpq.
  func withParameters<Value>(
    _ body: (UnsafePointer<tanada_postgresql_parameters>) -> Value
  ) -> Value {
    types.withUnsafeBufferPointer { types in
      lengths.withUnsafeBufferPointer { lengths in
        bytes.withUnsafeBufferPointer { bytes in
          var parameters = tanada_postgresql_parameters(
            count: Int32(lengths.count), types: types.baseAddress, lengths: lengths.baseAddress,
            bytes: bytes.baseAddress)
          return body(&parameters)
        }
      }
    }
  }
}

extension [UInt8] {
  /// Appends an integer, the most significant byte first.
  mutating func append(bigEndian integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends the binary format of a value: nothing for NULL.
  ///
  /// - Returns: whether PostgreSQL can have it: a text has no U+0000.
  mutating func append(binary value: PostgreSQLValue) -> Bool {
    switch value {
    case .null: break
    case .integer(let integer): append(bigEndian: Int64(integer))
    case .number(let number): append(bigEndian: number.bitPattern)
    case .boolean(let boolean): append(boolean ? 1 : 0)
    case .bytes(let bytes): append(contentsOf: bytes)
    case .text(let text):
      let start = count
      append(contentsOf: text.utf8)
      return !self[start...].contains(0)
    }
    return true
  }
}
