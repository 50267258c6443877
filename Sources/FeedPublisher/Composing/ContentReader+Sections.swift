import FeedModel
import FeedStore

extension ContentReader {
  /// The most items that are looked at for a section with drafts, which the store cannot choose.
  private static var draftScanLimit: Int { 10_000 }

  /// What `section` shows from `perspective`, in its order.
  ///
  /// - Throws: ``StoreError``.
  func items(
    of section: Composition.Section, from perspective: Perspective
  ) throws -> [any ContentEntity] {
    switch section.source {
    case .pinned(let ids):
      let pinned = try ids.lazy.compactMap { try item(of: section.kind, id: $0) }
      return pinned.filter { perspective.shows($0.window) }.prefix(section.limit).map(\.entity)
    case .query(let query):
      guard perspective.includesDrafts else {
        return try items(
          of: section.kind, matching: query, shownAt: perspective.moment, after: nil,
          limit: section.limit
        ).map(\.entity)
      }
      return try items(
        of: section.kind, matching: query, shownAt: nil, after: nil, limit: Self.draftScanLimit
      ).filter { perspective.shows($0.window) }.prefix(section.limit).map(\.entity)
    }
  }
}
