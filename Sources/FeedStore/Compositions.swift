package import FeedModel
import Foundation

extension ContentReader {
  /// The composition of `feed`: its editors' own, or the default one of the home feed; `nil` for a
  /// feed that does not exist.
  ///
  /// - Throws: `DocumentProblems` for a stored document that is no composition, and ``StoreError``.
  package func composition(of feed: String) throws -> Composition? {
    if let document = try compositionDocument(of: feed) {
      return try Composition(
        reading: Data(document.utf8), of: feed, kinds: try kinds(), isStored: true)
    }
    return feed == Composition.homeFeed ? .home(of: try kinds()) : nil
  }

  /// The names of all feeds: home, and those that have a composition of their own.
  package func feedNames() throws -> [String] {
    let home = Composition.homeFeed
    return try [home] + composedFeeds().filter { $0 != home }
  }

  /// The items that `section` shows with `visibility`, in its order, and the first item beyond its limit; `nil` if
  /// it shows all.
  package func beginning(
    of section: Composition.Section, visibility: Visibility
  ) throws -> (items: [StoredItem], follower: StoredItem?) {
    let items = try items(
      of: section, after: nil, limit: section.limit + 1, visibility: visibility)
    return (
      Array(items.prefix(section.limit)), items.count > section.limit ? items.last : nil
    )
  }

  /// Up to `limit` of the items that `section` finds with `visibility`, after `position`, and the id of the
  /// item that follows them; `nil` at the end.
  package func page(
    of section: Composition.Section, after position: ListPosition?, limit: Int,
    visibility: Visibility
  ) throws -> (items: [ContentItem], follower: Int?) {
    let items = try items(
      of: section, after: position, limit: limit + 1, visibility: visibility
    ).map(\.content)
    return (Array(items.prefix(limit)), items.count > limit ? items.last?.id : nil)
  }

  /// The items that `section` shows with `visibility`, in its order.
  package func items(
    of section: Composition.Section, visibility: Visibility
  ) throws -> [ContentItem] {
    try items(of: section, after: nil, limit: section.limit, visibility: visibility)
      .map(\.content)
  }

  /// Up to `limit` of the items that `section` finds with `visibility`, after `position`, with their windows.
  package func items(
    of section: Composition.Section, after position: ListPosition?, limit: Int,
    visibility: Visibility
  ) throws -> [StoredItem] {
    switch section.source {
    case .pinned(let ids):
      let rest = position.flatMap { ids.firstIndex(of: $0.id) }.map { ids[($0 + 1)...] } ?? ids[...]
      let pinned = try rest.lazy.compactMap { try item(of: section.kind, id: $0) }
      return Array(pinned.filter { visibility.shows($0.window) }.prefix(limit))
    case .query(let query):
      return try items(
        of: section.kind, matching: query, visibility: visibility, after: position, limit: limit)
    }
  }

  /// The items that any client may be shown in `section` at `moment`, in its order: those up to where it ends for
  /// everybody. Those behind it are shown to nobody.
  ///
  /// - Parameters:
  ///   - followers: how many items are found that everybody would see if the section had more room.
  ///   - maximumCount: the most items that are looked at.
  /// - Returns: the items, and whether they are all.
  package func candidates(
    of section: Composition.Section, at moment: Timestamp, withFollowers followers: Int = 0,
    upTo maximumCount: Int = 1_000
  ) throws -> (items: [StoredItem], areAll: Bool) {
    let visibility = Visibility(at: moment, meeting: .all)
    let count = section.limit + followers
    var found: [StoredItem] = []
    var (position, isAtEnd): (ListPosition?, Bool) = (nil, false)
    while !isAtEnd, found.count(where: { $0.window.when == nil }) < count {
      guard found.count < maximumCount else { return (found, false) }
      let next = try items(of: section, after: position, limit: count, visibility: visibility)
      found += next
      isAtEnd = next.count < count
      position = next.last.map {
        ListPosition(behind: $0.content, sortedBy: section.source.sort)
      }
    }
    return (found, true)
  }

