import FeedModel
import FeedStore

/// The changes of several revisions that can affect feeds.
struct TouchedContent {
  /// The most revisions that are compared one by one.
  private static let maximumRevisionCount = 100
  /// The most items of a kind that are looked up one by one.
  private static let maximumItemCount = 32

  /// The feeds with another composition.
  let feeds: Set<String>
  /// Whether a photo is shown otherwise.
  let hasPhotos: Bool
  /// The items as they are now, by the names of their kinds and their ids.
  private let items: [String: [Int: PreviousItem]]

  /// The names of the kinds with other items.
  var kinds: Set<String> { Set(items.keys) }

  /// The changes since `revision`; `nil` if they are not known, and everything may have changed.
  ///
  /// - Throws: ``StoreError``.
  init?(since revision: Revision, in reader: any ContentReader) throws {
    let changes = try reader.changes(
      after: revision.number, limit: Self.maximumRevisionCount + 1)
    // Pruned revisions have no changes any more, and abridged changes are incomplete.
    guard changes.count <= Self.maximumRevisionCount,
      try reader.firstKeptRevision() <= revision.number + 1,
      !changes.contains(where: \.isAbridged),
      changes.allSatisfy(\.definitions.isEmpty)
    else { return nil }
    feeds = Set(changes.flatMap(\.feeds))
    hasPhotos = changes.contains { !$0.photos.isEmpty }
    let kinds = try reader.kinds()
    items = try changes.flatMap(\.items).reduce(into: [:]) { items, changed in
      guard let kind = kinds[changed.kind], items[changed.kind]?[changed.id] == nil else { return }
      // With more of them, every section of the kind is read again.
      let isLookedUp = items[changed.kind, default: [:]].count <= Self.maximumItemCount
      items[changed.kind, default: [:]][changed.id] =
        isLookedUp ? try reader.previousItem(of: kind, id: changed.id) : .nothing
    }
  }

  /// Whether the content of `section` may have changed.
  ///
  /// - Throws: ``StoreError``.
  func affects(
    _ section: PreparedSection, in reader: any ContentReader, visibility: Visibility
  ) throws -> Bool {
    let kind = section.specification.kind.name
    if hasPhotos || !section.failures.isEmpty { return true }
    guard let changed = items[kind] else { return false }
    if let follower = section.follower, changed[follower] != nil { return true }
    if section.items.contains(where: { changed[$0.content.id] != nil }) { return true }
    switch section.specification.source {
    case .pinned(let pinned):
      return pinned.contains { changed[$0] != nil }
    case .query(let query):
      guard changed.count <= Self.maximumItemCount else { return true }
      return try changed.contains { id, item in
        switch item {
        case .nothing: false
        case .unreadable: true
        case .item(let item):
          try visibility.shows(item.window)
            && isShown(item.content, by: query, of: section, in: reader, visibility: visibility)
        }
      }
    }
  }

  /// Whether `item`, which was none of the items of `section`, is one of them now.
  private func isShown(
    _ item: ContentItem, by query: ContentQuery, of section: PreparedSection,
    in reader: any ContentReader, visibility: Visibility
  ) throws -> Bool {
    // A section that shows everything shows every item that is found.
    let last = section.follower == nil ? nil : section.items.last?.content
    // Most items are behind the last one, and need not be looked for.
    if let last, query.isKnown(item, toFollow: last) { return false }
    var found = query
    found.filters.append(.init(field: "id", comparison: .equal, value: "\(item.id)"))
    func isFound(after position: ListPosition?) throws -> Bool {
      try !reader.items(
        of: section.specification.kind, matching: found, visibility: visibility, after: position,
        limit: 1
      ).isEmpty
    }
    let end = last.map { ListPosition(behind: $0, sortedBy: query.sort) }
    return try (end.map { try !isFound(after: $0) } ?? true) && isFound(after: nil)
  }
}

extension ContentQuery {
  /// Whether `item` comes after `other` by the first sort key alone. If not, the store has to be queried.
  fileprivate func isKnown(_ item: ContentItem, toFollow other: ContentItem) -> Bool {
    guard let key = sort.first, key.field != "id" else {
      let isDescending = sort.first?.isDescending ?? false
      return isDescending ? item.id < other.id : item.id > other.id
    }
    let (value, last) = (item[key.field], other[key.field])
    switch (value, last) {
    case (.integer(let value)?, .integer(let last)?):
      return key.isDescending ? value < last : value > last
    case (.number(let value)?, .number(let last)?):
      return key.isDescending ? value < last : value > last
    case (.date(let value)?, .date(let last)?):
      let (value, last) = (value.millisecondsSince1970, last.millisecondsSince1970)
      return key.isDescending ? value < last : value > last
    default:
      return false
    }
  }
}

/// The revisions that changed the items of kinds and the compositions of feeds last. One that is not known
/// exactly is replaced by a later one, never by an earlier one.
struct LastTouches: Sendable {
  /// The revision for kinds and feeds that are not listed; `nil` before the first write.
  private var base: Revision?
  private var kinds: [String: Revision] = [:]
  private var feeds: [String: Revision] = [:]

  /// `former`, followed by `revision`, which has changed `touched`, or everything.
  init(_ former: LastTouches?, _ touched: TouchedContent?, at revision: Revision?) {
    guard let former, let touched, !touched.hasPhotos else {
      base = revision
      return
    }
    self = former
    for kind in touched.kinds { kinds[kind] = revision }
    for feed in touched.feeds { feeds[feed] = revision }
  }

  /// The last revision that changed items of `kind`; `nil` before the first write.
  func revision(of kind: String) -> Revision? {
    [base, kinds[kind]].compactMap { $0 }.max { $0.number < $1.number }
  }

  /// The last revision that changed items of `kind`, or the composition of `feed`; `nil` before the first write.
  func revision(of kind: String, in feed: String) -> Revision? {
    [base, kinds[kind], feeds[feed]].compactMap { $0 }.max { $0.number < $1.number }
  }
}
