package import FeedModel

extension FeedStore {
  /// Makes the revision in which everything is shown that is due at `moment`, items and sections.
  ///
  /// - Returns: the revision; `nil` if nothing was due.
  /// - Throws: ``StoreError``.
  package func applyBoundaries(at moment: Timestamp) async throws -> Revision? {
    try await write(at: moment) { transaction in
      let previous = try transaction.latestRevision()?.committedAt
      _ = try transaction.applyBoundaries()
      guard let previous else { return }
      for feed in try transaction.composedFeeds() {
        // A document that cannot be read has no windows either.
        guard let composition = try? transaction.composition(of: feed) else { continue }
        // Revisions are never older than the one before, whatever this machine's clock says.
        let isDue = composition.sections.contains { section in
          section.window.nextBoundary(after: previous).map {
            $0.millisecondsSince1970 <= moment.millisecondsSince1970
          } ?? false
        }
        if isDue { try transaction.noteComposition(of: feed) }
      }
    }
  }
}
