import FeedLayout
import FeedModel
import FeedStore
import LayoutCatalog

extension Section {
  /// Whether `cursor` was made for the section's layout.
  func isUsable(_ cursor: SectionCursor, for traits: ScreenTraits) -> Bool {
    let beginning = SectionContinuation(design(for: traits))
    guard let beginning, let continuation = cursor.continuation else {
      return beginning == nil && cursor.continuation == nil
    }
    return continuation.continues(from: beginning, count: cursor.position)
  }

  /// The page at `cursor`, of up to `limit` of the items. A section that cannot be laid out is empty, as it is on
  /// the screen.
  ///
  /// - Parameters:
  ///   - locale: the locale of the page.
  ///   - next: makes the address of the page that begins at a cursor.
  ///   - whole: lays out the items that can be drawn, for a layout that depends on every one.
  ///   - items: all items with the labels of the locale; `nil` to make them.
  func page(
    at cursor: SectionCursor, of feed: String, for traits: ScreenTraits, in locale: DocumentLocale,
    limit: Int,
    next: (SectionCursor) throws -> String,
    whole: (SectionDesign, [LayoutItem]) throws(LayoutError) -> SectionLayout,
    showing items: [FeedItem]? = nil
  ) throws -> PublishedDocument {
    var design = design(for: traits)
    // Positions count the items that are drawn.
    let drawn = design.drawable(layoutItems)
    let start = min(cursor.position - firstPosition, drawn.items.count)
    var range = start..<(start + min(limit, drawn.items.count - start))
    // 1. The frames.
    var (continuation, height) = (cursor.continuation, cursor.height)
    let geometry: SectionPage.Geometry
    do {
      if var state = continuation {
        let page = try state.place(
          design.items(Array(drawn.items[range])), inSectionOfHeight: height)
        (continuation, height) = (state, page.height)
        geometry = .grid(design.isMirrored ? page.mirrored(in: traits.viewport.width) : page)
      } else {
        let layout = try whole(design, drawn.items)
        design = design.fitted(to: layout.frames)
        geometry = .part(of: layout, range)
      }
    } catch {
      range = 0..<0
      geometry = .part(of: design.emptyLayout, range)
    }
    // 2. The cursor of the next page.
    let end = cursor.moved(
      to: firstPosition + range.upperBound, height: height, continuation: continuation)
    let passed = drawn.whole(range)
    let address = try following(end, after: passed).map(next)
    // 3. The document.
    let header = header(for: traits)
    let items = items ?? self.items(with: locale.labels)
    let page = SectionPage(
      feed: feed, revision: lastChange.number, locale: locale.tag, notes: locale.notes,
      specification: specification,
      frame: cursor.frame(headerHeight: header?.height ?? 0, height: height), header: header,
      design: design, geometry: geometry, presentation: look(for: traits).recipe.presentation,
      items: drawn.indices[range].map { items[$0] },
      errors: drawn.errors.filter { $0.item.map { passed.contains($0.index) } ?? false }
        .compactMap { ItemError($0, in: id) },
      next: address)
    return .packed(next: address) { page.write(to: &$0) }
  }

  /// The cursor of the page that follows the items in `range`, drawn or not, which end at `cursor`; `nil` at the end.
  private func following(_ cursor: SectionCursor, after range: Range<Int>) -> SectionCursor? {
    guard let last = content[range].last else { return nil }
    let isInside = range.upperBound < content.count
    guard cursor.last != nil || !isInside else { return cursor }
    // Behind the items on the screen, only layouts that place one item after the other have pages.
    guard isInside || follower != nil, cursor.continuation != nil else { return nil }
    return cursor.leaving(
      behind: last, sortedBy: specification.source.sort, isOpen: cursor.last == nil)
  }
}
