import Foundation

/// The fields of a kind, and an item of it that says nothing.
package struct KindOutline: Sendable {
  /// What a field holds.
  package enum Value: Hashable, Sendable {
    case number, text, date
  }

  /// The fields by name, in the published order.
  package private(set) var fields: [(name: String, value: Value)] = []
  /// An item with stand-ins in all fields; for what is to be known of a kind without any item of it.
  package let standIn: any ContentEntity

  /// The outline of `kind`.
  package init(_ kind: ContentKind) {
    func outline<Entity: ContentEntity>(
      _: Entity.Type
    ) -> (any ContentEntity, [(name: String, value: Value)]) {
      var reader = OutlineReader()
      let entity = Entity(reading: &reader)
      return (entity, reader.fields)
    }
    (standIn, fields) = outline(kind.entityType)
  }

  /// What field `name` holds; `nil` for a field the kind does not have.
  package func value(of name: String) -> Value? {
    fields.first { $0.name == name }?.value
  }
}

/// Learns an entity's fields from what it asks for.
private struct OutlineReader: FieldReader {
  var fields: [(name: String, value: KindOutline.Value)] = []

  mutating func identifier(_ name: String) -> Int { note(name, .number, 1) }
  mutating func integer(_ name: String) -> Int { note(name, .number, 1) }
  mutating func positiveInteger(_ name: String) -> Int { note(name, .number, 1) }
  mutating func rating(_ name: String) -> Double { note(name, .number, 0) }
  mutating func text(_ name: String) -> String { note(name, .text, "text") }
  mutating func url(_ name: String) -> String { note(name, .text, "https://example.com/") }
  mutating func date(_ name: String) -> Timestamp {
    note(name, .date, Timestamp(millisecondsSince1970: 0))
  }

  private mutating func note<Field>(
    _ name: String, _ value: KindOutline.Value, _ standIn: Field
  ) -> Field {
    fields.append((name, value))
    return standIn
  }
}
