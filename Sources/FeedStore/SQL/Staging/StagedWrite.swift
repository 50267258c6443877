package import FeedModel

/// The transactions of a staged write, whose items are in temporary tables of their connection: see ``StageTable``.
package struct StagedWrite: Sendable {
  let content: SQLContent
  /// More changes than this are indexed after the transaction.
  let briefChangeCount: Int

  /// The temporary table of the staged kinds, with their names, their definitions and numbers in their order.
  package static func kindsTable(_ dialect: any SQLDialect) -> String {
    dialect.temporaryName("\"staged_kinds\"")
  }

  /// The table of the former items of `kind`.
  ///
  /// - Throws: ``StoreError/kindChanged(_:)`` if it is defined otherwise now, or an error of the database.
  package func pastTable(of kind: ContentKind, _ database: any SQLDatabase) throws -> PastTable {
    let definitions = try content.definitionCache.definitions(in: database)
    guard definitions.kinds[kind.name] == kind else { throw StoreError.kindChanged(kind.name) }
    return definitions.pastTable(of: kind, database.dialect)
  }

  /// Puts the staged items of `kind` together with what they keep of the stored ones, and notes their changes.
  func compare(_ kind: ContentKind, _ database: any SQLDatabase, where condition: String = "true")
    throws
  {
    let table = StageTable(kind, database.dialect)
    try database.run([
      table.translation(where: condition), table.targeting(where: condition),
      table.comparison(where: condition),
    ])
  }

  /// Writes what is written beside the items, and returns the outcome. The transaction is to be rolled back.
  ///
  /// - Throws: ``AuthorityError``, `StageError`, ``StoreError``, errors of `companions`, or an error of the database.
  package func rehearse(
    _ plan: StagePlan, with companions: CompanionWrites, in database: any SQLDatabase,
    at moment: Timestamp, by author: Author
  ) throws -> StageOutcome {
    let transaction = try content.transaction(of: database, at: moment, by: author)
    try companions.write(transaction)
    return StageOutcome(counts: try compare(plan, transaction).counts, revision: nil)
  }

  /// Writes the items in a transaction that excludes other writers.
  ///
  /// - Parameter prepared: the parts of the write that are in place already.
  /// - Throws: ``AuthorityError``, `StageError`, ``StoreError``, errors of `companions`, or an error of the database.
  func merge(
    _ plan: StagePlan, _ prepared: PreparedStage?, with companions: CompanionWrites?,
    in database: any SQLDatabase, at moment: Timestamp, by author: Author
  ) throws -> StageOutcome {
    let transaction = try content.transaction(of: database, at: moment, by: author)
    // As in the entries of the audit, if these are prepared.
    let actor = prepared == nil ? transaction.actor : author.actor
    // 1. Others may have written since the plan was made.
    var plan = plan
    let isCurrent = try transaction.latestRevision()?.number ?? 0 == plan.revision
    let compared = try stagedKinds(transaction, besides: companions?.kinds ?? [])
    for kind in plan.kinds where !compared.contains(kind) {
      throw StoreError.kindChanged(kind.name)
    }
    if !isCurrent, try refresh(plan, prepared, compared, transaction, by: actor) {
      plan = try self.plan(of: compared, since: plan.revision, database)
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
      try write(kind, of: plan, compared.contains(kind) ? prepared : nil, transaction, by: actor)
    }
    try transaction.noteActor(actor)
    try prepared?.count(from: revision, in: database)
    _ = try transaction.applyBoundaries()
    try transaction.notePublicChanges()
    return StageOutcome(counts: plan.counts, revision: revision)
  }

  /// Returns `plan` with the kinds that it could not compare, because they were to be defined first.
  private func compare(_ plan: StagePlan, _ transaction: SQLTransaction) throws -> StagePlan {
    let (kinds, database) = (try stagedKinds(transaction), transaction.database)
    guard kinds.count > plan.kinds.count else { return plan }
    for kind in kinds where !plan.kinds.contains(kind) { try compare(kind, database) }
    try requireReferents(of: kinds, database)
    return try self.plan(of: kinds, since: plan.revision, database)
  }

  /// Writes the changed items of `kind`.
  private func write(
    _ kind: ContentKind, of plan: StagePlan, _ prepared: PreparedStage?,
    _ transaction: SQLTransaction, by actor: AuditActor
  ) throws {
    let database = transaction.database
    let table = StageTable(kind, database.dialect)
    let revision = try transaction.currentRevision()
    let shown = try transaction.shownMoment().millisecondsSince1970
    let locales = try database.all(String.self, table.locales, isCached: false)
    try transaction.note(locales: locales.compactMap { LocaleTag($0) }, of: kind)
    let indexesLater = prepared != nil || plan.changeCount(of: kind) > briefChangeCount
    if indexesLater {
      for range in plan.ranges[kind.name] ?? [] { try transaction.indexLater(kind, ids: range) }
    }
    let updates = plan.counts[kind.name]?[.updated, default: 0] ?? 0 > 0
    if try prepared?.replaceContent(of: kind, in: database) != true {
      if updates {
        let past = try transaction.definitions().pastTable(of: kind, database.dialect)
        try database.perform(
          table.keeping(in: past), ["until": revision.number], isCached: false)
      }
      try database.run(table.merges(updates: updates), with: ["revision": revision.number])
      if indexesLater {
        try database.dialect.beginIndexing(table.content, in: database)
      } else {
        try database.dialect.indexWritten(
          table.content, where: table.isChanged("items.id"), [], in: database)
      }
    }
    // Before their windows: they note who has seen the items.
    try database.run(
      [table.changes] + (updates ? table.formerlyShownChanges : []),
      with: ["revision": revision.number])
    let merges = table.windowMerges
    try database.perform(merges[0], isCached: false)
    try database.perform(merges[1], ["moment": shown], isCached: false)
    try database.run(table.shownChanges, with: ["revision": revision.number])
    if !locales.isEmpty { try transaction.noteSeenLocales(of: kind, in: table.changedIDs) }
    if prepared == nil {
      try database.perform(
        table.auditing(where: "true"),
        [
          "revision": revision.number, "batch": nil as Int?,
          "at": transaction.moment.millisecondsSince1970, "actor": actor.description,
        ], isCached: false)
    }
  }

  /// Compares again the items that other writers have changed since the plan was made, and corrects their
  /// audit entries.
  ///
  /// - Returns: whether there are such items.
  private func refresh(
    _ plan: StagePlan, _ prepared: PreparedStage?, _ kinds: [ContentKind],
    _ transaction: SQLTransaction, by actor: AuditActor
  ) throws -> Bool {
    let database = transaction.database
    var isChanged = false
    // The changed items of revisions that the history has forgotten meanwhile are not known.
    let isForgotten = try transaction.firstKeptRevision() > plan.revision + 1
    for kind in kinds {
      let table = StageTable(kind, database.dialect)
      let changed = """
        SELECT id FROM revision_changes
        WHERE revision > \(plan.revision) AND kind = \(SQL.literal(.text(kind.name)))
        """
      let hasChanges = try database.exists(changed, isCached: false)
      guard isForgotten || hasChanges else { continue }
      isChanged = true
      // A revision with more changes does not list all of them.
      let isListed =
        try !isForgotten
        && database.first(
          Bool.self,
          """
          SELECT NOT EXISTS (SELECT 1 FROM revision_changes WHERE revision > ? AND kind = ?
            GROUP BY revision HAVING count(*) > ?)
          """, [plan.revision, kind.name, RevisionChanges.maximumItemCount]) ?? false
      let condition = isListed ? "id IN (\(changed))" : "true"
      if let prepared {
        try database.perform(
          table.auditRemoval(where: condition), ["batch": prepared.number], isCached: false)
      }
      try database.perform(table.reset(where: condition), isCached: false)
      try compare(kind, database, where: condition)
      try prepared?.refresh(kind, ids: isListed ? changed : nil, in: database)
      if let prepared {
        try database.perform(
          table.auditing(where: condition),
          [
            "revision": nil as Int?, "batch": prepared.number,
            "at": transaction.moment.millisecondsSince1970, "actor": actor.description,
          ], isCached: false)
      }
    }
    // Those of kinds that are not defined yet may be referred to.
    if try kinds.count == stagedKindCount(database) { try requireReferents(of: kinds, database) }
    return isChanged
  }
}
