import FeedModel
import Foundation
import GRDB

extension SQLiteStage {
  /// The transactions of the write.
  private var write: StagedWrite {
    StagedWrite(content: content, briefChangeCount: limits.briefChangeCount)
  }

  func commit(
    at moment: Timestamp, by author: Author, isDryRun: Bool, with companions: CompanionWrites?
  ) async throws -> StageOutcome {
    try await attempt {
      // 1. Without a lock: the plan, from a comparison with the newest revision.
      let plan = try await queue.writeWithoutTransaction { database in
        var plan: StagePlan?
        try database.inTransaction(.deferred) {
          plan = try write.plan(
            SQLiteConnection(database, path: path), besides: companions?.kinds ?? [],
            at: clock?.now ?? moment, by: author)
          return .commit
        }
        return plan
      }
      guard let plan else { preconditionFailure("a transaction that does not throw has run") }
      if isDryRun {
        return try await rehearse(plan, with: companions, at: moment, by: author)
      }
      guard plan.changeCount > 0 || companions != nil else {
        return StageOutcome(counts: plan.counts, revision: nil)
      }
      // 2. In short transactions: the audit entries, which are not visible yet, and large tables.
      let batch =
        plan.changeCount > limits.briefChangeCount
        ? try await ImportBatch.begin(in: queue, path: path) : nil
      let outcome: StageOutcome
      do {
        var prepared: PreparedStage?
        if let batch {
          try await audit(plan, in: batch, at: moment, by: author.actor)
          prepared = PreparedStage(batch: batch, tables: try await prepare(plan, in: batch))
        }
        let preparation = prepared
        try beforeMerge()
        // 3. In one transaction: the items.
        try file.requireInPlace()
        outcome = try await queue.write { database in
          try write.merge(
            plan, preparation, with: companions, in: SQLiteConnection(database, path: path),
            at: clock?.now ?? moment, by: author)
        }
        try file.requireInPlaceAfterCommit()
      } catch {
        try? batch?.abandon(in: queue, path: path)
        throw error
      }
      file.note(nil)
      await cleanUp(after: outcome, batch)
      return outcome
    }
  }

  /// Removes what the write does not need any more. The items are committed, so no failure of this is one of
  /// the write: what is left is removed at another start, and another writer makes the checkpoint.
  private func cleanUp(after outcome: StageOutcome, _ batch: ImportBatch?) async {
    // Without a revision, the prepared entries and tables are removed.
    if outcome.revision == nil { try? batch?.abandon(in: queue, path: path) }
    batch?.finish()
    try? await checkpoint()
  }

  private func audit(
    _ plan: StagePlan, in batch: ImportBatch, at moment: Timestamp, by actor: AuditActor
  ) async throws {
    var turns = WriteTurns()
    for kind in plan.kinds {
      try await step(&turns) { [self] last, database in
        let end = try audit(
          kind, after: last, limit: limits.chunkSize, batch: batch.number, in: database,
          at: moment, by: actor)
        return end > last ? end : nil
      }
    }
  }

  /// Runs short transactions with a checkpoint and a pause after each.
  ///
  /// - Parameter body: works on the items behind the one with the id that it is given, and returns the last id; `nil` at
  ///   the end.
  private func step(
    _ turns: inout WriteTurns, _ body: @escaping @Sendable (Int, Database) throws -> Int?
  ) async throws {
    var last = 0
    while true {
      let (end, version) = try await queue.write { [last] database in
        let version = try WriteTurns.dataVersion(of: database)
        return (try body(last, database), version)
      }
      guard let end else { return }
      last = end
      try await checkpoint()
      try await turns.pause(dataVersion: version)
    }
  }

  /// Moves the written pages from the write-ahead log into the database, which locks nothing. Otherwise
  /// another writer would have to do it after its own commit, and all writers after it would wait.
  ///
  /// If another connection is doing it, there is nothing to do here.
  private func checkpoint() async throws {
    do {
      _ = try await queue.writeWithoutTransaction { try $0.checkpoint(.passive) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return
    }
  }

  /// Writes the tables that replace those of kinds with many changes.
  private func prepare(_ plan: StagePlan, in batch: ImportBatch) async throws -> [String: NextTable]
  {
    var tables: [String: NextTable] = [:]
    var turns = WriteTurns()
    for kind in plan.kinds where plan.changeCount(of: kind) > limits.directChangeCount {
      let table = try await queue.write { database in
        let past = try write.pastTable(of: kind, SQLiteConnection(database, path: path))
        let table = NextTable(kind, past, batch: batch.number)
        try table.create(in: SQLiteConnection(database, path: path))
        return table
      }
      tables[kind.name] = table
      try await step(&turns) { [self] last, database in
        let connection = SQLiteConnection(database, path: path)
        // Its definition may have changed.
        _ = try write.pastTable(of: kind, connection)
        return try table.fill(after: last, limit: limits.chunkSize, in: connection)
      }
    }
    return tables
  }

  /// Writes entries of the audit.
  ///
  /// - Returns: the id of the last item that has one, or `id` if there is no other.
  private func audit(
    _ kind: ContentKind, after id: Int, limit: Int, batch: Int, in database: Database,
    at moment: Timestamp, by actor: AuditActor
  ) throws -> Int {
    let table = StageTable(kind, SQLiteDialect())
    try database.cachedStatement(
      sql: table.auditing(where: "id > :last ORDER BY id LIMIT :limit")
    ).execute(arguments: [
      "revision": nil, "batch": batch, "at": moment.millisecondsSince1970,
      "actor": actor.description, "last": id, "limit": limit,
    ])
    return try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(id) FROM (
            SELECT id FROM \(table.name) WHERE _state <> 0 AND id > ? ORDER BY id LIMIT ?)
          """), arguments: [id, limit]) ?? id
  }

  /// Determines the outcome without the items: what is written beside them is rolled back.
  private func rehearse(
    _ plan: StagePlan, with companions: CompanionWrites?, at moment: Timestamp, by author: Author
  ) async throws -> StageOutcome {
    guard let companions else { return StageOutcome(counts: plan.counts, revision: nil) }
    return try await queue.writeWithoutTransaction { database in
      var outcome = StageOutcome(counts: plan.counts, revision: nil)
      try database.inTransaction(.immediate) {
        outcome = try write.rehearse(
          plan, with: companions, in: SQLiteConnection(database, path: path),
          at: clock?.now ?? moment, by: author)
        return .rollback
      }
      return outcome
    }
  }
}

/// The parts of a staged write that are in place before its transaction: the audit entries of a batch, which are not
/// visible yet, and tables that replace those of kinds with many changes.
struct PreparedStage {
  /// Has the audit entries.
  let batch: ImportBatch
  /// The tables that replace those of kinds with many changes.
  let tables: [String: NextTable]

  var number: Int { batch.number }

  /// Makes the audit entries those of `revision`, which makes them visible.
  func count(from revision: Revision, in database: any SQLDatabase) throws {
    try database.perform(
      "UPDATE audit_batches SET revision = ? WHERE id = ?", [revision.number, batch.number])
  }

  /// Replaces the items of `kind` by those of its table.
  ///
  /// - Returns: whether there is one.
  func replaceContent(of kind: ContentKind, in database: any SQLDatabase) throws -> Bool {
    guard let table = tables[kind.name] else { return false }
    try table.replaceContent(in: database)
    return true
  }

  /// Rewrites the items of `kind` whose ids the query `ids` finds, in its table if there is one; all for `nil`.
  func refresh(_ kind: ContentKind, ids: String?, in database: any SQLDatabase) throws {
    try tables[kind.name]?.refresh(ids: ids, in: database)
  }
}
