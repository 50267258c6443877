package import FeedModel
package import FeedStore

/// Removes old entries of the audit, in short transactions so that writers do not wait long.
package struct AuditPruner: Sendable {
  private let store: any FeedStore
  /// How many entries are removed in one transaction.
  private let batchSize: Int

  package init(store: any FeedStore, batchSize: Int = 250) {
    self.store = store
    self.batchSize = batchSize
  }

  /// Removes every entry made before `cutoff`, the oldest first. The audit notes that, together with
  /// the first of them; so its numbers continue even when all other entries have been removed.
  ///
  /// - Parameters:
  ///   - moment: now.
  ///   - keep: is given each batch before it is removed. If it throws, that batch stays, and with it
  ///     all that is newer.
  /// - Returns: the number of removed entries.
  /// - Throws: errors of `keep`, and ``StoreError``.
  package func run(
    before cutoff: Timestamp, at moment: Timestamp, by actor: AuditActor = .commandLine,
    keeping keep: ([AuditEntry]) throws -> Void = { _ in }
  ) async throws -> Int {
    let (count, last) = try await store.read { try $0.auditExtent(madeBefore: cutoff) }
    let record = try AuditRecord.audit(pruned: count, madeBefore: cutoff, by: actor)
    let editor = Editor(store: store, clock: { moment })
    let limit = batchSize
    var removed = 0
    var position = 0
    while position < last {
      let start = position
      let batch = try await store.read { reader in
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
}
