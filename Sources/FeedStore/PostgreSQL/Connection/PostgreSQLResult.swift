internal import CPostgreSQL

/// A result of libpq, freed with the last reference to it.
final class PostgreSQLResult {
  private let handle: OpaquePointer

  /// Owns a result of libpq.
  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    tanada_postgresql_clear(handle)
  }

  /// What the result is.
  var status: tanada_postgresql_status { tanada_postgresql_status_of(handle) }

  /// The words of the command, such as "INSERT 0 1".
  var command: String { String(cString: tanada_postgresql_command(handle)) }

  /// How many rows the statement changed or found; 0 for statements that change none.
  var changeCount: Int { Int(String(cString: tanada_postgresql_changes(handle))) ?? 0 }

  /// Whether the server ends the connection with this error.
  var isFatal: Bool { ["FATAL", "PANIC"].contains(Self.field("V", of: handle)) }

  /// The facts of an error.
  func failure(statement: String?, host: String) -> PostgreSQLError.Failure {
    Self.failure(of: handle, statement: statement, host: host)
  }

  /// The facts of an error or a notice.
  static func failure(
    of handle: OpaquePointer, statement: String?, host: String
  ) -> PostgreSQLError.Failure {
    let message =
      field("M", of: handle)
      ?? String(cString: tanada_postgresql_result_message(handle)).oneLine
    return PostgreSQLError.Failure(
      sqlState: field("C", of: handle), message: message, detail: field("D", of: handle),
      hint: field("H", of: handle), constraint: field("n", of: handle), statement: statement,
      routine: field("R", of: handle), host: host)
  }

  /// A field by its code in the protocol.
  private static func field(_ code: UnicodeScalar, of handle: OpaquePointer) -> String? {
    tanada_postgresql_field(handle, Int32(code.value)).map { String(cString: $0) }
  }

  /// The columns of the rows that `statement` finds, and their types.
  func columns(of statement: String) -> (names: SQLColumns, types: [PostgreSQLType]) {
    let indices = 0..<tanada_postgresql_column_count(handle)
    let names = indices.map { String(cString: tanada_postgresql_column_name(handle, $0)) }
    let types = indices.map {
      PostgreSQLType(identifier: tanada_postgresql_column_type(handle, $0))
    }
    return (SQLColumns(names, of: statement), types)
  }

  /// Appends the rows, which have these columns.
  func appendRows(
    _ columns: SQLColumns, _ types: [PostgreSQLType], to rows: inout [SQLRow]
  ) throws(PostgreSQLError) {
    for row in 0..<tanada_postgresql_row_count(handle) {
      var values: [SQLValue] = []
      values.reserveCapacity(types.count)
      for (column, type) in types.enumerated() {
        values.append(try value(row, column, type, columns))
      }
      rows.append(SQLRow(values, columns: columns))
    }
  }

  private func value(
    _ row: Int32, _ column: Int, _ type: PostgreSQLType, _ columns: SQLColumns
  ) throws(PostgreSQLError) -> SQLValue {
    var count: Int32 = 0
    guard let start = tanada_postgresql_value(handle, row, Int32(column), &count) else {
      return .null
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    switch type {
    case .int8: return .integer(Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))))
    case .int4: return .integer(Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
    case .int2: return .integer(Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))))
    case .oid: return .integer(Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
    case .float8:
      let pattern = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
      return .number(Double(bitPattern: pattern))
    case .float4:
      let pattern = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
      return .number(Double(Float(bitPattern: pattern)))
    case .bool: return .boolean(bytes[0] != 0)
    case .text, .varchar, .name, .json, .unknown, .char:
      return .text(String(decoding: bytes, as: UTF8.self))
    // The first byte is the version of the format.
    case .jsonb: return .text(String(decoding: bytes.dropFirst(), as: UTF8.self))
    case .bytea: return .bytes(Array(bytes))
    case .void: return .null
    default:
      throw .unsupportedType(column: columns.names[column], type: type)
    }
  }
}

extension String {
  /// The text with its lines joined.
  var oneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension SQLValue {
  /// The type that a parameter is sent with; ``PostgreSQLType/inferred`` for NULL.
  package var type: PostgreSQLType {
    switch self {
    case .null: .inferred
    case .integer: .int8
    case .number: .float8
    case .text: .text
    case .bytes: .bytea
    case .boolean: .bool
    }
  }

  /// Whether the value is NULL.
  package var isNull: Bool { self == .null }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(integerLiteral value: Int) {
    self = .integer(value)
  }

  package init(floatLiteral value: Double) {
    self = .number(value)
  }

  package init(stringLiteral value: String) {
    self = .text(value)
  }

  package init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  package init(nilLiteral: ()) {
    self = .null
  }
}

/// A type of PostgreSQL, by the identifier that it has in each database.
package struct PostgreSQLType: Hashable, Sendable {
  /// The identifier in `pg_type`.
  package let identifier: UInt32

  /// The type with this identifier in `pg_type`.
  package init(identifier: UInt32) {
    self.identifier = identifier
  }

  // Computed, not stored: a constant in each comparison, rather than a variable that is made at first use.

  /// A type that the server infers, as it does for NULL.
  package static var inferred: Self { Self(identifier: 0) }
  /// True or false.
  package static var bool: Self { Self(identifier: 16) }
  /// Bytes.
  package static var bytea: Self { Self(identifier: 17) }
  /// One byte, as the catalogues have it.
  package static var char: Self { Self(identifier: 18) }
  /// A name in the catalogues, of up to 63 bytes.
  package static var name: Self { Self(identifier: 19) }
  /// An integer of 64 bits.
  package static var int8: Self { Self(identifier: 20) }
  /// An integer of 16 bits.
  package static var int2: Self { Self(identifier: 21) }
  /// An integer of 32 bits.
  package static var int4: Self { Self(identifier: 23) }
  /// A text.
  package static var text: Self { Self(identifier: 25) }
  /// An identifier in the catalogues, of 32 bits.
  package static var oid: Self { Self(identifier: 26) }
  /// JSON as it was written.
  package static var json: Self { Self(identifier: 114) }
  /// A number of 32 bits.
  package static var float4: Self { Self(identifier: 700) }
  /// A number of 64 bits.
  package static var float8: Self { Self(identifier: 701) }
  /// A literal whose type nothing decides.
  package static var unknown: Self { Self(identifier: 705) }
  /// A text of a limited length.
  package static var varchar: Self { Self(identifier: 1043) }
  /// No value, which functions return.
  package static var void: Self { Self(identifier: 2278) }
  /// JSON as it was understood.
  package static var jsonb: Self { Self(identifier: 3802) }
}
