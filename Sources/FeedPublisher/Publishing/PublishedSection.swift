import FeedLayout
import FeedModel
import Foundation
import LayoutCatalog
import Synchronization

/// One section of one revision, which makes its pages on demand.
package struct PublishedSection: Sendable {
  package let feed: String
  package let revision: Int
  let revisionID: UUID?
  /// The surrogate keys of its pages.
  package let surrogateKeys: SurrogateKeys
  /// About what it takes in memory, in bytes.
  let byteCount: Int

  private let content: PreparedFeed.Section
  private let cache: DocumentCache
  private let space: DocumentCache.Space
  private let lastLayout = LastLayout()

  /// The section `content` of `feed`, whose pages are kept in `cache`.
  init(
    _ content: PreparedFeed.Section, of feed: PreparedFeed, cache: DocumentCache,
    space: DocumentCache.Space
  ) {
    self.feed = feed.feed
    revision = feed.revision
    revisionID = feed.revisionID
    surrogateKeys = SurrogateKeys(ofSection: content.specification.id, in: feed)
    byteCount = content.items.reduce(0) { $0 + $1.byteCount }
    self.content = content
    self.cache = cache
    self.space = space
  }

  package var id: String { content.specification.id }

  /// The page at `cursor`, of up to `limit` items; `nil` if the cursor was made for another layout,
  /// by another version of this program.
  ///
  /// - Parameter next: makes the address of the page that begins at a cursor.
  package func page(
    at cursor: SectionCursor, limit: Int, next: (SectionCursor) throws -> String
  ) throws -> PublishedDocument? {
    let traits = try cursor.traits
    guard isUsable(cursor, for: traits) else { return nil }
    return try page(
      from: cursor.position, for: traits, limit: limit, next: next, cursor: { cursor })
  }

  /// The page from `position` on: from the cache, or made at the cursor that `cursor` returns.
  func page(
    from position: Int, for traits: ScreenTraits, limit: Int,
    next: (SectionCursor) throws -> String, cursor: () -> SectionCursor
  ) rethrows -> PublishedDocument {
    let request = DocumentCache.Request.page(
      section: id, traits, position: position, limit: limit)
    return try cache.document(for: request, in: space) {
      try makePage(at: cursor(), for: traits, limit: limit, next: next)
    }
  }

  /// The cursor of the first page, for the section as it is on a screen with `traits`.
  func beginning(of section: FeedSection, for traits: ScreenTraits) -> SectionCursor {
    SectionCursor(
      revision: revision, revisionID: revisionID, position: 0, width: traits.viewport.width,
      textSize: traits.textSize == .standard ? nil : traits.textSize.share,
      direction: traits.direction == .leftToRight ? nil : traits.direction.rawValue,
      top: section.frame.y, height: section.layout.contentSize.height,
      continuation: SectionContinuation(content.design(for: traits)))
  }

  private func isUsable(_ cursor: SectionCursor, for traits: ScreenTraits) -> Bool {
    let beginning = SectionContinuation(content.design(for: traits))
    guard let beginning, let continuation = cursor.continuation else {
      return beginning == nil && cursor.continuation == nil
    }
    return continuation.continues(from: beginning, count: cursor.position)
  }

  private func makePage(
    at cursor: SectionCursor, for traits: ScreenTraits, limit: Int,
    next: (SectionCursor) throws -> String
  ) throws -> PublishedDocument {
    let design = content.design(for: traits)
    let header = content.header(for: traits)
    // 1. The frames. A section that cannot be laid out is empty, as it is on the screen.
    let start = min(cursor.position, content.items.count)
    var range = start..<(start + min(limit, content.items.count - start))
    var continuation = cursor.continuation
    let geometry: SectionPage.Geometry
    do {
      geometry = try self.geometry(
        of: range, design, continuation: &continuation, height: cursor.height)
    } catch {
      range = 0..<0
      geometry = .part(of: design.emptyLayout, range)
    }
    // 2. The cursor of the next page.
    let end = SectionCursor(cursor, movedTo: range.upperBound, continuation: continuation)
    let next = !range.isEmpty && range.upperBound < content.items.count ? try next(end) : nil
    // 3. The document.
    var fitted = design
    if case .part(of: let layout, _) = geometry { fitted = design.fitted(to: layout.frames) }
    let page = SectionPage(
      feed: feed, revision: revision, specification: content.specification,
      frame: cursor.frame(headerHeight: header?.height ?? 0), header: header, design: fitted,
      geometry: geometry, presentation: content.recipe.presentation,
      items: content.items[range],
      next: next)
    return .packed(next: next) { page.write(to: &$0) }
  }

  private func geometry(
    of range: Range<Int>, _ design: SectionDesign, continuation: inout SectionContinuation?,
    height: Double
  ) throws(LayoutError) -> SectionPage.Geometry {
    guard var state = continuation else {
      return .part(of: try lastLayout.layout(of: content.layoutItems, design), range)
    }
    let items = design.items(Array(content.layoutItems[range]))
    let page = try state.place(items, inSectionOfHeight: height)
    continuation = state
    return .grid(design.isMirrored ? page.mirrored(in: design.traits.viewport.width) : page)
  }
}

/// The last layout of the whole section that a page needed: pages are usually read in sequence.
private final class LastLayout: Sendable {
  private let last = Mutex<(traits: ScreenTraits, layout: SectionLayout)?>(nil)

  func layout(
    of items: [LayoutItem], _ design: SectionDesign
  ) throws(LayoutError) -> SectionLayout {
    if let known = last.withLock({ $0 }), known.traits == design.traits { return known.layout }
    let layout = try design.layout(of: items)
    last.withLock { $0 = (design.traits, layout) }
    return layout
  }
}
