/// Pages as large as the viewport, one after the other along an axis: the input of paging
/// transforms (CollectionViewPagingLayout, amirdew, MIT).
///
/// Every function takes any number: a page or an offset that is not finite counts as 0.
public struct PageScroll: Hashable, Sendable {
  /// Which way the pages follow one another.
  public enum Axis: String, CaseIterable, Hashable, Sendable {
    /// To the right.
    case horizontal
    /// Down.
    case vertical
  }

  /// Space the system keeps free at the viewport's edges, in points.
  public struct SafeArea: Hashable, Sendable {
    /// At the upper edge.
    public var top = 0.0
    /// At the left edge.
    public var left = 0.0
    /// At the lower edge.
    public var bottom = 0.0
    /// At the right edge.
    public var right = 0.0

    /// None.
    public init() {}
  }

  /// The sides a viewport can have, in points.
  public static let supportedLengths = 0.0...1e6
  /// The numbers of pages there can be.
  public static let supportedPageCounts = 0...1_000_000_000
  /// A page is at least this long, in points: offsets are divided by it.
  public static let shortestPage = 1.0

  /// The viewport, in points.
  public let viewport: Size
  /// Which way the pages follow one another.
  public let axis: Axis
  /// How many pages there are.
  public let pageCount: Int

  /// `pageCount` pages of the size of `viewport`.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  public init(
    viewport: Size, axis: Axis = .horizontal, pageCount: Int
  ) throws(LayoutError) {
    try LayoutError.check(viewport.width, in: Self.supportedLengths, as: .viewportWidth)
    try LayoutError.check(viewport.height, in: Self.supportedLengths, as: .viewportHeight)
    let counts = Self.supportedPageCounts
    try LayoutError.check(
      Double(pageCount), in: Double(counts.lowerBound)...Double(counts.upperBound), as: .pageCount)
    self.viewport = viewport
    self.axis = axis
    self.pageCount = pageCount
  }

  /// How long a page is along the axis, in points; at least ``shortestPage``.
  public var pageLength: Double {
    max(axis == .horizontal ? viewport.width : viewport.height, Self.shortestPage)
  }

  /// Returns `offset` in pages: the index of the page in the middle, with a fraction.
  public func pages(atOffset offset: Double) -> Double {
    offset.isFinite ? offset / pageLength : 0
  }

  /// Returns the progress of a page with the content scrolled to `offset`: 0 in the middle, 1 one
  /// page further on, −1 one page gone. Not limited.
  public func progress(ofPage page: Int, atOffset offset: Double) -> Double {
    Double(page) - pages(atOffset: offset)
  }

  /// The page in the middle, of two as near the one further on: round((offset + inset) / page
  /// length), limited to the pages there are; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - offset: how far the content is scrolled, in points.
  ///   - leadingInset: space before the first page that `offset` does not count, in points.
  public func currentPage(atOffset offset: Double, leadingInset: Double = 0) -> Int? {
    guard pageCount > 0 else { return nil }
    let sum = (offset.isFinite ? offset : 0) + (leadingInset.isFinite ? leadingInset : 0)
    let page = (sum.saturated / pageLength).rounded(.toNearestOrAwayFromZero)
    return Int(page.limited(to: 0...Double(pageCount - 1)))
  }

  /// Returns the size of the content: all pages along the axis, and the viewport without its safe
  /// area across it.
  public func contentSize(safeArea: SafeArea = SafeArea()) -> Size {
    let along = Double(pageCount) * (axis == .horizontal ? viewport.width : viewport.height)
    switch axis {
    case .horizontal:
      return Size(width: along, height: rest(of: viewport.height, safeArea.top, safeArea.bottom))
    case .vertical:
      return Size(width: rest(of: viewport.width, safeArea.left, safeArea.right), height: along)
    }
  }

  /// Where to scroll to for `page` to be in the middle, in points: not beyond the last page.
  public func targetOffset(ofPage page: Int) -> Double {
    let last = Double(max(0, pageCount - 1)) * pageLength
    return (Double(page) * pageLength).limited(to: 0...last)
  }

  private func rest(of length: Double, _ first: Double, _ second: Double) -> Double {
    let taken = [first, second].reduce(0) { $0 + ($1.isFinite ? max(0, $1) : 0) }
    return max(0, length - taken.saturated)
  }
}

/// Which of several pages that share a place is nearer to the viewer: the higher number is
/// (CollectionViewPagingLayout, amirdew, MIT).
///
/// Pages whose numbers are the same are in the order of the items, the later one nearer.
public enum PageOrder: String, CaseIterable, Hashable, Sendable {
  /// The page in the middle is nearest: −|round(p)|. All of the library's SwiftUI pages have this
  /// order, piles included, so that a card drops behind the next one once it is half gone.
  case nearest
  /// A card that is swiped away stays on top of the pile: −round(p). The library's UIKit piles have
  /// this order.
  case pile
  /// The order of a pile that is swiped through backwards: round(p).
  case reversePile = "reverse_pile"

  /// Returns the z-index of a page at `progress`; a progress that is not a number counts as 0.
  public func zIndex(atProgress progress: Double) -> Double {
    let page = progress.isNaN ? 0 : progress.saturated.rounded(.toNearestOrAwayFromZero)
    // 0 minus, so that the page in the middle is 0 and not −0.
    switch self {
    case .nearest: return 0 - page.magnitude
    case .pile: return 0 - page
    case .reversePile: return page + 0
    }
  }
}

/// Which pages have to exist while a pager is scrolled (CollectionViewPagingLayout, amirdew, MIT).
public enum VisiblePages {
  /// The live pages: as many as asked for around the page in the middle, at the ends moved so that
  /// they stay as many. Of an even number there is one more before the page in the middle.
  ///
  /// - Parameters:
  ///   - offsetInPages: how far the content is scrolled, in pages; what is not finite counts as 0.
  ///   - pageCount: how many pages there are; none for a negative count.
  ///   - limit: how many are live at most; all of them if `nil`.
  public static func range(
    offsetInPages: Double, pageCount: Int, limit: Int? = nil
  ) -> Range<Int> {
    let pageCount = max(0, pageCount)
    let count = min(max(0, limit ?? pageCount), pageCount)
    guard count > 0 else { return 0..<0 }
    // 1. The page in the middle. Limited before it becomes an integer: an offset may be huge.
    let rounded = (offsetInPages.isFinite ? offsetInPages : 0).rounded(.toNearestOrAwayFromZero)
    let furthest = Double(Int32.max)
    let current = min(max(0, Int(rounded.limited(to: -furthest...furthest))), pageCount - 1)
    // 2. The window around it, moved within the pages there are.
    let first = min(max(0, current - count / 2), pageCount - count)
    return first..<(first + count)
  }
}
