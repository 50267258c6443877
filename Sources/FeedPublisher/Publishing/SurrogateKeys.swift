package import FeedStore

/// The surrogate keys of a response, for caches that purge by key (`xkey`).
///
/// The event of a revision has the keys of those responses that it changes, and of no others. So
/// screens and sections have keys of their own and not those of their items.
package struct SurrogateKeys: Hashable, Sendable {
  /// The most bytes of the header. Proxies refuse responses with much larger headers.
  package static let maximumByteCount = 2_000

  /// The keys, separated by spaces.
  package let text: String

  /// The keys of the screens of an edition and, if all of them fit, its sections.
  ///
  /// - Parameter others: the keys of other editions, which may come to be served in place of this
  ///   one.
  init(of content: Feed, insteadOf others: [String] = []) {
    let feeds = (others + [content.key]).map { Self.key(of: DocumentKey(feed: $0)) }
      .joined(separator: " ")
    let sections = content.sections.map {
      Self.key(of: DocumentKey(feed: content.key, section: $0.id))
    }
    let whole = ([feeds] + sections).joined(separator: " ")
    text = whole.utf8.count <= Self.maximumByteCount ? whole : feeds
  }

  /// The keys of a feed, or of the pages of a section, in editions of which one is served.
  package init(of documents: [DocumentKey]) { self.init(documents.map { Self.key(of: $0) }) }

  /// The keys of the pages behind the items of a section: any item of the kind, and any photo, can
  /// be on them.
  package init(behind section: [DocumentKey], kind: String) {
    self.init(section.map { Self.key(of: $0) } + [Self.key(ofKind: kind), Self.photos])
  }

  /// The key of the lists of a kind.
  package init(ofKind kind: String) { self.init([Self.key(ofKind: kind)]) }

  /// The keys of an item: its own, and that of all items of its kind.
  package init(ofItem id: Int, kind: String) {
    self.init([Self.key(ofItem: id, kind: kind), Self.key(ofItemsOf: kind)])
  }

  private init(_ keys: [String]) { text = keys.joined(separator: " ") }

  /// The keys of the responses that `changes` changes. What nobody sees has none.
  ///
  /// - Parameters:
  ///   - documents: the changed documents that `changes` does not list yet.
  ///   - namesFeeds: whether feeds are named whose compositions have changed, for editors.
  package static func keys(
    of changes: RevisionChanges, documents: some Collection<DocumentKey> = [],
    namingFeeds namesFeeds: Bool = false
  ) -> [String] {
    let feeds = namesFeeds ? changes.feeds.map { DocumentKey(feed: $0) } : []
    let kinds = Set(changes.kinds + changes.definitions).sorted()
    // The kinds whose changed items are not all listed.
    let wholeKinds =
      changes.isAbridged ? kinds : changes.definitions
    return Set(changes.documents + documents + feeds).sorted().map { key(of: $0) }.uniqued()
      + kinds.map { key(ofKind: $0) } + wholeKinds.map { key(ofItemsOf: $0) }
      + (changes.isAbridged ? [] : changes.items.map { key(ofItem: $0.id, kind: $0.kind) })
      + (changes.photos.isEmpty ? [] : [photos]) + changes.photos.map { "photo:\($0)" }
  }

  /// These keys, and that of all variants of `feed`.
  func inVariants(of feed: String) -> SurrogateKeys {
    SurrogateKeys([text, Self.key(ofVariantsOf: feed)])
  }

  private static func key(ofVariantsOf feed: String) -> String { "variants:\(feed)" }

  private static let photos = "photos"

  private static func key(ofKind kind: String) -> String { "kind:\(kind)" }
  private static func key(ofItemsOf kind: String) -> String { "items:\(kind)" }
  private static func key(ofItem id: Int, kind: String) -> String { "\(kind):\(id)" }

  /// Nothing is said of what is not for everybody but that some variant has changed.
  private static func key(of document: DocumentKey) -> String {
    guard !document.isTargeted else { return key(ofVariantsOf: document.composedFeed) }
    return document.section.map { "section:\(document.feed)/\($0)" } ?? "feed:\(document.feed)"
  }
}

extension Sequence<String> {
  /// These texts, each once, where it is first.
  func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
