import FeedModel
import FeedStore

extension ContentReader {
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
      return try items(
        of: section.kind, matching: query, from: perspective, after: nil, limit: section.limit
      ).map(\.entity)
    }
  }
}
