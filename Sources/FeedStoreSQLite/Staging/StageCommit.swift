import FeedModel
import FeedStore
import Foundation
import GRDB

extension SQLiteStage {
  func commit(
    at moment: Timestamp, by actor: AuditActor, isDryRun: Bool, with companions: CompanionWrites?
  ) async throws -> StageOutcome {
    try await attempt {
      // 1. Without a lock: the plan, from a comparison with the newest revision.
      let plan = try await queue.writeWithoutTransaction { database in
        var plan: Plan?
        try database.inTransaction(.deferred) {
          plan = try self.plan(database, besides: companions?.kinds ?? [])
          return .commit
        }
        return plan ?? .empty
      }
      if isDryRun {
        return try await rehearse(plan, with: companions, at: moment)
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
        var prepared: [String: NextTable] = [:]
        if let batch {
          try await audit(plan, in: batch, at: moment, by: actor)
          prepared = try await prepare(plan, in: batch)
        }
        let tables = prepared
        try beforeMerge()
        // 3. In one transaction: the items.
        try file.requireInPlace()
        outcome = try await queue.write { database in
          try self.merge(
            plan, batch, tables, with: companions, in: database, at: moment, by: actor)
        }
        try file.requireInPlace()
      } catch {
        try? batch?.abandon(in: queue)
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
    if outcome.revision == nil { try? batch?.abandon(in: queue) }
    batch?.finish()
    try? await checkpoint()
  }

  private func audit(
    _ plan: Plan, in batch: ImportBatch, at moment: Timestamp, by actor: AuditActor
  ) async throws {
    var turns = WriteTurns()
    for kind in plan.kinds {
      var last = 0
      while true {
        let start = last
        let (end, version) = try await queue.write { database in
          let version = try WriteTurns.dataVersion(of: database)
          let end = try self.audit(
            kind, after: start, limit: limits.chunkSize, batch: batch.number, in: database,
            at: moment, by: actor)
          return (end, version)
        }
        last = end
        guard last > start else { break }
        try await checkpoint()
        try await turns.pause(dataVersion: version)
      }
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
  private func prepare(_ plan: Plan, in batch: ImportBatch) async throws -> [String: NextTable] {
    var tables: [String: NextTable] = [:]
    var turns = WriteTurns()
    for kind in plan.kinds where plan.changeCount(of: kind) > limits.directChangeCount {
      let table = try await queue.write { database in
        try self.requireCurrent(kind, database)
        let definitions = try self.kindCache.definitions(in: database)
        let table = NextTable(kind, definitions.pastTable(of: kind), batch: batch.number)
        try table.create(in: database)
        return table
      }
      tables[kind.name] = table
      var last = 0
      while true {
        let start = last
        let (end, version) = try await queue.write { database in
          let version = try WriteTurns.dataVersion(of: database)
          try self.requireCurrent(kind, database)
          return (try table.fill(after: start, limit: limits.chunkSize, in: database), version)
        }
        guard let end else { break }
        last = end
        try await checkpoint()
        try await turns.pause(dataVersion: version)
      }
    }
    return tables
  }

  /// Refuses to go on with `kind` if it was defined otherwise since the items were staged.
  private func requireCurrent(_ kind: ContentKind, _ database: Database) throws {
    guard try kindCache.definitions(in: database).kinds[kind.name] == kind else {
      throw StoreError.kindChanged(kind.name)
    }
  }

  /// Writes entries of the audit.
  ///
  /// - Returns: the id of the last item that has one, or `id` if there is no other.
  private func audit(
    _ kind: ContentKind, after id: Int, limit: Int, batch: Int?, revision: Int? = nil,
    in database: Database, at moment: Timestamp, by actor: AuditActor
  ) throws -> Int {
    let table = StageTable(kind)
    try database.cachedStatement(
      sql: table.auditing(where: "id > :last ORDER BY id LIMIT :limit")
    ).execute(arguments: [
      "revision": revision, "batch": batch, "at": moment.millisecondsSince1970,
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
    _ plan: Plan, with companions: CompanionWrites?, at moment: Timestamp
  ) async throws -> StageOutcome {
    guard let companions else { return StageOutcome(counts: plan.counts, revision: nil) }
    return try await queue.writeWithoutTransaction { database in
      var counts: [String: [Change: Int]] = [:]
      try database.inTransaction(.immediate) {
        let transaction = self.transaction(in: database, at: moment)
        try companions.write(transaction)
        counts = try self.compare(plan, transaction).counts
        return .rollback
      }
      return StageOutcome(counts: counts, revision: nil)
    }
  }

  private func transaction(in database: Database, at moment: Timestamp) -> SQLiteTransaction {
    SQLiteTransaction(
      database: database, path: path, kindCache: kindCache, moment: moment, makeID: makeID)
  }

  private func merge(
    _ plan: Plan, _ batch: ImportBatch?, _ prepared: [String: NextTable],
    with companions: CompanionWrites?, in database: Database, at moment: Timestamp,
    by actor: AuditActor
  ) throws -> StageOutcome {
    let transaction = transaction(in: database, at: moment)
    // 1. Others may have written since the plan was made.
    var plan = plan
    let isCurrent = try transaction.latestRevision()?.number ?? 0 == plan.revision
    let compared = try stagedKinds(transaction, besides: companions?.kinds ?? [])
    for kind in plan.kinds where !compared.contains(kind) {
      throw StoreError.kindChanged(kind.name)
    }
    if !isCurrent, try refresh(plan, batch, prepared, compared, transaction, by: actor) {
      plan = try Plan(of: compared, since: plan.revision, stage: self, database)
    }
    // 2. What is written beside the items, and a comparison of those that wait for a definition.
    try companions?.write(transaction)
    plan = try compare(plan, transaction)
    guard plan.changeCount > 0 || transaction.revision != nil else {
      return StageOutcome(counts: plan.counts, revision: nil)
    }
    // 3. The items, their windows, their changes in the revision, and their audit entries.
    let revision = try transaction.currentRevision()
    for kind in plan.kinds {
      // The items of a kind that was just defined are in no batch.
      try write(
        kind, of: plan, compared.contains(kind) ? batch : nil, prepared[kind.name], transaction,
        by: actor)
    }
    try transaction.noteActor(actor)
    try batch?.count(from: revision, in: database)
    _ = try transaction.applyBoundaries()
    try transaction.notePublicChanges()
    return StageOutcome(counts: plan.counts, revision: revision)
  }

  /// Returns `plan` with the kinds that it could not compare, because they were to be defined first.
  private func compare(_ plan: Plan, _ transaction: SQLiteTransaction) throws -> Plan {
    let (kinds, database) = (try stagedKinds(transaction), transaction.database)
    guard kinds.count > plan.kinds.count else { return plan }
    for kind in kinds where !plan.kinds.contains(kind) {
      try database.execute(sql: StageTable(kind).translation())
      try database.execute(sql: StageTable(kind).targeting())
      try database.execute(sql: StageTable(kind).comparison())
    }
    try requireReferents(of: kinds, database)
    return try Plan(of: kinds, since: plan.revision, stage: self, database)
  }

  /// Writes the changed items of `kind`.
  ///
  /// - Parameters:
  ///   - batch: has their audit entries already.
  ///   - next: has the items already, to replace the present table.
  private func write(
    _ kind: ContentKind, of plan: Plan, _ batch: ImportBatch?, _ next: NextTable?,
    _ transaction: SQLiteTransaction, by actor: AuditActor
  ) throws {
    let (table, database) = (StageTable(kind), transaction.database)
    let revision = try transaction.currentRevision()
    let shown = try transaction.shownMoment().millisecondsSince1970
    try transaction.note(
      locales: String.fetchAll(database, sql: table.locales).compactMap { LocaleTag($0) },
      of: kind)
    if batch != nil || plan.changeCount(of: kind) > limits.briefChangeCount {
      for range in plan.ranges[kind.name] ?? [] { try transaction.indexLater(kind, ids: range) }
    }
    if let next {
      try next.replaceContent(in: database)
    } else {
      let past = try transaction.definitions().pastTable(of: kind)
      try database.execute(
        sql: table.keeping(in: past), arguments: ["until": revision.number])
      try database.execute(sql: table.merge, arguments: ["revision": revision.number])
    }
    // Before their windows: they note who has seen the items.
    for sql in [table.changes] + table.firstFormerlyShownChanges {
      try database.execute(sql: sql, arguments: ["revision": revision.number])
    }
    let merges = table.windowMerges
    try database.execute(sql: merges[0])
    try database.execute(sql: merges[1], arguments: ["moment": shown])
    for sql in table.firstShownChanges {
      try database.execute(sql: sql, arguments: ["revision": revision.number])
    }
    if batch == nil {
      _ = try audit(
        kind, after: 0, limit: .max, batch: nil, revision: revision.number, in: database,
        at: transaction.moment, by: actor)
    }
  }

  /// Compares again the items that other writers have changed since the plan was made, and corrects their
  /// audit entries.
  ///
  /// - Returns: whether there are such items.
  private func refresh(
    _ plan: Plan, _ batch: ImportBatch?, _ prepared: [String: NextTable], _ kinds: [ContentKind],
    _ transaction: SQLiteTransaction, by actor: AuditActor
  ) throws -> Bool {
    let database = transaction.database
    var isChanged = false
    // The changed items of revisions that the history has forgotten meanwhile are not known.
    let isForgotten = try transaction.firstKeptRevision() > plan.revision + 1
    for kind in kinds {
      let table = StageTable(kind)
      let changed = """
        SELECT id FROM revision_changes
        WHERE revision > \(plan.revision) AND kind = \(SQL.literal(.text(kind.name)))
        """
      let hasChanges = try Bool.fetchOne(database, sql: "SELECT EXISTS (\(changed))") ?? false
      guard isForgotten || hasChanges else { continue }
      isChanged = true
      // A revision with more changes does not list all of them.
      let isListed =
        try !isForgotten
        && Bool.fetchOne(
          database,
          sql: """
            SELECT NOT EXISTS (SELECT 1 FROM revision_changes WHERE revision > ? AND kind = ?
              GROUP BY revision HAVING count(*) > ?)
            """,
          arguments: [plan.revision, kind.name, RevisionChanges.maximumItemCount]) ?? false
      let condition = isListed ? "id IN (\(changed))" : "true"
      if let batch {
        try database.execute(
          sql: table.auditRemoval(where: condition), arguments: ["batch": batch.number])
      }
      try database.execute(sql: table.reset(where: condition))
      try database.execute(sql: table.translation(where: condition))
      try database.execute(sql: table.targeting(where: condition))
      try database.execute(sql: table.comparison(where: condition))
      try prepared[kind.name]?.refresh(ids: isListed ? changed : nil, in: database)
      if let batch {
        try database.execute(
          sql: table.auditing(where: condition),
          arguments: [
            "revision": nil, "batch": batch.number,
            "at": transaction.moment.millisecondsSince1970, "actor": actor.description,
          ])
      }
    }
    // Those of kinds that are not defined yet may be referred to.
    if try kinds.count == stagedKindCount(database) { try requireReferents(of: kinds, database) }
    return isChanged
  }
}
