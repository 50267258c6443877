import FeedLayout
import TestSupport
import Testing

struct SnapCarouselSettleTests {
  /// A carousel of `pages` full pages at `width`.
  private func carousel(pages: Int, width: Double) throws -> SnapCarouselLayout {
    try SnapCarouselLayout(
      items: (1...pages * 3).map { LayoutItem(id: $0) }, viewport: try Viewport(width: width))
  }

  @Test(
    "At whole widths a page at rest stays exactly where it is",
    arguments: [200, 320, 375, 390, 393, 430, 1024, 4096], [1, 2, 3, 4, 7, 100])
  func idempotent(width: Double, pages: Int) throws {
    for page in try carousel(pages: pages, width: width).pages {
      let settled = try SnapCarouselLayout.settle(
        pageCount: pages, offset: page.snapOffset, translation: 0, viewport: Viewport(width: width))
      #expect(settled.page == page.index)
      #expect(settled.offset == page.snapOffset)
    }
  }

  @Test(
    "At any width a page at rest stays, to the last bits of the two formulas",
    arguments: SeededGenerator.seeds)
  func idempotentAtAnyWidth(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let width = Double.random(in: Viewport.supportedWidths, using: &random)
      let pages = Int.random(in: 1...60, using: &random)
      for page in try carousel(pages: pages, width: width).pages {
        let settled = try SnapCarouselLayout.settle(
          pageCount: pages, offset: page.snapOffset, translation: 0,
          viewport: Viewport(width: width))
        #expect(settled.page == page.index, "\(width) pt, \(pages) pages")
        #expect(abs(settled.offset - page.snapOffset) < 1e-9, "\(width) pt, \(pages) pages")
      }
    }
  }

  @Test("Wherever a drag ends, a page is in the middle", arguments: SeededGenerator.seeds)
  func landsOnPage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let width = Double.random(in: Viewport.supportedWidths, using: &random)
      let pages = Int.random(in: 1...40, using: &random)
      let layout = try carousel(pages: pages, width: width)
      let start = layout.pages[Int.random(in: 0..<pages, using: &random)]
      let settled = try SnapCarouselLayout.settle(
        pageCount: pages, offset: start.snapOffset,
        translation: Double.random(in: -20_000...20_000, using: &random), viewport: layout.viewport)
      #expect(abs(settled.offset - layout.pages[settled.page].snapOffset) < 1e-9)
    }
  }

  @Test("A drag past either end stays on the last page there", arguments: [1e9, 1e299, 1e300])
  func farDrags(distance: Double) throws {
    let viewport = try Viewport(width: 390)
    for (translation, page) in [(distance, 0), (-distance, 3)] {
      let settled = try SnapCarouselLayout.settle(
        pageCount: 4, offset: 585, translation: translation, viewport: viewport)
      #expect(settled.page == page)
    }
  }

  @Test(
    "A number that cannot be an offset is refused",
    arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func unusableNumbers(value: Double) throws {
    let viewport = try Viewport(width: 390)
    let offset = try #require(throws: LayoutError.self) {
      try SnapCarouselLayout.settle(pageCount: 4, offset: value, translation: 0, viewport: viewport)
    }
    let translation = try #require(throws: LayoutError.self) {
      try SnapCarouselLayout.settle(pageCount: 4, offset: 0, translation: value, viewport: viewport)
    }
    #expect(offset.quantity == .offset)
    #expect(translation.quantity == .translation)
  }

  @Test("A page count that no feed has is refused", arguments: [0, -1, .min, .max])
  func unusablePageCounts(count: Int) throws {
    let viewport = try Viewport(width: 390)
    let error = try #require(throws: LayoutError.self) {
      try SnapCarouselLayout.settle(pageCount: count, offset: 0, translation: 0, viewport: viewport)
    }
    #expect(error.quantity == .pageCount)
  }
}

extension LayoutError {
  /// The number that is out of range, if that is the error.
  var quantity: Quantity? {
    if case .outOfRange(let quantity, value: _, allowed: _) = self { quantity } else { nil }
  }
}
