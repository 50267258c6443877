/// A field of a kind's items: its name and what it holds.
public struct ContentField: Hashable, Sendable {
  /// What a field holds, and so how two of its values compare.
  public enum ValueType: Hashable, Sendable {
    /// Whole numbers.
    case integer
    /// Numbers, whole or not.
    case number
    /// Text a person reads. Compared by code points.
    case text
    /// An address. Compared by code points.
    case url
    /// Moments, whatever zone they are written in.
    case date
  }

  public let name: String
  public let type: ValueType
}

extension ContentKind {
  /// The fields of an item, in the published order.
  public var fields: [ContentField] {
    func fields<Entity: ContentEntity>(of _: Entity.Type) -> [ContentField] {
      var collector = FieldCollector()
      _ = Entity(reading: &collector)
      return collector.fields
    }
    return fields(of: entityType)
  }

  /// The field called `name`, if items of this kind have one.
  public func field(_ name: String) -> ContentField? {
    fields.first { $0.name == name }
  }
}

/// Notes which fields an entity asks for, and answers with stand-ins.
private struct FieldCollector: FieldReader {
  private(set) var fields: [ContentField] = []

  mutating func identifier(_ name: String) -> Int { note(name, .integer, 0) }
  mutating func integer(_ name: String) -> Int { note(name, .integer, 0) }
  mutating func positiveInteger(_ name: String) -> Int { note(name, .integer, 1) }
  mutating func rating(_ name: String) -> Double { note(name, .number, 0) }
  mutating func text(_ name: String) -> String { note(name, .text, "") }
  mutating func url(_ name: String) -> String { note(name, .url, "") }
  mutating func date(_ name: String) -> Timestamp {
    note(name, .date, Timestamp(millisecondsSince1970: 0))
  }

  private mutating func note<Value>(
    _ name: String, _ type: ContentField.ValueType, _ standIn: Value
  ) -> Value {
    fields.append(ContentField(name: name, type: type))
    return standIn
  }
}
