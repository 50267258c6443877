package import FeedStore
package import FeedLayout
package import FeedModel
package import Foundation
import Synchronization

/// What is made of the feeds in service on request: finished `documents`, the parts of `sections`
/// that these consist of, and `feeds` and sections that some clients read. These are the names by
/// which the use is measured.
package final class DocumentCache: Sendable {
  /// What is asked for.
  package enum Request: Hashable, Sendable {
    /// A screen, or the part of it that a section is.
    case screen(ScreenTraits, ReaderLocale)
    case page(
      ScreenTraits, ReaderLocale, variant: String?, top: Double, position: Int, limit: Int)
    case jsonFeed(ReaderLocale, version: Int)
    case content(address: String, revisionID: UUID)
    // Not stored in line, since it is much larger than the others.
    indirect case continuation(
      feed: String, variant: String?, section: String, SectionCursor, limit: Int)
    /// The items of a section.
    case items(Labels)
    /// The layout of all items of a section.
    case layout(ScreenTraits)
    /// The variant of a feed for clients that meet conditions.
    case variant(Set<Targeting>)
    /// A section of variants of a feed.
    case section(LastChange)
    /// A section that pages go on with; of a variant if its items have conditions.
    case pinned(feed: String, variant: String?, section: String, revision: Int)

    fileprivate var byteCount: Int {
      switch self {
      case .content(let address, _): address.utf8.count
      case .page(_, _, let variant, _, _, _): variant?.utf8.count ?? 0
      case .continuation(_, let variant, _, let cursor, _):
        (variant?.utf8.count ?? 0) + cursor.byteCount
      case .screen, .jsonFeed, .items, .layout, .variant, .section, .pinned: 0
      }
    }
  }

  /// A namespace of requests, for the documents of one feed or section from one revision on.
  package typealias Space = Int

  private struct Key: Hashable, Sendable {
    let space: Space
    let request: Request
  }

  private typealias Part<Value: Sendable> = SharedCache.Part<Key, Value>

  /// The cache, with all that others keep in it.
  package let shared: SharedCache
  private let documents: Part<PublishedDocument>
  private let fragments: Part<Screen.Fragment>
  private let items: Part<[FeedItem]>
  private let layouts: Part<any SectionLayout>
  private let variants: Part<Feed>
  private let sections: Part<Section>
  private let pins: Part<(section: Section, pinnedAt: Timestamp)>
  private let spaceCount = Atomic(0)
  private let hits = Atomic(0)
  private let misses = Atomic(0)

  /// A cache in `shared`, whose entries refer to it: ``SharedCache/removeAll()`` ends it.
  package init(in shared: SharedCache = SharedCache()) {
    self.shared = shared
    documents = shared.part("documents")
    (fragments, items, layouts) = (
      shared.part("sections"), shared.part("sections"), shared.part("sections")
    )
    (variants, sections, pins) = (shared.part("feeds"), shared.part("feeds"), shared.part("feeds"))
  }

  /// How many requests were answered from the cache.
  package var hitCount: Int { hits.load(ordering: .relaxed) }
  /// How many requests had to make their document.
  package var missCount: Int { misses.load(ordering: .relaxed) }

  /// Returns a new namespace of keys.
  package func makeSpace() -> Space { spaceCount.add(1, ordering: .relaxed).newValue }
}

// MARK: - Documents

extension DocumentCache {
  func knownDocument(for request: Request, in space: Space) -> PublishedDocument? {
    guard let known = documents.use(Key(space: space, request: request)) else { return nil }
    hits.add(1, ordering: .relaxed)
    return known
  }

  /// The document for `request`, made by `make` unless the cache has it. No caller waits for
  /// another, so two may both make it.
  package func document(
    for request: Request, in space: Space, make: () throws -> PublishedDocument
  ) rethrows -> PublishedDocument {
    if let known = knownDocument(for: request, in: space) { return known }
    let made = try make()
    keep(made, for: request, in: space)
    return made
  }

  /// The document for `request`, made by `make` unless the cache has it.
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

  /// Keeps `document`, which was made for `request` because the cache did not have it.
  func keep(_ document: PublishedDocument, for request: Request, in space: Space) {
    misses.add(1, ordering: .relaxed)
    let key = Key(space: space, request: request)
    documents.store(document, byteCount: document.byteCount + request.byteCount, for: key)
    // It is compressed when somebody asks for that.
    document.countRepresentations(documents.charging(key))
  }
}

