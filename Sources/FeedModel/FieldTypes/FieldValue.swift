package import StrictJSON

/// The value of a field of an item.
public enum FieldValue: Hashable, Sendable {
  /// No value; only fields that are not required have none.
  case null
  case boolean(Bool)
  case integer(Int)
  /// Finite.
  case number(Double)
  case text(String)
  case date(Timestamp)
  case list([FieldValue])

  /// Whether both are the same value. Texts are if they have the same bytes.
  public static func == (left: FieldValue, right: FieldValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.text(let left), .text(let right)): left.exact == right.exact
    case (.date(let left), .date(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    default: false
    }
  }
}

extension FieldValue {
  /// Whether there is a value.
  package var isNull: Bool { self == .null }

  /// The number, whole or not.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value as one text, which its type reads back to the same value: lists as JSON, no value as
  /// an empty text.
  package var plainText: String {
    switch self {
    case .null: ""
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): NumberText.shortest(value)
    case .text(let value): value
    case .date(let value): value.text
    case .list: String(decoding: JSONWriter.encode { $0.value(self) }, as: UTF8.self)
    }
  }
}

extension JSONWriter {
  /// A field's value.
  package mutating func value(_ value: FieldValue) {
    switch value {
    case .null: null()
    case .boolean(let value): self.value(value)
    case .integer(let value): self.value(value)
    case .number(let value): self.value(value)
    case .text(let value): self.value(value)
    case .date(let value): self.value(value.text)
    case .list(let values): array(values) { $0.value($1) }
    }
  }

  /// A field and its value as a member of an object.
  package mutating func member(_ name: String, _ value: FieldValue) {
    key(name)
    self.value(value)
  }
}

extension FieldValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .date(let value): try container.encode(value.text)
    case .list(let values): try container.encode(values)
    }
  }
}
