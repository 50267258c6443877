package import FeedModel
package import FeedStore

extension FeedStore {
  /// Removes every entry of the audit made before `cutoff`, the oldest first. The audit notes that, together with
  /// the first of them; so its numbers continue even when all other entries have been removed.
  ///
  /// - Parameters:
  ///   - moment: now.
  ///   - limit: how many entries are removed in one transaction, so that writers do not wait long.
  ///   - keep: is given each batch before it is removed. If it throws, that batch stays, and with it
  ///     all that is newer.
  /// - Returns: the number of removed entries.
  /// - Throws: errors of `keep`, and ``StoreError``.
  package func pruneAudit(
    before cutoff: Timestamp, at moment: Timestamp, by actor: AuditActor = .commandLine,
    inBatchesOf limit: Int = 250, keeping keep: ([AuditEntry]) throws -> Void = { _ in }
  ) async throws -> Int {
    let (count, last) = try await read { try $0.auditExtent(madeBefore: cutoff) }
    let record = AuditRecord.audit(pruned: count, madeBefore: cutoff, by: actor)
    let editor = Editor(store: self, clock: { moment })
    var removed = 0
    var position = 0
    while position < last {
      let start = position
      let batch = try await read { reader in
        try reader.auditEntries(madeBefore: cutoff, after: start, limit: limit)
          .filter { $0.number <= last }
      }
      guard let end = batch.last?.number else { break }
      try keep(batch)
      _ = try await editor.write(by: .program) { transaction in
        if start == 0 { try transaction.audit(record) }
        try transaction.removeAuditEntries(madeBefore: cutoff, through: end)
      }
      removed += batch.count
      position = end
    }
    return removed
  }

  /// Removes the versions that were replaced before `cutoff`. Every version that was valid at `cutoff` or
  /// later is kept, and the removal gets an audit entry.
  ///
  /// - Parameters:
  ///   - moment: now.
  ///   - limit: how many versions are removed in one transaction, so that writers do not wait long.
  ///   - complete: notes what follows from the history up to its newest revision, before a part of it is forgotten.
  /// - Returns: how many versions were removed, and the first revision that is kept.
  /// - Throws: ``StoreError``.
  package func pruneHistory(
    before cutoff: Timestamp, at moment: Timestamp, by actor: AuditActor = .commandLine,
    inBatchesOf limit: Int = 1_000, completing complete: () async throws -> Void = {}
  ) async throws -> (removed: Int, first: Int) {
    let (first, isNew) = try await read { reader in
      let kept = try reader.firstKeptRevision()
      let first = max(kept, try reader.revision(at: cutoff)?.number ?? 0)
      return (first, first > kept)
    }
    let editor = Editor(store: self, clock: { moment })
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
      let count = try await editor.write(by: .program) {
        try $0.removeForgottenVersions(limit: limit)
      }
      guard count > 0 else { return (removed, first) }
      removed += count
    }
  }
}
