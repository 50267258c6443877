package import FeedModel
package import StrictJSON

/// An item and its window as an editor writes them: the item's own fields, and `draft`, `publish_at`,
/// `unpublish_at` and `when` beside them.
package struct ItemBody: Sendable {
  package let content: ContentItem
  package let window: Window
  /// Whether the item has an id of its own. If not, its id is a stand-in.
  package let isNumbered: Bool

  /// Reads an item of `kind` by the rules of content files.
  ///
  /// - Parameter id: the id the item must have; `nil` for any, or none.
  /// - Throws: all problems of the item, with pointers relative to it.
  package init(
    _ tree: JSONTree, kind: ContentKind, id: Int? = nil
  ) throws(DocumentProblems) {
    let isNumbered = tree["id"] != nil
    let numbered = isNumbered ? tree : tree.adding(.init(plain: "id", .integer(id ?? 1)))
    let (fields, found) = JSONFieldReader.read(numbered) { fields in
      let content = ContentItem(reading: &fields, kind: kind)
      fields.checkPictureSize(of: content)
      let window = Window(reading: &fields) { .text($0.rfc3339) }
      fields.refuseUnknownFields()
      return (content: content, window: window)
    }
    var problems = found
    if let id, let found = fields?.content.id, found > 0, found != id {
      problems.append(
        DocumentProblem(
          pointer: "/id", expected: .words("the id \(id), which cannot change"),
          found: .number(String(found))))
    }
    guard let fields, problems.isEmpty else { throw DocumentProblems(problems) }
    self.init(
      content: fields.content, window: fields.window, isNumbered: isNumbered || id != nil)
  }

  private init(content: ContentItem, window: Window, isNumbered: Bool) {
    self.content = content
    self.window = window
    self.isNumbered = isNumbered
  }

  /// Returns this item with the id `id`.
  package func numbered(_ id: Int) -> ItemBody {
    var content = content
    content.id = id
    return ItemBody(content: content, window: window, isNumbered: true)
  }
}
