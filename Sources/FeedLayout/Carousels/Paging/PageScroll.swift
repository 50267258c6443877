/// Pages as large as the viewport, one after the other along an axis: what paging transforms are
/// driven by (CollectionViewPagingLayout, amirdew, MIT).
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

  /// How many pages `offset` is, which is the page in the middle with a fraction.
  public func pages(atOffset offset: Double) -> Double {
    offset.isFinite ? offset / pageLength : 0
  }

  /// What a page's transform is sampled at with the content scrolled to `offset`: 0 in the middle,
  /// 1 one page further on, −1 one page gone. Not limited.
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

  /// What scrolls: all pages along the axis, and the viewport without its safe area across it.
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
