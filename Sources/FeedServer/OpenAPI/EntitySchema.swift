import FeedModel

/// The fields of an entity, as they are read: the one list there is of them.
struct EntityFields: FieldReader {
  /// One field, and what it looks like.
  struct Field: Sendable {
    let name: String
    let schema: Schema
  }

  private(set) var fields: [Field] = []

  /// The fields of `entity`, in the published order.
  static func fields(of entity: any ContentEntity.Type) -> [Field] {
    var reader = EntityFields()
    _ = entity.init(reading: &reader)
    return reader.fields
  }

  mutating func identifier(_ name: String) -> Int {
    add(name, .integer(1...Int.max), standIn: 1)
  }

  mutating func integer(_ name: String) -> Int { add(name, .integer(), standIn: 0) }

  mutating func positiveInteger(_ name: String) -> Int {
    add(name, .integer(1...Int.max), standIn: 1)
  }

  mutating func rating(_ name: String) -> Double { add(name, .number(0...5), standIn: 0) }

  mutating func text(_ name: String) -> String {
    // Text that SQLite would cut is refused.
    add(name, .text(pattern: "^[^\\u0000]*$"), standIn: "")
  }

  mutating func url(_ name: String) -> String {
    add(name, .text(pattern: AddressPattern.url, format: "uri"), standIn: "")
  }

  mutating func date(_ name: String) -> Timestamp {
    add(name, .moment, standIn: Timestamp(millisecondsSince1970: 0))
  }

  private mutating func add<Value>(_ name: String, _ schema: Schema, standIn: Value) -> Value {
    fields.append(Field(name: name, schema: schema))
    return standIn
  }
}

/// What addresses look like.
enum AddressPattern {
  /// An absolute http or https address.
  static let url = "^https?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(/[A-Za-z0-9._~/-]*)?$"
}

extension Schema {
  /// A date and time with its zone, as the sample files have it.
  static let moment = Schema.text(
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?"
      + "(Z|[+-][0-9]{2}:?[0-9]{2})$")

  /// A whole item of `kind`.
  static func entity(_ kind: ContentKind) -> Schema {
    .object(
      EntityFields.fields(of: kind.entityType).map { .required($0.name, $0.schema) })
  }
}
