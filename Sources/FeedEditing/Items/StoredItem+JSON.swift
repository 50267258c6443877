package import FeedModel
package import FeedStore
package import StrictJSON

extension StoredItem {
  /// The strong tag of the item: that of its fields and of its window.
  package var entityTag: String {
    EntityTag.text(of: JSONWriter.encode { $0.item(self) })
  }
}

extension JSONWriter {
  /// An item for clients that may see drafts: its window is added to its fields.
  package mutating func item(_ item: StoredItem) {
    object { object in
      object.members(of: item.content)
      object.member(WindowField.isDraft, item.window.isDraft)
      object.member(WindowField.publishAt, item.window.publishAt)
      object.member(WindowField.unpublishAt, item.window.unpublishAt)
      object.condition(of: item.window)
    }
  }

  /// The condition of `window` as a member of an item. It is left out where there is none, so that the tags of items
  /// without a condition are those they always had.
  mutating func condition(of window: Window) {
    guard let when = window.when else { return }
    object(WindowField.when) { when.write(to: &$0) }
  }

  /// A moment in UTC, or null.
  package mutating func member(_ name: String, _ moment: Timestamp?) {
    if let moment { member(name, moment.rfc3339) } else { null(name) }
  }
}
