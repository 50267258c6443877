internal import CPostgreSQL

/// The parameters of a statement in the binary format. One buffer serves all statements of a connection.
struct ParameterBuffer {
  private var bytes = ByteBuffer()
  private var lengths: [Int32] = []
  /// The identifiers of the types, 0 for NULL.
  private(set) var types: [UInt32] = []

  /// Replaces the parameters.
  ///
  /// - Throws: ``PostgreSQLError/textWithNull(parameter:)``.
  mutating func set(_ values: [PostgreSQLValue]) throws(PostgreSQLError) {
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
  mutating func append(binary value: PostgreSQLValue) -> Bool {
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
