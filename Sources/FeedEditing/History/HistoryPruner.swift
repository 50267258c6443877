package import FeedModel
package import FeedStore

/// Removes old versions from the history, in short transactions so that writers do not wait long.
package struct HistoryPruner: Sendable {
  private let store: any FeedStore
  /// How many versions are removed in one transaction.
  private let batchSize: Int

  package init(store: any FeedStore, batchSize: Int = 1_000) {
    self.store = store
    self.batchSize = batchSize
  }

  /// Removes the versions that were replaced before `cutoff`. Every version that was valid at `cutoff` or
  /// later is kept, and the removal gets an audit entry.
  ///
  /// - Parameters:
  ///   - moment: now.
  ///   - complete: notes what follows from the history up to its newest revision, before a part of it is forgotten.
  /// - Returns: how many versions were removed, and the first revision that is kept.
  /// - Throws: ``StoreError``.
  package func run(
    before cutoff: Timestamp, at moment: Timestamp, by actor: AuditActor = .commandLine,
    completing complete: () async throws -> Void = {}
  ) async throws -> (removed: Int, first: Int) {
    let (first, isNew) = try await store.read { reader in
      let kept = try reader.firstKeptRevision()
      let first = max(kept, try reader.revision(at: cutoff)?.number ?? 0)
      return (first, first > kept)
    }
    let editor = Editor(store: store, clock: { moment })
    if isNew {
      try await complete()
      _ = try await editor.write(by: .program) { transaction in
        try transaction.forgetHistory(before: first)
        try transaction.audit(.history(prunedBefore: first, by: actor))
      }
    }
    // The rest of a run that was interrupted is removed as well.
    var removed = 0
    while true {
      let limit = batchSize
      let count = try await editor.write(by: .program) {
        try $0.removeForgottenVersions(limit: limit)
      }
      guard count > 0 else { return (removed, first) }
      removed += count
    }
  }
}
