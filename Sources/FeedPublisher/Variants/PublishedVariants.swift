import Caching
import FeedModel
import Synchronization

/// The variants of a feed that were asked for, and the sections that they share.
final class PublishedVariants: Sendable {
  /// The most variants that are kept of a feed.
  private static let maximumCount = 4_096

  private struct State {
    var feeds = LRUCache<Set<Targeting>, PublishedFeed>(maximumByteCount: maximumCount)
    var sections: [LastChange: PublishedSection] = [:]
  }

  private let state = Mutex(State())

  /// The variant for clients that meet `conditions`, if it is known.
  func known(_ conditions: Set<Targeting>) -> PublishedFeed? {
    state.withLock { $0.feeds.use(conditions) }
  }

  /// Keeps `feed`, unless the variant is known by now, and returns the one that is kept.
  func keep(_ feed: PublishedFeed, for conditions: Set<Targeting>) -> PublishedFeed {
    state.withLock { state in
      if let known = state.feeds.use(conditions) { return known }
      state.feeds.store(feed, byteCount: 1, for: conditions)
      state.feeds.shrink()
      return feed
    }
  }

  /// The section `content`: one of another variant if it is the same, or made by `make`.
  func section(
    _ content: PreparedSection, make: () -> PublishedSection
  ) -> PublishedSection {
    state.withLock { state in
      if let known = state.sections[content.lastChange] { return known }
      let made = make()
      state.sections[content.lastChange] = made
      return made
    }
  }
}
