package import FeedModel
import Synchronization

/// The sections whose pages have cursors out, so that they go on as they began whatever is published
/// meanwhile.
package final class PinnedSections: Sendable {
  /// For how long a cursor can be relied on, in seconds: ten minutes, and as long before that as a
  /// page may have been in a cache on its way.
  package static let retentionSeconds = 600 + 30 + 300
  /// How many bytes of sections are kept unless told otherwise.
  package static let defaultByteCount = 64 << 20

  private struct Key: Hashable {
    let feed: String
    let section: String
    let revision: Int
  }

  private struct Pin {
    let section: PublishedSection
    let pinnedAt: Timestamp
  }

  private struct State {
    var pins = RecencyList<Key, Pin>()
    var byteCount = 0
    var dropCount = 0

    mutating func removeOldest() {
      byteCount -= pins.removeOldest()?.section.byteCount ?? 0
    }
  }

  private let maximumByteCount: Int
  private let state = Mutex(State())

  /// Room for up to `maximumByteCount` bytes of sections; those pinned first make room for others.
  package init(maximumByteCount: Int = defaultByteCount) {
    self.maximumByteCount = maximumByteCount
  }

  /// About what the sections take, in bytes.
  package var byteCount: Int { state.withLock { $0.byteCount } }

  /// How many sections went before their time, to make room for others.
  package var dropCount: Int { state.withLock { $0.dropCount } }

  /// Keeps `section`, of which a cursor is given out at `now`.
  package func pin(_ section: PublishedSection, at now: Timestamp) {
    let key = Key(feed: section.feed, section: section.id, revision: section.revision)
    state.withLock { state in
      let replaced = state.pins.keep(Pin(section: section, pinnedAt: now), for: key)
      state.byteCount += section.byteCount - (replaced?.section.byteCount ?? 0)
      while let oldest = state.pins.oldest, Self.hasEnded(oldest, at: now) { state.removeOldest() }
      while state.byteCount > maximumByteCount {
        state.removeOldest()
        state.dropCount += 1
      }
    }
  }

  /// Section `id` of `feed` as it was at `revision`, if it is still kept at `now`.
  package func section(
    _ id: String, of feed: String, revision: Int, at now: Timestamp
  ) -> PublishedSection? {
    let key = Key(feed: feed, section: id, revision: revision)
    guard let pin = state.withLock({ $0.pins.peek(key) }), !Self.hasEnded(pin, at: now) else {
      return nil
    }
    return pin.section
  }

  private static func hasEnded(_ pin: Pin, at now: Timestamp) -> Bool {
    now.millisecondsSince1970 - pin.pinnedAt.millisecondsSince1970 > retentionSeconds * 1_000
  }
}
