package import FeedStore

/// What a response depends on, for caches that purge by key (`xkey`).
///
/// The event of a revision has the keys of exactly those responses that it changes. So the screens and sections
/// have keys of their own and not those of their items: which items a section shows, and in which order, is known
/// only when it is read.
package struct SurrogateKeys: Hashable, Sendable {
  /// The most bytes of the header. Proxies refuse responses with much larger headers.
  package static let maximumByteCount = 2_000

  /// The keys, separated by spaces.
  package let text: String

  /// The keys of the screens of a feed and, if all of them fit, its sections.
  init(of content: PreparedFeed) {
    let feed = Self.key(of: DocumentKey(feed: content.feed))
    let sections = content.sections.map {
      Self.key(of: DocumentKey(feed: content.feed, section: $0.id))
    }
    let whole = ([feed] + sections).joined(separator: " ")
    text = whole.utf8.count <= Self.maximumByteCount ? whole : feed
  }

  /// The key of a feed, or of the pages of a section.
  package init(of document: DocumentKey) {
    text = Self.key(of: document)
  }

  /// The key of the lists of a kind, and of its definition.
  package init(ofKind kind: String) {
    text = "kind:\(kind)"
  }

  /// The key of an item.
  package init(ofItem id: Int, kind: String) {
    text = "\(kind):\(id)"
  }

  /// The key of what is said of a photo.
  package init(ofPhoto id: String) {
    text = "photo:\(id)"
  }

  private static func key(of document: DocumentKey) -> String {
    document.section.map { "section:\(document.feed)/\($0)" } ?? "feed:\(document.feed)"
  }
}
