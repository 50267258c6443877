/// The typed view of an item of one of the six standard kinds.
///
/// Stores and documents have ``ContentItem`` values, whose kinds are data. An entity is for code that
/// knows its kind: it names its fields once, in ``visitFields(with:)``, and its rules are those of the
/// kind's definition.
public protocol ContentEntity: Codable, Hashable, Identifiable, Sendable where ID == Int {
  /// The kind whose fields the entity has.
  static var kind: ContentKind { get }

  /// Positive, and unique in its kind.
  var id: Int { get set }

  /// An entity with empty fields.
  init()

  /// Shows every field but the id to `fields`.
  mutating func visitFields(with fields: inout some EntityFieldVisitor)
}

/// A visitor of the fields of an entity.
public protocol EntityFieldVisitor {
  /// Visits the field called `name`, a whole number.
  mutating func visit(_ name: String, _ value: inout Int)
  /// Visits the field called `name`, a number.
  mutating func visit(_ name: String, _ value: inout Double)
  /// Visits the field called `name`, a text.
  mutating func visit(_ name: String, _ value: inout String)
  /// Visits the field called `name`, a moment.
  mutating func visit(_ name: String, _ value: inout Timestamp)
}

extension ContentEntity {
  /// The entity of `item`; `nil` if it is of another kind or a field has no value or another type.
  public init?(_ item: ContentItem) {
    guard item.kind.name == Self.kind.name else { return nil }
    self.init()
    id = item.id
    var reader = ItemFieldReader(item: item)
    visitFields(with: &reader)
    guard reader.isComplete else { return nil }
  }

  /// The item, of ``kind``.
  public var item: ContentItem {
    var entity = self
    var writer = ItemFieldWriter()
    entity.visitFields(with: &writer)
    return ContentItem(
      kind: Self.kind, id: id,
      values: Self.kind.fields.map { writer.values[$0.name] ?? $0.example })
  }
}

/// Fills an entity from an item.
private struct ItemFieldReader: EntityFieldVisitor {
  let item: ContentItem
  private(set) var isComplete = true

  init(item: ContentItem) {
    self.item = item
  }

  mutating func visit(_ name: String, _ value: inout Int) {
    if case .integer(let found)? = item[name] { value = found } else { isComplete = false }
  }
  mutating func visit(_ name: String, _ value: inout Double) {
    if let found = item[name]?.double { value = found } else { isComplete = false }
  }
  mutating func visit(_ name: String, _ value: inout String) {
    if case .text(let found)? = item[name] { value = found } else { isComplete = false }
  }
  mutating func visit(_ name: String, _ value: inout Timestamp) {
    if case .date(let found)? = item[name] { value = found } else { isComplete = false }
  }
}

/// Collects the values of an entity.
private struct ItemFieldWriter: EntityFieldVisitor {
  private(set) var values: [String: FieldValue] = [:]

  mutating func visit(_ name: String, _ value: inout Int) { values[name] = .integer(value) }
  mutating func visit(_ name: String, _ value: inout Double) { values[name] = .number(value) }
  mutating func visit(_ name: String, _ value: inout String) { values[name] = .text(value) }
  mutating func visit(_ name: String, _ value: inout Timestamp) { values[name] = .date(value) }
}
