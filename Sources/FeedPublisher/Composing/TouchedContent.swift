import FeedModel
import FeedStore

/// What revisions have changed, as far as feeds can show it.
struct TouchedContent {
  /// More revisions than these are not compared one by one.
  private static let maximumRevisionCount = 100
  /// More items of a kind than these are not looked up one by one.
  private static let maximumItemCount = 32

  /// The feeds with another composition.
  let feeds: Set<String>
  /// Whether a photo is shown otherwise.
  let hasPhotos: Bool
  /// The ids of the items, by the names of their kinds.
  private let items: [String: Set<Int>]
  /// The kinds with more items than are known.
  private let wholeKinds: Set<String>

  /// The names of the kinds with other items.
  var kinds: Set<String> { wholeKinds.union(items.keys) }

  /// What has changed since `revision`; `nil` if that cannot be said, since everything may have.
  ///
  /// - Throws: ``StoreError``.
  init?(since revision: Revision, in reader: any ContentReader) throws {
    let changes = try reader.changes(
      after: revision.number, limit: Self.maximumRevisionCount + 1)
    guard changes.count <= Self.maximumRevisionCount,
      changes.allSatisfy(\.definitions.isEmpty)
    else { return nil }
    feeds = Set(changes.flatMap(\.feeds))
    hasPhotos = changes.contains { !$0.photos.isEmpty }
    wholeKinds = Set(changes.filter(\.isAbridged).flatMap(\.kinds))
    items = changes.flatMap(\.items).reduce(into: [:]) { $0[$1.kind, default: []].insert($1.id) }
  }

  /// Whether `section` may show something else now.
  ///
  /// - Throws: ``StoreError``.
  func affects(
    _ section: PreparedSection, in reader: any ContentReader, visibility: Visibility
  ) throws -> Bool {
    let kind = section.specification.kind.name
    if hasPhotos || wholeKinds.contains(kind) || !section.failures.isEmpty { return true }
    guard let ids = items[kind] else { return false }
    if let follower = section.follower, ids.contains(follower) { return true }
    if section.items.contains(where: { ids.contains($0.content.id) }) { return true }
    switch section.specification.source {
    case .pinned(let pinned):
      return pinned.contains { ids.contains($0) }
    case .query(let query):
      guard ids.count <= Self.maximumItemCount else { return true }
      return try ids.contains {
        try isShown($0, by: query, of: section, in: reader, visibility: visibility)
      }
    }
  }

  /// Whether item `id`, which was none of the items of `section`, is one of them now.
  private func isShown(
    _ id: Int, by query: ContentQuery, of section: PreparedSection,
    in reader: any ContentReader, visibility: Visibility
  ) throws -> Bool {
    var query = query
    query.filters.append(.init(field: "id", comparison: .equal, value: "\(id)"))
    func isFound(after position: ListPosition?) throws -> Bool {
      try !reader.items(
        of: section.specification.kind, matching: query, visibility: visibility, after: position,
        limit: 1
      ).isEmpty
    }
    // A section that shows everything shows every item that is found.
    guard section.follower != nil, let last = section.items.last else {
      return try isFound(after: nil)
    }
    let end = ListPosition(behind: last.content, sortedBy: query.sort)
    return try !isFound(after: end) && isFound(after: nil)
  }
}

/// Since which revisions the items of kinds and the compositions of feeds are as they are: an earlier one is named
/// later than it was, and never the other way round.
struct LastTouches: Sendable {
  /// For what is not named; `nil` before the first write.
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

  /// The revision since which everything that the sections of `kind` in `feed` find is as it is.
  func revision(of kind: String, in feed: String) -> Revision? {
    [base, kinds[kind], feeds[feed]].compactMap { $0 }.max { $0.number < $1.number }
  }
}
