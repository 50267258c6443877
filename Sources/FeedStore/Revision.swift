package import FeedModel
package import Foundation

/// One state of the content: every transaction that changes something makes the next one.
package struct Revision: Hashable, Sendable {
  /// Positive; higher is newer.
  package let number: Int
  /// Tells it apart from the revision with the same number of another copy of the store, such as a restored
  /// backup to which something else was written.
  package let id: UUID
  /// When it was written.
  package let committedAt: Timestamp

  package init(number: Int, id: UUID, committedAt: Timestamp) {
    self.number = number
    self.id = id
    self.committedAt = committedAt
  }
}

extension Revision {
  /// The tolerated difference between the clocks of servers, in milliseconds: a revision may be this much
  /// ahead of another server's clock.
  package static let clockTolerance = 2_000

  /// Whether a server whose clock was ahead has written it, as seen at `now`. It may show items that are not
  /// due yet.
  package func isFromFuture(at now: Timestamp) -> Bool {
    committedAt.millisecondsSince1970 - Self.clockTolerance > now.millisecondsSince1970
  }

  /// The moment whose content it shows at `now`: when it was written, unless that is in the future.
  package func shownMoment(at now: Timestamp) -> Timestamp {
    isFromFuture(at: now) ? now : committedAt
  }
}

/// The effect of a write on one item.
package enum Change: String, CaseIterable, Hashable, Sendable {
  case inserted
  case updated
  case deleted
  case unchanged
}

extension Change {
  /// This change and `next`, to the same item in the same transaction, as one change; `nil` for an
  /// item that was inserted and deleted.
  package func followed(by next: Change) -> Change? {
    switch (self, next) {
    case (_, .unchanged): self
    case (.unchanged, _): next
    case (.inserted, .deleted): nil
    case (.inserted, _): .inserted
    case (.deleted, .inserted): .updated
    case (_, .deleted): .deleted
    default: .updated
    }
  }
}

/// The changes of one revision.
package struct RevisionChanges: Hashable, Sendable {
  /// An item that was inserted, updated, deleted, or began or ceased to be shown, and that the public saw
  /// before or sees after the revision: drafts are not named.
  package struct Item: Hashable, Sendable {
    /// The name of the kind, which may be gone by now.
    package let kind: String
    package let id: Int

    package init(kind: String, id: Int) {
      self.kind = kind
      self.id = id
    }
  }

  /// The most items that are listed one by one.
  package static let maximumItemCount = 1_000

  package let revision: Revision
  /// Who made it; `nil` for revisions that nobody writes, such as the beginning of a window.
  package let actor: String?
  /// By kind and id; the first ``maximumItemCount`` and no more.
  package let items: [Item]
  /// Every kind with a changed item that the public saw or sees, in alphabetical order.
  package let kinds: [String]
  /// Whether there are more items than are listed.
  package let isAbridged: Bool
  /// The feeds whose compositions changed, in alphabetical order.
  package let feeds: [String]
  /// The kinds whose definitions changed, in alphabetical order.
  package let definitions: [String]
  /// The cells and themes that changed, in alphabetical order.
  package let designs: [DesignKey]
  /// The photos that are shown otherwise, in alphabetical order.
  package let photos: [String]
  /// The feeds and sections that are known to show something else, by their names.
  package let documents: [DocumentKey]
  /// Every kind with a changed item that clients with a condition saw or see, in alphabetical order. Nothing else is
  /// said of these items, which are not for everybody.
  package let targetedKinds: [String]
  /// The photos that are shown otherwise, and only to clients with a condition, in alphabetical order.
  package let targetedPhotos: [String]

  package init(
    revision: Revision, actor: String? = nil, items: [Item], kinds: [String], isAbridged: Bool,
    feeds: [String], definitions: [String] = [], designs: [DesignKey] = [], photos: [String] = [],
    documents: [DocumentKey] = [], targetedKinds: [String] = [], targetedPhotos: [String] = []
  ) {
    self.revision = revision
    self.actor = actor
    self.items = items
    self.kinds = kinds
    self.isAbridged = isAbridged
    self.feeds = feeds
    self.definitions = definitions
    self.designs = designs
    self.photos = photos
    self.documents = documents
    self.targetedKinds = targetedKinds
    self.targetedPhotos = targetedPhotos
  }
}
