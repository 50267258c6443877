package import FeedModel

/// A stored item.
package struct StoredItem: Sendable {
  package let content: ContentItem
  /// When it is shown.
  package let window: Window

  package init(_ content: ContentItem, window: Window) {
    self.content = content
    self.window = window
  }
}

/// The stored item before a write.
package enum PreviousItem: Sendable {
  case nothing
  case item(StoredItem)
  /// An item that breaks the rules in its `field`: another tool has written it.
  case unreadable(field: String)

  /// Whether there is no item with the id.
  package var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}

extension ContentReader {
  /// The stored item `id`, its absence, or the invalid field of an unreadable one. Unlike
  /// ``item(of:id:)`` it does not fail for an unreadable item, so that it can be replaced or removed.
  package func previousItem(of kind: ContentKind, id: Int) throws -> PreviousItem {
    do {
      return try item(of: kind, id: id).map(PreviousItem.item) ?? .nothing
    } catch StoreError.invalidItem(_, _, let field) {
      return .unreadable(field: field)
    }
  }
}

/// An item as it was from one revision on.
package struct ItemVersion: Sendable {
  /// The first revision in which it was valid; 0 for one that is older than the history.
  package let from: Int
  /// The revision that ended it; `nil` for the present version.
  package let until: Int?
  /// Who wrote it; `nil` if that is not known.
  package let actor: String?
  /// The item, or the field that breaks the rules.
  package let item: PreviousItem
}
