import FeedLayout
import FeedModel
import LayoutCatalog
import Synchronization

/// One section of one revision, which makes its pages on demand.
package struct PublishedSection: Sendable {
  package let feed: String
  package let revision: Int
  /// When the revision was written, in milliseconds since 1970.
  let committedAt: Int
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
    committedAt = feed.generatedAt.millisecondsSince1970
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
    let viewport = try Viewport(width: cursor.width)
    guard isUsable(cursor, for: viewport) else { return nil }
    return try page(
      from: cursor.position, for: viewport, limit: limit, next: next, cursor: { cursor })
  }

  /// The page from `position` on: from the cache, or made at the cursor that `cursor` returns.
  func page(
    from position: Int, for viewport: Viewport, limit: Int,
    next: (SectionCursor) throws -> String, cursor: () -> SectionCursor
  ) rethrows -> PublishedDocument {
    let request = DocumentCache.Request.page(
      section: id, viewport, position: position, limit: limit)
    return try cache.document(for: request, in: space) {
      try makePage(at: cursor(), for: viewport, limit: limit, next: next)
    }
  }

  /// The cursor of the first page, for a section at `frame` on the screen.
  func beginning(at frame: Rect, for viewport: Viewport) -> SectionCursor {
    SectionCursor(
      revision: revision, committedAt: committedAt, position: 0, width: viewport.width,
      top: frame.y, height: frame.height,
      continuation: SectionContinuation(content.recipe.options, viewport: viewport))
  }

  private func isUsable(_ cursor: SectionCursor, for viewport: Viewport) -> Bool {
    let beginning = SectionContinuation(content.recipe.options, viewport: viewport)
    guard let beginning, let continuation = cursor.continuation else {
      return beginning == nil && cursor.continuation == nil
    }
    return continuation.continues(from: beginning, count: cursor.position)
  }

  private func makePage(
    at cursor: SectionCursor, for viewport: Viewport, limit: Int,
    next: (SectionCursor) throws -> String
  ) throws -> PublishedDocument {
    // 1. The frames. A section that cannot be laid out is empty, as it is on the screen.
    let start = min(cursor.position, content.items.count)
    var range = start..<(start + min(limit, content.items.count - start))
    var continuation = cursor.continuation
    let geometry: SectionPage.Geometry
    do {
      geometry = try self.geometry(
        of: range, for: viewport, continuation: &continuation, height: cursor.frame.height)
    } catch {
      range = 0..<0
      geometry = .part(
        of: SectionLayout(empty: content.recipe.options.type, viewport: viewport), range)
    }
    // 2. The cursor of the next page.
    let end = SectionCursor(cursor, movedTo: range.upperBound, continuation: continuation)
    let next = !range.isEmpty && range.upperBound < content.items.count ? try next(end) : nil
    // 3. The document.
    let page = SectionPage(
      feed: feed, revision: revision, specification: content.specification, frame: cursor.frame,
      geometry: geometry, presentation: content.recipe.presentation, items: content.items[range],
      next: next)
    return .packed(next: next) { page.write(to: &$0) }
  }

  private func geometry(
    of range: Range<Int>, for viewport: Viewport, continuation: inout SectionContinuation?,
    height: Double
  ) throws(LayoutError) -> SectionPage.Geometry {
    guard var state = continuation else {
      return .part(of: try lastLayout.layout(of: content, for: viewport), range)
    }
    let page = try state.place(Array(content.layoutItems[range]), inSectionOfHeight: height)
    continuation = state
    return .grid(page, viewport)
  }
}

/// The last layout of the whole section that a page needed: pages are usually read in sequence.
private final class LastLayout: Sendable {
  private let last = Mutex<SectionLayout?>(nil)

  func layout(
    of section: PreparedFeed.Section, for viewport: Viewport
  ) throws(LayoutError) -> SectionLayout {
    if let known = last.withLock({ $0 }), known.viewport == viewport { return known }
    let layout = try SectionLayout(
      section.recipe.options, items: section.layoutItems, viewport: viewport)
    last.withLock { $0 = layout }
    return layout
  }
}
