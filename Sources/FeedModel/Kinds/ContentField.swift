package import StrictJSON

/// A field of a kind's items: its name and what it holds.
public struct ContentField: Hashable, Sendable {
  /// What a field holds, and so how two of its values compare.
  public enum ValueType: Hashable, Sendable {
    /// Whole numbers of a range.
    case integer(ClosedRange<Int>)
    /// Numbers of a range, whole or not.
    case number(ClosedRange<Double>)
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
  public var fields: [ContentField] { outline.fields }

  /// An example item with a value in every field, to inspect the fields of a kind.
  package var example: any ContentEntity { outline.example }

  /// The field called `name`, if items of this kind have one.
  public func field(_ name: String) -> ContentField? {
    fields.first { $0.name == name }
  }

  private var outline: (fields: [ContentField], example: any ContentEntity) {
    var entity: any ContentEntity = entityType.init()
    var collector = FieldCollector()
    entity.visitFields(with: &collector)
    return (collector.fields, entity)
  }
}

/// Collects the fields of an entity, and sets an example value for each.
private struct FieldCollector: FieldVisitor {
  private(set) var fields: [ContentField] = []

  mutating func identifier(_ name: String, _ value: inout Int) { positiveInteger(name, &value) }
  mutating func integer(_ name: String, _ value: inout Int) {
    note(name, .integer(Int.min...Int.max), &value, 1)
  }
  mutating func positiveInteger(_ name: String, _ value: inout Int) {
    note(name, .integer(1...Int.max), &value, 1)
  }
  mutating func rating(_ name: String, _ value: inout Double) {
    note(name, .number(FieldRule.ratings), &value, 0)
  }
  mutating func text(_ name: String, _ value: inout String) { note(name, .text, &value, "text") }
  mutating func url(_ name: String, _ value: inout String) {
    note(name, .url, &value, "https://example.com/")
  }
  mutating func date(_ name: String, _ value: inout Timestamp) {
    note(name, .date, &value, Timestamp(millisecondsSince1970: 0))
  }

  private mutating func note<Value>(
    _ name: String, _ type: ContentField.ValueType, _ value: inout Value, _ example: Value
  ) {
    fields.append(ContentField(name: name, type: type))
    value = example
  }
}

/// What the values of fields keep to, wherever they are read.
package enum FieldRule {
  /// The ratings an item can have.
  package static let ratings = 0.0...5.0
}

extension DocumentProblem.Expectation {
  /// One of ``FieldRule/ratings``.
  package static let rating = words("a number from 0 to 5")
  /// What ``AbsoluteURL`` accepts.
  package static let url = words("an absolute http or https URL")
  /// What ``Timestamp`` reads.
  package static let date = words("a date like 2022-12-01T07:30:00.000+0000")
}
