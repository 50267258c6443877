import FeedLayout
import StrictJSON

/// Why an item of a section has no place on a screen: the layout cannot draw it. The others are drawn without it.
package struct ItemError: Hashable, Sendable {
  package let section: String
  /// The id of the item.
  package let item: Int
  /// What was expected and what was found.
  package let detail: String

  /// `nil` if `error` is not about an item.
  init?(_ error: LayoutError, in section: String) {
    guard let item = error.item else { return nil }
    self.section = section
    self.item = item.id
    detail = error.clause
  }
}

extension ItemError: CustomStringConvertible {
  package var description: String { "\(section): item \(item): \(detail)" }
}

extension JSONWriter {
  /// Writes the errors of a document as its last member, if there are any.
  mutating func itemErrors(_ errors: [ItemError]) {
    guard !errors.isEmpty else { return }
    array("errors", errors) { writer, error in
      writer.object {
        $0.member("section", error.section)
        $0.member("item", error.item)
        $0.member("detail", error.detail)
      }
    }
  }
}
