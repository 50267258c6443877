import FeedEditing
import FeedModel
import FeedStore
import LayoutCatalog
import StrictJSON

/// Which fields of an item are written.
struct FieldSelection {
  private let names: Set<String>?
  /// The parameter with the selection; `nil` for all fields.
  let text: String?

  /// The fields of `kind` in `text`, separated by commas; all fields without a text.
  init(_ text: String?, of kind: ContentKind) throws {
    self.text = text
    guard let text else {
      names = nil
      return
    }
    let known = kind.fields.map(\.name)
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy(known.contains) else {
      throw Problem.invalidParameter(
        "fields",
        expected:
          "fields of \(kind.rawValue) separated by commas (\(known.joined(separator: ", ")))",
        found: text.quotedExcerpt)
    }
    self.names = Set(names)
  }

  /// Writes `item` with these fields, in the published order; with all fields also its window, if
  /// requested.
  func write(_ item: StoredItem, withWindow: Bool, to writer: inout JSONWriter) {
    if names == nil, withWindow { return writer.item(item) }
    write(item.entity, to: &writer)
  }

  private func write(_ entity: some ContentEntity, to writer: inout JSONWriter) {
    writer.object { object in
      guard let names else { return object.members(of: entity) }
      var selected = SelectedFieldWriter(names: names, writer: object)
      entity.write(to: &selected)
      object = selected.writer
    }
  }
}

/// Writes some of an entity's fields as members of a JSON object.
private struct SelectedFieldWriter: FieldWriter {
  let names: Set<String>
  var writer: JSONWriter

  mutating func integer(_ name: String, _ value: Int) {
    if names.contains(name) { writer.member(name, value) }
  }
  mutating func number(_ name: String, _ value: Double) {
    if names.contains(name) { writer.member(name, value) }
  }
  mutating func text(_ name: String, _ value: String) {
    if names.contains(name) { writer.member(name, value) }
  }
}
