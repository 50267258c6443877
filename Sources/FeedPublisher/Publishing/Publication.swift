package import FeedModel
package import FeedStore

/// The documents that are served while one revision is the newest. The next publication replaces it
/// as a whole, and reuses its unchanged feeds.
package final class Publication: Sendable {
  let walked: WalkedContent
  let content: RevisionContent
  /// The documents that each revision since the publication before has changed, in their order.
  package let changes: [DocumentChanges]
  /// The documents that differ from the publication before; in the first one, those that its
  /// revision changed.
  package let changedDocuments: [DocumentKey]
  /// How many publications of this publisher went into service before.
  package let generation: Int
  /// The time that reading and checking the changes took.
  package let publishedIn: Duration
  /// The time from the commit of the revision to its going into service; `nil` if that was before
  /// this publisher began.
  package let commitToServed: Duration?

  /// A publication of `content`, the last one of `walked`, after `former`.
  init(
    _ content: RevisionContent, of walked: WalkedContent, after former: Publication?,
    publishedIn: Duration, commitToServed: Duration?
  ) {
    self.walked = walked
    self.content = content
    changes = walked.changes
    changedDocuments =
      former == nil
      ? walked.feeds.values.flatMap { $0.documents(changedBy: content.number) }.sorted()
      : walked.changes.reduce(into: Set()) { $0.formUnion($1.documents) }.sorted()
    generation = former.map { $0.generation + 1 } ?? 0
    self.publishedIn = publishedIn
    self.commitToServed = commitToServed
  }

  /// The feeds by name.
  package var feeds: [String: Feed] { walked.feeds }
  /// 0 before the first write.
  package var revision: Int { committed?.number ?? 0 }
  /// The revision; `nil` before the first write.
  package var committed: Revision? { content.revision }
  /// When the revision was written; `nil` before the first write.
  package var committedAt: Timestamp? { committed?.committedAt }
  /// When the next item or section appears or disappears; `nil` if none will.
  package var nextBoundary: Timestamp? { content.boundaries.next }
  /// When the next item of the kind called `kind` that is for everybody appears or disappears.
  package func boundaries(ofKind kind: String) -> Boundaries {
    content.itemBoundaries[kind]?.ofPublic ?? .none
  }
  /// Feeds whose stored composition is not valid, and why.
  package var unreadableFeeds: [String: String] { content.unreadable }

  /// The unreadable compositions and failed sections; those of other feeds than home begin with the
  /// feed.
  package var failures: [Feed.Failure] {
    let unreadable = unreadableFeeds.sorted { $0.key < $1.key }.map {
      Feed.Failure(section: "\($0.key)/composition", reason: $0.value)
    }
    return unreadable
      + feeds.values.sorted { $0.name < $1.name }.flatMap { feed in
        feed.allFailures.map { failure in
          feed.name == Composition.homeFeed
            ? failure
            : Feed.Failure(
              section: "\(feed.name)/\(failure.section)", reason: failure.reason,
              isPublic: failure.isPublic)
        }
      }
  }
}

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

  /// The keys of the responses that `changes` changes. Changes of hidden content have none.
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
    let wholeKinds = changes.isAbridged ? kinds : changes.definitions
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
