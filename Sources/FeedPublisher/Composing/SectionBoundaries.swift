import FeedModel
import FeedStore

/// When sections show other items than they show now. Their own windows are left out.
extension ContentReader {
  typealias Beginning = (items: [StoredItem], follower: StoredItem?)

  /// The boundaries of `section`, and the id of a lasting item behind it, because of which the ends
  /// of others do not count; `nil` if none is known.
  ///
  /// - Parameters:
  ///   - now: the items that it shows to `visibility`, and the one behind them.
  ///   - hasPages: whether the section says that there are more items.
  func boundaries(
    of section: Composition.Section, showing now: Beginning, _ visibility: Visibility,
    hasPages: Bool
  ) throws -> (boundaries: Boundaries, lastingFollower: Int?) {
    let ends = now.items.compactMap(\.window.unpublishAt)
    let nextEnd = ends.filter(visibility.moment.isBefore).min { $0.isBefore($1) }
    switch section.source {
    case .pinned(let ids):
      let next = try nextChange(of: ids, in: section, now, visibility, hasPages: hasPages)
      return (Boundaries(next: next, nextEnd: nextEnd), nil)
    case .query(let query):
      let followers = try nextEndOfFollowers(
        in: hasPages ? section : nil, now, sortedBy: query.sort, visibility, before: nextEnd)
      // When another item first comes into the section, or behind it where nothing is.
      let countsAll = now.items.count < section.limit || hasPages && now.follower == nil
      let end = now.items.last.map { ListPosition(behind: $0.content, sortedBy: query.sort) }
      let beginning = try nextBeginning(
        of: section.kind, matching: query, after: visibility, upTo: countsAll ? nil : end)
      let next = [nextEnd, beginning, followers.end].compactMap(\.self).min { $0.isBefore($1) }
      return (Boundaries(next: next, nextEnd: nextEnd), followers.lasting)
    }
  }

  /// When nothing is behind the section any more, if that is before `limit`, and the follower that
  /// lasts longer. Of many followers that end one after the other, the end of some: until then the
  /// rest need not be known.
  ///
  /// - Parameter section: the section; `nil` for one without pages.
  private func nextEndOfFollowers(
    in section: Composition.Section?, _ now: Beginning, sortedBy keys: [ContentQuery.SortKey],
    _ visibility: Visibility, before limit: Timestamp?
  ) throws -> (end: Timestamp?, lasting: Int?) {
    /// The most followers that are looked at for the end of the last of them.
    let maximumCount = 32
    guard let section, let last = now.items.last else { return (nil, nil) }
    let position = ListPosition(behind: last.content, sortedBy: keys)
    var follower = now.follower
    var end: Timestamp?
    for _ in 1...maximumCount {
      guard let found = follower else { break }
      guard let itsEnd = found.window.unpublishAt, limit.map(itsEnd.isBefore) ?? true else {
        return (nil, found.content.id)
      }
      end = itsEnd
      follower = try items(
        of: section, after: position, limit: 1, visibility: visibility.at(itsEnd)
      ).first
    }
    return (end, nil)
  }

  /// When another selection of the pinned items `ids` is shown.
  private func nextChange(
    of ids: [Int], in section: Composition.Section, _ now: Beginning, _ visibility: Visibility,
    hasPages: Bool
  ) throws -> Timestamp? {
    // Most of them are shown now, and need not be read again.
    let known = Dictionary(now.items.map { ($0.content.id, $0) }) { first, _ in first }
    let items = try ids.compactMap { try known[$0] ?? item(of: section.kind, id: $0) }
    let moments = items.flatMap { [$0.window.publishAt, $0.window.unpublishAt] }
      .compactMap(\.self).filter(visibility.moment.isBefore).sorted { $0.isBefore($1) }
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