// MARK: - Sections of documents

extension DocumentCache {
  func fragment(
    for traits: ScreenTraits, _ locale: ReaderLocale, in space: Space, make: () -> Screen.Fragment
  ) -> Screen.Fragment {
    value(of: fragments, .screen(traits, locale), in: space, size: \.byteCount, make: make)
  }

  func items(with labels: Labels, in space: Space, make: () -> [FeedItem]) -> [FeedItem] {
    let size = { (items: [FeedItem]) in items.reduce(0) { $0 + $1.byteCount } }
    return value(of: items, .items(labels), in: space, size: size, make: make)
  }

  /// The layout of all items of `space` for `traits`, which the pages of a section are parts of.
  func layout(
    for traits: ScreenTraits, in space: Space, make: () throws(LayoutError) -> any SectionLayout
  ) throws(LayoutError) -> any SectionLayout {
    let size = { (layout: any SectionLayout) in
      let count = layout.frames.count
      // A ring of a few cards has a state of each of them for each.
      let stateCount = count <= CircularCarouselLayout.maximumStateCount ? count * count : 0
      return 256 * count + 64 * stateCount
    }
    return try value(of: layouts, .layout(traits), in: space, size: size, make: make)
  }

  /// What `make` makes, unless the cache has it. No caller waits for another.
  private func value<Value, Failure>(
    of part: Part<Value>, _ request: Request, in space: Space, size: (Value) -> Int,
    make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let key = Key(space: space, request: request)
    if let known = part.use(key) { return known }
    let made = try make()
    part.store(made, byteCount: size(made), for: key)
    return made
  }
}

// MARK: - Feeds and sections

extension DocumentCache {
  /// The variant of the feed with `space` for clients that meet `conditions`, if the cache has it.
  func variant(meeting conditions: Set<Targeting>, in space: Space) -> Feed? {
    guard let known = variants.use(Key(space: space, request: .variant(conditions))) else {
      return nil
    }
    keepSections(of: known, in: space)
    return known
  }

  /// Keeps `feed`, unless the variant is known by now, and returns the one that is kept.
  func keep(_ feed: Feed, meeting conditions: Set<Targeting>, in space: Space) -> Feed {
    let key = Key(space: space, request: .variant(conditions))
    let kept = variants.keep(feed, byteCount: feed.byteCount, for: key)
    keepSections(of: kept, in: space)
    return kept
  }

  /// `section` of variants of the feed with `space`, or that of another variant if it is the same.
  func variantSection(_ section: Section, in space: Space) -> Section {
    let key = Key(space: space, request: .section(section.lastChange))
    return sections.keep(section, byteCount: section.byteCount, for: key)
  }

  /// Uses the sections that `feed` does not share with everybody after the variant itself, so that
  /// it leaves before them.
  private func keepSections(of feed: Feed, in space: Space) {
    for section in feed.ownSections { _ = variantSection(section, in: space) }
  }

  /// How long a section is kept for a cursor, in seconds: ten minutes, and the time that a cache
  /// may serve the page.
  package static let retentionSeconds = 600 + 30 + 300

  /// Keeps `section`, to which a cursor is given out at `now`, so that clients can read a list to
  /// its end while other revisions are published.
  ///
  /// - Parameter variant: the name of its variant; `nil` for everybody.
  package func pin(_ section: Section, ofVariant variant: String? = nil, at now: Timestamp) {
    // A section without conditions on its items is the same in all variants.
    let request = Request.pinned(
      feed: section.feed, variant: section.targeting == nil ? nil : variant, section: section.id,
      revision: section.revision)
    pins.store(
      (section, now), byteCount: section.byteCount, for: Key(space: 0, request: request))
  }

  /// Section `id` of `feed` as it was at `revision`, if it is still pinned at `now`.
  package func pinnedSection(
    _ id: String, of feed: String, variant: String? = nil, revision: Int, at now: Timestamp
  ) -> Section? {
    let requests = (variant == nil ? [nil] : [variant, nil]).map {
      Request.pinned(feed: feed, variant: $0, section: id, revision: revision)
    }
    let pin = requests.lazy.compactMap { self.pins.use(Key(space: 0, request: $0)) }.first
    return pin.flatMap { section, pinnedAt in
      let age = now.millisecondsSince1970 - pinnedAt.millisecondsSince1970
      return age > Self.retentionSeconds * 1_000 ? nil : section
    }
  }
}
