import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import LayoutCatalog
import StrictJSON

/// The fields of an item that a response has.
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
    let known = kind.allFields.map(\.name)
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy(known.contains) else {
      throw Problem.invalidParameter(
        "fields",
        expected:
          "fields of \(kind.name) separated by commas (\(known.joined(separator: ", ")))",
        found: text.quotedExcerpt)
    }
    self.names = Set(names)
  }

  /// Writes `item` with these fields, in the published order; with all fields also its window, if
  /// requested.
  func write(_ item: StoredItem, withWindow: Bool, to writer: inout JSONWriter) {
    if names == nil, withWindow { return writer.item(item) }
    writer.object { object in
      guard let names else { return object.members(of: item.content) }
      for field in item.content.kind.allFields where names.contains(field.name) {
        for (name, value) in item.content.valuesInAllLocales(of: field.name) {
          object.member(name, value)
        }
      }
    }
  }
}
