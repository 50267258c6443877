import Bounds
package import FeedModel

/// Sections of former revisions that cursors refer to, so that clients can read a list to its end,
/// whatever is published meanwhile. One that is not in memory any more is read from the history.
package struct PinnedSections: Sendable {
  /// How long a section is kept for a cursor, in seconds: ten minutes, and before that the time for which a
  /// cache may serve the page with the cursor.
  package static let retentionSeconds = 600 + 30 + 300

  private struct Key: Hashable, Sendable {
    let feed: String
    let section: String
    /// The variant that it is of; `nil` for a section that is the same in all variants.
    var variant: String?
    let revision: Int
  }

  private struct Pin: Sendable {
    let section: Section
    let pinnedAt: Timestamp

    func hasExpired(at now: Timestamp) -> Bool {
      now.millisecondsSince1970 - pinnedAt.millisecondsSince1970 > retentionSeconds * 1_000
    }
  }

  private let pins: SharedCache.Part<Key, Pin>

  /// The sections in `cache`, which other things share.
  package init(in cache: DocumentCache) {
    pins = cache.shared.part("pinned")
  }

  /// Keeps `section`, to which a cursor is given out at `now`.
  ///
  /// - Parameter variant: the name of the variant that it is of; `nil` for what everybody gets.
  package func pin(
    _ section: Section, ofVariant variant: String? = nil, at now: Timestamp
  ) {
    // A section without conditions on its items is the same in all variants.
    let key = Key(
      feed: section.feed, section: section.id,
      variant: section.targeting == nil ? nil : variant, revision: section.revision)
    pins.store(
      Pin(section: section, pinnedAt: now), byteCount: section.byteCount, for: key)
  }

  /// Section `id` of `feed` as it was at `revision`, if it is still kept at `now`.
  package func section(
    _ id: String, of feed: String, variant: String? = nil, revision: Int, at now: Timestamp
  ) -> Section? {
    var key = Key(feed: feed, section: id, variant: variant, revision: revision)
    var pin = pins.use(key)
    if pin == nil {
      key.variant = nil
      pin = pins.use(key)
    }
    return pin.flatMap { $0.hasExpired(at: now) ? nil : $0.section }
  }
}
