import FeedHTTP
import FeedModel
import FeedPublisher
import HTTPTypes

extension MemoryBudget.Reservation {
  /// The memory that the items of a screen take as they are read, and then as their document, for each byte that they
  /// have in memory.
  static let shareOfItems = 4

  /// The bound on what is read for a screen that only one request gets: so many items, and room for what is made of
  /// them.
  ///
  /// - Parameter screenCount: how many screens of that size there are at the same time.
  func bound(itemCount: Int, screenCount: Int = 1) -> ReadingBound {
    ReadingBound(itemCount: itemCount) { [self] byteCount in
      try makeRoom(for: screenCount * Self.shareOfItems * byteCount)
    }
  }
}

extension Feed {
  /// The estimated memory that making a document of the feed takes, in bytes.
  var makingByteCount: Int { MemoryBudget.Reservation.shareOfItems * contentByteCount }
}

extension Problem {
  /// The problem for a preview of a screen with too many items.
  init(_ error: ScreenTooLarge) {
    self.init(
      status: .unprocessableContent, code: "too_many_items", title: "Too many items",
      detail: "the screen has more than \(error.limit) items, the most of one that is made for a "
        + "single request; give its sections lower limits")
  }
}
