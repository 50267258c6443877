import FeedModel
import FeedStore

/// When a section shows other items than it shows now. Its own window is left out.
struct SectionBoundaries {
  let section: Composition.Section
  let visibility: Visibility
  /// Whether the section says that there are more items.
  let hasPages: Bool
  let reader: any ContentReader

  private typealias Beginning = (items: [StoredItem], follower: StoredItem?)

  private var moment: Timestamp { visibility.moment }

  /// The boundaries of the section, which shows `items` now, and the id of the item behind it because of which the ends
  /// of others do not count; `nil` if there is none, or it is not known.
  ///
  /// - Throws: ``StoreError``.
  func boundaries(
    showing items: [StoredItem], before follower: StoredItem?
  ) throws -> (boundaries: Boundaries, lastingFollower: Int?) {
    let nextEnd = items.compactMap { end(of: $0) }.min { $0.isBefore($1) }
    switch section.source {
    case .pinned(let ids):
      let next = try nextChange(of: ids, (items, follower))
      return (Boundaries(next: next, nextEnd: nextEnd), nil)
    case .query(let query):
      let followers = try nextEndOfFollowers((items, follower), by: query, before: nextEnd)
      let next = [nextEnd, try nextBeginning(by: query, (items, follower)), followers.end]
        .compactMap(\.self).min { $0.isBefore($1) }
      return (Boundaries(next: next, nextEnd: nextEnd), followers.lasting)
    }
  }

  private func end(of item: StoredItem) -> Timestamp? {
    item.window.unpublishAt.flatMap { moment.isBefore($0) ? $0 : nil }
  }

  /// When another item first comes into the section, or behind it where nothing is.
  private func nextBeginning(by query: ContentQuery, _ now: Beginning) throws -> Timestamp? {
    let isFull = now.items.count >= section.limit
    let end = now.items.last.map { ListPosition(behind: $0.content, sortedBy: query.sort) }
    let countsAll = !isFull || hasPages && now.follower == nil
    return try reader.nextBeginning(
      of: section.kind, matching: query, after: visibility,
      upTo: countsAll ? nil : end)
  }

  /// The most followers that are looked at for the end of the last of them.
  private static let maximumFollowerCount = 32

  /// When nothing is behind the section any more; `nil` if that is not before `limit`, and the follower that lasts
  /// longer. Of many followers that end one after the other it is when some of them end: until then the rest need not be
  /// known.
  private func nextEndOfFollowers(
    _ now: Beginning, by query: ContentQuery, before limit: Timestamp?
  ) throws -> (end: Timestamp?, lasting: Int?) {
    guard hasPages, let last = now.items.last else { return (nil, nil) }
    let position = ListPosition(behind: last.content, sortedBy: query.sort)
    var follower = now.follower
    var end: Timestamp?
    for _ in 1...Self.maximumFollowerCount {
      guard let found = follower else { break }
      guard let itsEnd = found.window.unpublishAt, limit.map(itsEnd.isBefore) ?? true else {
        return (nil, found.content.id)
      }
      end = itsEnd
      follower = try reader.items(
        of: section, after: position, limit: 1, visibility: visibility.at(itsEnd)
      ).first
    }
    return (end, nil)
  }

  /// When another selection of the items `ids` is shown.
  private func nextChange(of ids: [Int], _ now: Beginning) throws -> Timestamp? {
    // Most of them are shown now, and need not be read again.
    let known = Dictionary(now.items.map { ($0.content.id, $0) }) { first, _ in first }
    let items = try ids.compactMap { try known[$0] ?? reader.item(of: section.kind, id: $0) }
    let moments = items.flatMap { [$0.window.publishAt, $0.window.unpublishAt] }
      .compactMap(\.self).filter(moment.isBefore).sorted { $0.isBefore($1) }
    let shown = now.items.map(\.content.id)
    return moments.first { moment in
      let then = visibility.at(moment)
      let found = items.filter { then.shows($0.window) }
      return found.prefix(section.limit).map(\.content.id) != shown
        || hasPages && (found.count > section.limit) != (now.follower != nil)
    }
  }
}

extension Timestamp {
  fileprivate func isBefore(_ other: Timestamp) -> Bool {
    millisecondsSince1970 < other.millisecondsSince1970
  }
}
