package import FeedModel

/// A position in a list: after the item with these values in the sort fields.
package struct ListPosition: Hashable, Sendable {
  /// How much of a text counts when a list is sorted by it, in code points: a position has to fit
  /// into an address.
  package static let sortedTextLength = 100

  /// The values of the sort fields, as text, in the order of the query's keys.
  package let values: [String]
  package let id: Int

  package init(values: [String] = [], id: Int) {
    self.values = values
    self.id = id
  }

  /// The position after `entity` in a list sorted by `keys`.
  package init(behind entity: some ContentEntity, sortedBy keys: [ContentQuery.SortKey]) {
    var texts = FieldTexts(fields: Set(keys.map(\.field)))
    entity.write(to: &texts)
    self.init(values: keys.map { texts.values[$0.field, default: ""] }, id: entity.id)
  }
}

/// Collects fields as text that reads back to the same value.
private struct FieldTexts: FieldWriter {
  let fields: Set<String>
  private(set) var values: [String: String] = [:]

  init(fields: Set<String>) {
    self.fields = fields
  }

  mutating func integer(_ name: String, _ value: Int) { keep(name, "\(value)") }
  mutating func number(_ name: String, _ value: Double) { keep(name, "\(value)") }
  mutating func text(_ name: String, _ value: String) {
    guard fields.contains(name) else { return }
    let scalars = value.unicodeScalars.prefix(ListPosition.sortedTextLength)
    values[name] = String(String.UnicodeScalarView(scalars))
  }

  private mutating func keep(_ name: String, _ text: @autoclosure () -> String) {
    if fields.contains(name) { values[name] = text() }
  }
}
