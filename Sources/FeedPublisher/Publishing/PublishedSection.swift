import FeedLayout
package import FeedModel
import FeedStore
import Foundation
import LayoutCatalog
import Synchronization

/// One section from one revision on, until another revision changes it. Its pages are made on demand.
package struct PublishedSection: Sendable {
  /// The key of the edition that it belongs to.
  package let feed: String
  /// The error that prevents its layout; `nil` if it can be laid out.
  let layoutFailure: PreparedFeed.Failure?
  let content: PreparedSection
  private let cache: DocumentCache
  private let space: DocumentCache.Space
  private let viewports: [Viewport]
  private let lastHeights: Heights

  /// The section `content` of `feed`, whose pages are kept in `cache`.
  ///
  /// - Parameters:
  ///   - feed: the key of the edition of the feed.
  ///   - viewports: the viewports for which its heights are known; none for a section whose layout is not checked.
  ///   - former: the section before, checked for the same viewports.
  init(
    _ content: PreparedSection, of feed: String, cache: DocumentCache,
    checking viewports: [Viewport] = [], after former: PublishedSection? = nil
  ) {
    self.feed = feed
    if let former, former.content.isLaidOut(as: content) {
      (layoutFailure, lastHeights) = (former.layoutFailure, former.lastHeights)
    } else {
      // A layout that exists for these exists for those between them.
      let checked = viewports.isEmpty ? [] : content.screens(ScreenTraits.extremes)
      layoutFailure = checked.lazy.compactMap { content.placed(for: $0, top: 0).failure }.first
      lastHeights = Heights()
    }
    self.viewports = viewports
    self.content = content
    self.cache = cache
    space = cache.makeSpace()
    byteCount = content.shown.byteCount + 2 * MemoryLayout<PreparedSection>.stride
  }

  package var id: String { content.specification.id }
  /// The estimated size in memory, in bytes.
  let byteCount: Int
  /// The kind of its items.
  package var kind: ContentKind { content.specification.kind }
  /// The revision that changed it last.
  package var revision: Int { content.lastChange.number }
  /// The id of that revision; `nil` before the first write.
  var revisionID: UUID? { content.revisionID }

  /// Its heights on the screens that it was checked for, in points.
  var heights: [Double] {
    lastHeights.known {
      viewports.flatMap { viewport in content.heights(on: ScreenTraits(viewport)) }
    }
  }

  /// When something else that it finds is next shown, or not any more, to clients that meet one of `conditions`; `nil`
  /// for never.
  package func nextBoundary(meeting conditions: Set<Targeting>) -> Timestamp? {
    content.targeting?.nextBoundary(where: conditions.contains)
  }

  /// Whether it shows the same as `other`, since the same revision.
  func isSame(as other: PreparedSection) -> Bool {
    content.lastChange == other.lastChange
  }

  /// The section on a screen with `traits`.
  func fragment(for traits: ScreenTraits, in locale: DocumentLocale) -> SectionFragment {
    cache.fragment(for: traits, locale, in: space) {
      SectionFragment(
        content.placed(
          for: traits, top: 0, in: locale, showing: items(in: locale), includingNext: true
        ).section)
    }
  }

  /// The items for readers in `locale`.
  private func items(in locale: DocumentLocale) -> [FeedItem] {
    cache.items(with: content.reduced(locale.labels), in: space) {
      content.items(with: locale.labels)
    }
  }

  /// The page at `cursor`, of up to `limit` items; `nil` if the cursor was made for another layout,
  /// by another version of this program.
  ///
  /// - Parameters:
  ///   - variant: the name of the variant that the page is of, which its addresses have; `nil` for none.
  ///   - next: makes the address of the page that begins at a cursor.
  package func page(
    at cursor: SectionCursor, in locale: DocumentLocale, variant: String? = nil, limit: Int,
    next: (SectionCursor) throws -> String
  ) throws -> PublishedDocument? {
    let traits = try cursor.traits
    guard content.isUsable(cursor, for: traits) else { return nil }
    return try page(
      from: cursor.position, top: cursor.top, for: traits, in: locale, variant: variant,
      limit: limit, next: next, cursor: { cursor })
  }

  /// The page from `position` on of the section with its top edge at `top` points: from the cache, or made at the
  /// cursor that `cursor` returns.
  func page(
    from position: Int, top: Double, for traits: ScreenTraits, in locale: DocumentLocale,
    variant: String?, limit: Int, next: (SectionCursor) throws -> String,
    cursor: () -> SectionCursor
  ) rethrows -> PublishedDocument {
    let request = DocumentCache.Request.page(
      traits, locale, variant: variant, top: top, position: position, limit: limit)
    return try cache.document(for: request, in: space) {
      try makePage(at: cursor(), for: traits, in: locale, limit: limit, next: next)
    }
  }

  /// The cursor of the first page, for the section as it is on a screen with `traits`, with its top edge at `top`
  /// points.
  func beginning(
    for traits: ScreenTraits, in locale: DocumentLocale, top: Double
  ) -> SectionCursor {
    let layout = content.placed(for: traits, top: top).section.layout
    return content.beginning(
      for: traits, in: locale.otherTag, top: top, height: layout.contentSize.height)
  }

  private func makePage(
    at cursor: SectionCursor, for traits: ScreenTraits, in locale: DocumentLocale, limit: Int,
    next: (SectionCursor) throws -> String
  ) throws -> PublishedDocument {
    try content.page(
      at: cursor, of: DocumentKey(feed: feed).composedFeed, for: traits, in: locale, limit: limit,
      next: next,
      whole: { design, items throws(LayoutError) in
        // Pages are usually read in sequence.
        try cache.layout(for: design.traits, in: space) { () throws(LayoutError) in
          try design.layout(of: items)
        }
      }, showing: items(in: locale))
  }
}

extension PreparedSection {
  /// The heights on a screen with `traits` for clients of each version, in points; 0 for those that do not see it.
  fileprivate func heights(on traits: ScreenTraits) -> [Double] {
    func height(for traits: ScreenTraits) -> Double {
      isShown(for: traits) ? placed(for: traits, top: 0).section.frame.height : 0
    }
    let newest = height(for: traits)
    return DocumentVersion.all.map { version in
      looks.otherVersions.contains(version) ? height(for: traits.drawing(version: version)) : newest
    }
  }

  /// The screens of `traits`, each for all clients that see something of their own.
  fileprivate func screens(_ traits: [ScreenTraits]) -> [ScreenTraits] {
    traits.flatMap { traits in
      [traits] + looks.otherVersions.map(traits.drawing).filter(isShown)
    }
  }

  /// Whether the frames of the section and of its items are those of `other` on every screen.
  fileprivate func isLaidOut(as other: PreparedSection) -> Bool {
    specification == other.specification && looks == other.looks
      && layoutItems == other.layoutItems
  }
}

extension ContentItem {
  /// Approximately its size in memory as it is published, in bytes: its texts twice, as content and as JSON, and the
  /// rest.
  var byteCount: Int {
    (values + translations.map(\.value)).reduce(512) { count, value in
      if case .text(let text) = value { count + 3 * text.utf8.count } else { count + 64 }
    }
  }
}

/// The heights of a section, which are needed when something of its feed changes.
private final class Heights: Sendable {
  private let heights = Mutex<[Double]?>(nil)

  /// The heights, made by `make` the first time.
  func known(_ make: () -> [Double]) -> [Double] {
    heights.withLock { heights in
      let known = heights ?? make()
      heights = known
      return known
    }
  }
}