  /// The conditions that decide which items `section` shows at `moment`, and at no other time.
  ///
  /// - Parameter includesDrafts: whether drafts count, at the moments of their windows.
  package func conditions(
    of section: Composition.Section, at moment: Timestamp, includesDrafts: Bool = false
  ) throws -> Set<Targeting> {
    switch section.source {
    case .pinned(let ids):
      // For most kinds the items need not be read.
      guard try mayHaveConditions(section.kind) else { return [] }
      let visibility = Visibility(at: moment, includesDrafts: includesDrafts, meeting: .all)
      let windows = try ids.compactMap { try item(of: section.kind, id: $0)?.window }
      return Set(windows.filter(visibility.shows).compactMap(\.when))
    case .query(let query):
      return try conditions(
        of: section.kind, matching: query, at: moment, includesDrafts: includesDrafts)
    }
  }

  /// When the first items with each condition that `section` finds begin or cease to be shown after `moment` to clients
  /// that meet it.
  package func targetedBoundaries(
    of section: Composition.Section, after moment: Timestamp
  ) throws -> [Targeting: Timestamp] {
    switch section.source {
    case .pinned(let ids):
      guard try mayHaveConditions(section.kind) else { return [:] }
      return try ids.compactMap { try item(of: section.kind, id: $0)?.window }
        .reduce(into: [:]) { boundaries, window in
          guard let when = window.when, let next = window.nextBoundary(after: moment) else {
            return
          }
          let isFirst = boundaries[when].map {
            next.millisecondsSince1970 < $0.millisecondsSince1970
          }
          if isFirst ?? true { boundaries[when] = next }
        }
    case .query(let query):
      return try targetedBoundaries(of: section.kind, matching: query, after: moment)
    }
  }

  /// How `section` chooses its items, as far as those may know whom `visibility` is of: of pinned items, those that are
  /// shown to them.
  package func source(
    of section: Composition.Section, visibility: Visibility
  ) throws -> Composition.Source {
    guard case .pinned(let ids) = section.source else { return section.source }
    let shown = try shownIDs(of: section.kind, among: ids, visibility: visibility)
    return .pinned(ids.filter(shown.contains))
  }
}

extension Composition {
  /// The boundaries of the sections, and of the items of their kinds, after `moment`.
  ///
  /// - Parameters:
  ///   - boundaries: those of the items, by the names of their kinds, whatever their conditions.
  ///   - isMet: whether sections with a condition count; by default all do.
  package func nextBoundaries(
    after moment: Timestamp, items boundaries: [String: Boundaries],
    where isMet: (Targeting) -> Bool = { _ in true }
  ) -> Boundaries {
    let shown = sections.filter { $0.window.when.map(isMet) ?? true }
    let items = Set(shown.map(\.kind.name)).compactMap { boundaries[$0] }
    return Boundaries(shown.map { Boundaries(of: $0.window, after: moment) } + items)
  }
}

extension FeedStore {
  /// Makes the revision that shows all items and sections that are due at `moment`, and no others: after a
  /// revision from the future, items and sections that it showed too early are hidden again.
  ///
  /// - Returns: the revision; `nil` if nothing was due.
  package func applyBoundaries(at moment: Timestamp) async throws -> Revision? {
    try await write(at: moment, by: .program) { transaction in
      // The store may know better, and then another clock that is behind corrects nothing.
      let moment = transaction.moment
      let previous = try transaction.latestRevision()
      if previous?.isFromFuture(at: moment) == true {
        // A revision of now, whether or not anything was shown too early.
        try transaction.noteComposition(of: Composition.homeFeed)
      }
      _ = try transaction.applyBoundaries()
      guard let previous else { return }
      // Within the clocks' tolerance, a revision has at least the time of the one before.
      let before = previous.committedAt.millisecondsSince1970
      let now =
        previous.isFromFuture(at: moment)
        ? moment.millisecondsSince1970 : max(before, moment.millisecondsSince1970)
      let passed = min(before, now)...max(before, now)
      for feed in try transaction.composedFeeds() {
        // A document that cannot be read has no windows either.
        guard let composition = try? transaction.composition(of: feed) else { continue }
        let isDue = composition.sections.contains { section in
          section.window.nextBoundary(after: Timestamp(millisecondsSince1970: passed.lowerBound))
            .map { passed.contains($0.millisecondsSince1970) } ?? false
        }
        if isDue { try transaction.noteComposition(of: feed) }
      }
    }
  }
}

extension Composition.Source {
  /// The sort keys of the items, without the id.
  package var sort: [ContentQuery.SortKey] {
    if case .query(let query) = self { query.sort } else { [] }
  }
}
