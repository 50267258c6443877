package import Bounds
package import FeedLayout
import FeedModel
package import Foundation
import Synchronization

/// What is made of the feeds in service when it is asked for, in a cache that all of them share: documents, the parts that
/// they consist of, variants, and sections whose pages are read.
package final class DocumentCache: Sendable {
  /// The part of a cache key that names a document.
  package enum Request: Hashable, Sendable {
    case screen(ScreenTraits, DocumentLocale)
    case page(
      ScreenTraits, DocumentLocale, variant: String?, top: Double, position: Int, limit: Int)
    case jsonFeed(DocumentLocale, version: Int)
    case content(address: String, revisionID: UUID)
    case continuation(feed: String, variant: String?, section: String, SectionCursor, limit: Int)

    /// The estimated size of a key beside that of an entry, in bytes.
    fileprivate var byteCount: Int {
      switch self {
      case .content(let address, _): address.utf8.count
      case .page(_, _, let variant, _, _, _): variant?.utf8.count ?? 0
      case .continuation(_, let variant, _, let cursor, _):
        (variant?.utf8.count ?? 0) + cursor.byteCount
      case .screen, .jsonFeed: 0
      }
    }
  }

  /// A namespace of cache keys, for the documents of one feed or section from one revision on. Keys of
  /// different namespaces are distinct, even of the same revision.
  package struct Space: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// A key in a namespace.
  private struct Key<Own: Hashable & Sendable>: Hashable, Sendable {
    let space: Space
    let own: Own
  }

  private struct Screen: Hashable, Sendable {
    let traits: ScreenTraits
    let locale: DocumentLocale
  }

  /// The cache, with all that others keep in it.
  package let shared: SharedCache
  private let documents: SharedCache.Part<Key<Request>, PublishedDocument>
  private let fragments: SharedCache.Part<Key<Screen>, SectionFragment>
  private let items: SharedCache.Part<Key<Labels>, [FeedItem]>
  private let layouts: SharedCache.Part<Key<ScreenTraits>, SectionLayout>
  private let variants: SharedCache.Part<Key<Set<Targeting>>, Feed>
  private let variantSections: SharedCache.Part<Key<LastChange>, Section>
  private let spaceCount = Atomic(0)
  private let hits = Atomic(0)
  private let misses = Atomic(0)

  /// A cache in `shared`, by default in one of its own. The entries refer to it: ``SharedCache/removeAll()`` ends it.
  package init(in shared: SharedCache = SharedCache()) {
    self.shared = shared
    documents = shared.part("documents")
    fragments = shared.part("sections")
    items = shared.part("items")
    layouts = shared.part("layouts")
    variants = shared.part("variants")
    variantSections = shared.part("variant_sections")
  }

  /// How many requests were answered from the cache.
  package var hitCount: Int { hits.load(ordering: .relaxed) }
  /// How many requests had to make their document.
  package var missCount: Int { misses.load(ordering: .relaxed) }

  /// Counts a request that was answered with a document that the cache returned earlier.
  package func noteHit() { hits.add(1, ordering: .relaxed) }

  /// Returns a new namespace of keys.
  package func makeSpace() -> Space {
    Space(number: spaceCount.add(1, ordering: .relaxed).newValue)
  }

  // MARK: Documents

  /// Keeps `document`, which was made for `request` because the cache did not have it.
  func keep(_ document: PublishedDocument, for request: Request, in space: Space) {
    misses.add(1, ordering: .relaxed)
    let key = Key(space: space, own: request)
    documents.store(document, byteCount: document.byteCount + request.byteCount, for: key)
    // It is compressed when somebody asks for that.
    document.countRepresentations(documents.charging(key))
  }

  /// The document for `request`, made by `make` unless the cache has it. No caller waits for another.
  func document(
    for request: Request, in space: Space, reading make: () async throws -> PublishedDocument?
  ) async rethrows -> PublishedDocument? {
    if let known = knownDocument(for: request, in: space) { return known }
    guard let made = try await make() else {
      misses.add(1, ordering: .relaxed)
      return nil
    }
    keep(made, for: request, in: space)
    return made
  }

  /// The document for `request`, if the cache has it.
  func knownDocument(for request: Request, in space: Space) -> PublishedDocument? {
    guard let known = documents.use(Key(space: space, own: request)) else { return nil }
    noteHit()
    return known
  }

  /// The document for `request`, made by `make` unless the cache has it. Two callers at once may
  /// both make it: no caller waits for another.
  package func document(
    for request: Request, in space: Space, make: () throws -> PublishedDocument
  ) rethrows -> PublishedDocument {
    if let known = knownDocument(for: request, in: space) { return known }
    let made = try make()
    keep(made, for: request, in: space)
    return made
  }
}

