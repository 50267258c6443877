/// The bound on what is read for a screen that only one request gets.
package struct ReadingBound: Sendable {
  /// The most items that the screen shows.
  package let itemCount: Int
  /// Makes room for so many bytes of items altogether, before more are read.
  package let reserve: @Sendable (_ byteCount: Int) throws -> Void

  package init(
    itemCount: Int, reserve: @escaping @Sendable (_ byteCount: Int) throws -> Void
  ) {
    self.itemCount = itemCount
    self.reserve = reserve
  }
}

/// A screen that only one request gets has more items than it may have.
package struct ScreenTooLarge: Error, Hashable, Sendable {
  /// The most items it may have.
  package let limit: Int
}

/// Counts what is read within a bound.
final class ReadingCount {
  private let bound: ReadingBound
  private var itemCount = 0
  private var byteCount = 0

  init(_ bound: ReadingBound) {
    self.bound = bound
  }

  /// Counts the items of one more section.
  ///
  /// - Throws: ``ScreenTooLarge``, or errors of the bound.
  func add(_ shown: Feed.ShownItems) throws {
    itemCount += shown.items.count
    guard itemCount <= bound.itemCount else { throw ScreenTooLarge(limit: bound.itemCount) }
    byteCount += shown.byteCount
    try bound.reserve(byteCount)
  }
}
