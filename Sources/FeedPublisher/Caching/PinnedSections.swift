import Caching
package import FeedModel
import Synchronization

/// Sections of former revisions that cursors refer to, so that clients can read a list to its end,
/// whatever is published meanwhile.
package final class PinnedSections: Sendable {
  /// How long a section is kept for a cursor, in seconds: ten minutes, and before that the time for which a
  /// cache may serve the page with the cursor.
  package static let retentionSeconds = 600 + 30 + 300
  /// How many bytes of sections are kept by default.
  package static let defaultByteCount = 64 << 20

  private struct Key: Hashable {
    let feed: String
    let section: String
    /// The variant that it is of; `nil` for a section that is the same in all variants.
    var variant: String?
    let revision: Int
  }

  private struct Pin {
    let section: PublishedSection
    let pinnedAt: Timestamp

    func hasExpired(at now: Timestamp) -> Bool {
      now.millisecondsSince1970 - pinnedAt.millisecondsSince1970 > retentionSeconds * 1_000
    }
  }

  private struct State {
    var pins: LRUCache<Key, Pin>
    var dropCount = 0
  }

  private let state: Mutex<State>

  /// Room for up to `maximumByteCount` bytes of sections; those pinned first are dropped first.
  package init(maximumByteCount: Int = defaultByteCount) {
    state = Mutex(State(pins: LRUCache(maximumByteCount: maximumByteCount)))
  }

  /// The estimated size of the sections, in bytes.
  package var byteCount: Int { state.withLock { $0.pins.byteCount } }

  /// How many sections were dropped before they expired, to make room for others.
  package var dropCount: Int { state.withLock { $0.dropCount } }

  /// Keeps `section`, to which a cursor is given out at `now`.
  ///
  /// - Parameter variant: the name of the variant that it is of; `nil` for what everybody gets.
  package func pin(_ section: PublishedSection, ofVariant variant: String? = nil, at now: Timestamp)
  {
    // A section without conditions on its items is the same in all variants.
    let key = Key(
      feed: section.feed, section: section.id,
      variant: section.content.targeting == nil ? nil : variant, revision: section.revision)
    state.withLock { state in
      state.pins.store(
        Pin(section: section, pinnedAt: now), byteCount: section.byteCount, for: key)
      while let oldest = state.pins.oldest, oldest.hasExpired(at: now) {
        state.pins.removeOldest()
      }
      state.dropCount += state.pins.shrink().count
    }
  }

  /// Section `id` of `feed` as it was at `revision`, if it is still kept at `now`.
  package func section(
    _ id: String, of feed: String, variant: String? = nil, revision: Int, at now: Timestamp
  ) -> PublishedSection? {
    let pin = state.withLock { state -> Pin? in
      var key = Key(feed: feed, section: id, variant: variant, revision: revision)
      if let own = state.pins.peek(key) { return own }
      key.variant = nil
      return state.pins.peek(key)
    }
    return pin.flatMap { $0.hasExpired(at: now) ? nil : $0.section }
  }
}
