import FeedModel
import Synchronization

/// The items of a section as they are published, made for each form of labels when they are first needed.
final class LazyItems: Sendable {
  private let items = Mutex<[Labels: [FeedItem]]>([:])
  private let make: @Sendable (Labels) -> [FeedItem]

  init(_ make: @escaping @Sendable (Labels) -> [FeedItem]) {
    self.make = make
  }

  /// The items with `labels`. Two callers at once may both make them.
  func items(with labels: Labels) -> [FeedItem] {
    if let known = items.withLock({ $0[labels] }) { return known }
    let made = make(labels)
    items.withLock { $0[labels] = made }
    return made
  }
}
