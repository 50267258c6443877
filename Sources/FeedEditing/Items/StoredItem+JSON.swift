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
      object.member("draft", item.window.isDraft)
      object.member("publish_at", item.window.publishAt)
      object.member("unpublish_at", item.window.unpublishAt)
    }
  }

  /// A moment in UTC, or null.
  package mutating func member(_ name: String, _ moment: Timestamp?) {
    if let moment { member(name, moment.rfc3339) } else { null(name) }
  }
}
