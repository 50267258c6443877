import Caching
import FeedModel
import Synchronization

/// The variants of a feed that were asked for, and the sections that they share.
final class PublishedVariants: Sendable {
  /// How many bytes of variants, and of sections of them, are kept of a feed.
  private static let maximumByteCount = 16 << 20

  private struct State {
    var feeds = LRUCache<Set<Targeting>, PublishedFeed>(maximumByteCount: maximumByteCount)
    var sections = LRUCache<LastChange, PublishedSection>(maximumByteCount: maximumByteCount)
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
      state.feeds.store(feed, byteCount: feed.byteCount, for: conditions)
      state.feeds.shrink()
      return feed
    }
  }

  /// The section `content`: one of another variant if it is the same, or made by `make`.
  func section(
    _ content: PreparedSection, make: () -> PublishedSection
  ) -> PublishedSection {
    state.withLock { state in
      if let known = state.sections.use(content.lastChange) { return known }
      let made = make()
      state.sections.store(made, byteCount: made.byteCount, for: content.lastChange)
      state.sections.shrink()
      return made
    }
  }
}