// MARK: - Parts of documents

extension DocumentCache {
  /// The section of `space` for `traits`, made by `make` unless the cache has it. No caller waits for another.
  func fragment(
    for traits: ScreenTraits, _ locale: DocumentLocale, in space: Space,
    make: () -> SectionFragment
  ) -> SectionFragment {
    let key = Key(space: space, own: Screen(traits: traits, locale: locale))
    if let known = fragments.use(key) { return known }
    let made = make()
    fragments.store(made, byteCount: made.byteCount, for: key)
    return made
  }

  /// The items of `space` with `labels`, made by `make` unless the cache has them. No caller waits for another.
  func items(with labels: Labels, in space: Space, make: () -> [FeedItem]) -> [FeedItem] {
    let key = Key(space: space, own: labels)
    if let known = items.use(key) { return known }
    let made = make()
    items.store(made, byteCount: made.reduce(0) { $0 + $1.byteCount }, for: key)
    return made
  }

  /// The layout of all items of `space` for `traits`, which the pages of a section are parts of, made by `make` unless
  /// the cache has it. No caller waits for another.
  func layout(
    for traits: ScreenTraits, in space: Space, make: () throws(LayoutError) -> SectionLayout
  ) throws(LayoutError) -> SectionLayout {
    let key = Key(space: space, own: traits)
    if let known = layouts.use(key) { return known }
    let made = try make()
    let count = made.frames.count
    // A ring of a few cards has a state of each of them for each.
    let stateCount = count <= CircularCarouselLayout.maximumStateCount ? count * count : 0
    layouts.store(made, byteCount: 256 * count + 64 * stateCount, for: key)
    return made
  }
}

// MARK: - Variants

extension DocumentCache {
  /// The variant of the feed with `space` for clients that meet `conditions`, if the cache has it.
  func variant(meeting conditions: Set<Targeting>, in space: Space) -> Feed? {
    guard let known = variants.use(Key(space: space, own: conditions)) else { return nil }
    keepSections(of: known, in: space)
    return known
  }

  /// Keeps `feed`, unless the variant is known by now, and returns the one that is kept.
  func keep(
    _ feed: Feed, meeting conditions: Set<Targeting>, in space: Space
  ) -> Feed {
    let kept = variants.keep(
      feed, byteCount: feed.byteCount, for: Key(space: space, own: conditions))
    keepSections(of: kept, in: space)
    return kept
  }

  /// `section` of variants of the feed with `space`, or that of another variant if it is the same.
  func variantSection(_ section: Section, in space: Space) -> Section {
    variantSections.keep(
      section, byteCount: section.byteCount, for: Key(space: space, own: section.lastChange))
  }

  /// Notes that the sections of `feed` that are not those of everybody are used with it. A variant leaves before them,
  /// so that they count as long as one has them.
  private func keepSections(of feed: Feed, in space: Space) {
    for section in feed.ownSections {
      let key = Key(space: space, own: section.lastChange)
      _ = variantSections.keep(section, byteCount: section.byteCount, for: key)
    }
  }
}
