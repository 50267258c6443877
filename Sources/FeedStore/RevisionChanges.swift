package import FeedModel

/// What one revision changed.
package struct RevisionChanges: Hashable, Sendable {
  /// An item that was inserted, updated, deleted, or began or ceased to be shown.
  package struct Item: Hashable, Sendable {
    package let kind: ContentKind
    package let id: Int

    package init(kind: ContentKind, id: Int) {
      self.kind = kind
      self.id = id
    }
  }

  /// The most items that are listed one by one.
  package static let maximumItemCount = 1_000

  package let revision: Revision
  /// By kind and id; the first ``maximumItemCount`` and no more.
  package let items: [Item]
  /// Every kind with a changed item, in alphabetical order.
  package let kinds: [ContentKind]
  /// Whether there are more items than are listed.
  package let isAbridged: Bool
  /// The feeds whose compositions changed, in alphabetical order.
  package let feeds: [String]

  package init(
    revision: Revision, items: [Item], kinds: [ContentKind], isAbridged: Bool, feeds: [String]
  ) {
    self.revision = revision
    self.items = items
    self.kinds = kinds
    self.isAbridged = isAbridged
    self.feeds = feeds
  }
}
