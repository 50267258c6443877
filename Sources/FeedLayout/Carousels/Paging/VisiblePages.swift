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
