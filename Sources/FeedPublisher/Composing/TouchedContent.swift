import FeedModel
import FeedStore

/// The changes of a revision that can affect feeds.
struct TouchedContent {
  /// The most items of a kind that are looked up one by one.
  private static let maximumItemCount = 32

  let feeds: Set<String>
  private let hasPhotos: Bool
  /// The items as they are now, by the names of their kinds and their ids.
  private let items: [String: [Int: PreviousItem]]
  /// The kinds with too many changed items to look at each of them.
  private let wholeKinds: Set<String>

  init(_ touches: RevisionTouches, in reader: any ContentReader) throws {
    feeds = touches.feeds
    hasPhotos = touches.hasPhotos
    let kinds = try reader.kinds()
    let byKind = Dictionary(grouping: touches.items, by: \.kind)
    // Of a kind that is not listed to its end, there are many.
    let isListed = touches.items.count < RevisionChanges.maximumItemCount
    let whole = touches.kinds.filter { kind in
      !isListed || byKind[kind, default: []].count > Self.maximumItemCount
    }
    wholeKinds = whole
    items = try byKind.reduce(into: [:]) { items, changed in
      guard let kind = kinds[changed.key], !whole.contains(kind.name) else { return }
      for item in changed.value {
        items[kind.name, default: [:]][item.id] = try reader.previousItem(of: kind, id: item.id)
      }
    }
  }

  func affects(
    _ section: Section, in reader: any ContentReader, visibility: Visibility
  ) throws -> Bool {
    let kind = section.specification.kind.name
    if hasPhotos || !section.failures.isEmpty || wholeKinds.contains(kind) { return true }
    guard let changed = items[kind] else { return false }
    if movesBoundaries(of: section, by: changed, after: visibility.moment) { return true }
    if section.followers.contains(where: { changed[$0] != nil }) { return true }
    if section.content.contains(where: { changed[$0.id] != nil }) { return true }
    switch section.specification.source {
    case .pinned(let pinned):
      return pinned.contains { changed[$0] != nil }
    case .query(let query):
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

  /// Whether `section` may show other items at another time than it did.
  private func movesBoundaries(
    of section: Section, by changed: [Int: PreviousItem], after moment: Timestamp
  ) -> Bool {
    section.boundaries.next != nil
      || changed.values.contains { item in
        guard case .item(let item) = item else { return false }
        return item.window.nextBoundary(after: moment) != nil
      }
  }

  /// Whether `item`, which was none of the items of `section`, is one of them now.
  private func isShown(
    _ item: ContentItem, by query: ContentQuery, of section: Section,
    in reader: any ContentReader, visibility: Visibility
  ) throws -> Bool {
    // A section that shows everything shows every item that is found.
    let last = section.follower == nil ? nil : section.content.last
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
  /// Whether `item` comes after `other` by the first sort key. If not, the store has to be asked.
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

/// The revisions that changed the content of kinds last, or photos.
struct LastTouches: Sendable {
  private var kinds: [String: Revision] = [:]
  /// Those of what some clients see, by condition.
  private var targeted: [String: [Targeting: Revision]] = [:]

  init(reading reader: any ContentReader) throws {
    guard let revision = try reader.latestRevision() else { return }
    for kind in try reader.kinds().all {
      kinds[kind.name] = try reader.revision(
        reader.lastTouch(ofKind: kind.name, through: revision.number))
      targeted[kind.name] =
        try reader.lastTouches(ofTargeted: kind.name, through: revision.number)
        .compactMapValues { try reader.revision($0) }
    }
  }

  /// These, followed by `revision`, which has changed `touches`.
  func followed(by revision: Revision, _ touches: RevisionTouches) -> LastTouches {
    var followed = self
    let all = touches.hasPublicPhotos ? Set(kinds.keys) : []
    for kind in touches.publicKinds.union(touches.definitions).union(all) {
      followed.kinds[kind] = revision
    }
    for (kind, conditions) in touches.conditions {
      for condition in conditions { followed.targeted[kind, default: [:]][condition] = revision }
    }
    return followed
  }

  /// The last revision that changed public items or the definition of `kind`, or photos.
  func revision(of kind: String) -> Revision? { kinds[kind] }

  /// The last revision that changed items, photos or the definition of `kind` for clients that meet
  /// `met`.
  func revision(of kind: String, seenBy met: Set<Targeting>) -> Revision? {
    let own = (targeted[kind] ?? [:]).filter { met.contains($0.key) }
    let all = [kinds[kind]].compactMap(\.self) + own.values
    return all.max { $0.number < $1.number }
  }
}
