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
