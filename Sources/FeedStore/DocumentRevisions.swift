package import FeedModel

/// A document that clients keep: a feed, or a section of one, in one of its editions.
package struct DocumentKey: Hashable, Sendable {
  /// The name of the edition: that of the feed, for other locales with the locale behind it, `home@en`.
  package let feed: String
  /// The section; `nil` for the whole feed.
  package let section: String?

  package init(feed: String, section: String? = nil) {
    self.feed = feed
    self.section = section
  }

  /// The name of the edition of `feed` in `locale`; that of the feed for `nil`.
  package static func edition(of feed: String, in locale: LocaleTag?) -> String {
    locale.map { TranslatedName.text(feed, $0) } ?? feed
  }

  /// The feed that the document is of, in whatever edition.
  package var composedFeed: String {
    let name = TranslatedName.parts(of: feed).map { String($0.field) } ?? feed
    return name.last == Self.targetedMark ? String(name.dropLast()) : name
  }

  private static let targetedMark: Character = "*"

  /// The name that stands for what `feed` shows to some clients only, in the keys of its documents.
  package static func targeted(_ feed: String) -> String { "\(feed)\(targetedMark)" }

  /// The document that stands for how `section` of `feed` chooses among items that are for some clients.
  package static func selection(of section: String, in feed: String) -> DocumentKey {
    DocumentKey(feed: targeted(feed), section: "\(section)\(targetedMark)")
  }

  /// Whether only some clients get the document.
  package var isTargeted: Bool { feed == Self.edition(of: Self.targeted(composedFeed), in: locale) }

  /// The locale of its edition; `nil` for the default one.
  package var locale: LocaleTag? {
    TranslatedName.parts(of: feed).flatMap { LocaleTag($0.locale) }
  }
}

extension DocumentKey: Comparable {
  /// Sections after their feed, both in alphabetical order.
  package static func < (one: DocumentKey, other: DocumentKey) -> Bool {
    (one.feed, one.section ?? "") < (other.feed, other.section ?? "")
  }
}

/// The documents that a revision changed.
package struct DocumentChanges: Hashable, Sendable {
  package let revision: Revision
  /// The documents that show something else from this revision on.
  package let shown: Set<DocumentKey>
  /// The documents that show the same in another place of the screen, or are gone.
  package let moved: Set<DocumentKey>

  package init(revision: Revision, shown: Set<DocumentKey>, moved: Set<DocumentKey> = []) {
    self.revision = revision
    self.shown = shown
    self.moved = moved
  }

  /// All of them, in their order.
  package var documents: [DocumentKey] { shown.union(moved).sorted() }
}

/// The changes of documents by consecutive revisions, complete for each of them.
package struct DocumentChangeRange: Sendable {
  /// The number of the revision before the first one.
  package let after: Int
  /// The last revision.
  package let through: Revision
  /// Those of the revisions that changed documents, in their order.
  package let changes: [DocumentChanges]

  package init(after: Int, through: Revision, changes: [DocumentChanges]) {
    self.after = after
    self.through = through
    self.changes = changes
  }
}

/// The effect of noting changes of documents.
package enum DocumentNoting: Sendable {
  /// They are noted, now or before.
  case noted
  /// There are revisions before them whose changes are not noted yet.
  case incomplete
  /// The revisions are those of another copy of the store.
  case foreign
}

/// The parts of the content that a revision has written, also those that the public does not see.
package struct RevisionTouches: Sendable {
  /// The changed items by kind and id; the first ``RevisionChanges/maximumItemCount`` and no more.
  package let items: [RevisionChanges.Item]
  /// The kinds with changed items.
  package let kinds: Set<String>
  /// The kinds with a changed item that the public saw or sees.
  package let publicKinds: Set<String>
  /// The conditions of the changed items, and of those with a changed photo, that clients who meet them saw or see, by
  /// the kinds of the items.
  package let conditions: [String: Set<Targeting>]
  /// The feeds whose compositions changed.
  package let feeds: Set<String>
  /// The kinds whose definitions changed.
  package let definitions: Set<String>
  /// Whether cells or themes changed.
  package let hasDesigns: Bool
  /// Whether a photo is shown otherwise.
  package let hasPhotos: Bool
  /// Whether such a photo is one that everybody sees, and not only clients with a condition.
  package let hasPublicPhotos: Bool

  /// The touches of a revision that has written nothing.
  package static let none = RevisionTouches(
    items: [], kinds: [], publicKinds: [], conditions: [:], feeds: [], definitions: [],
    hasDesigns: false, hasPhotos: false, hasPublicPhotos: false)
}
