import FeedModel
import Synchronization

/// Items on their way into the database, in temporary tables of a connection of their own.
final class PostgreSQLStage: ContentStage {
  private let store: PostgreSQLFeedStore
  private let lease: PostgreSQLLease
  /// The last id of each kind that has come, and the kinds whose items have not come in the order of their ids, so that
  /// some may have come twice.
  private let arrivals = Mutex<(last: [String: Int], unordered: Set<String>)>(([:], []))

  init(of store: PostgreSQLFeedStore) async throws {
    self.store = store
    lease = try await PostgreSQLLease(of: store.stages)
    try await lease.run { connection in
      try connection.run(
        script: """
          DISCARD TEMP;
          CREATE TEMP TABLE staged_kinds (
            number bigint GENERATED ALWAYS AS IDENTITY, name text COLLATE "C" PRIMARY KEY,
            definition text NOT NULL);
          """)
    }
  }

  func add(_ items: [StagedItem]) async throws {
    guard !items.isEmpty else { return }
    arrivals.withLock { arrivals in
      for item in items {
        let (kind, id) = (item.content.kind.name, item.content.id)
        let former = arrivals.last.updateValue(id, forKey: kind)
        if let former, former >= id { arrivals.unordered.insert(kind) }
      }
    }
    try await store.noting {
      try await lease.run { connection in
        let session = PostgreSQLSession(connection)
        for (_, items) in Dictionary(grouping: items, by: \.content.kind.name) {
          let stage = PostgreSQLStageTable(items[0].content.kind)
          try stage.create(in: session)
          try connection.copy(into: stage.plainName, columns: stage.columns) { writer in
            for item in items { try stage.write(item, to: &writer) }
          }
        }
      }
    }
  }

  func commit(
    at moment: Timestamp, by author: Author, isDryRun: Bool, with companions: CompanionWrites?
  ) async throws -> StageOutcome {
    let (store, lease) = (store, lease)
    let unordered = arrivals.withLock { $0.unordered }
    let write = StagedWrite(content: store.content, briefChangeCount: store.briefChangeCount)
    return try await store.noting {
      // 1. The plan, from a comparison with the newest revision.
      let plan = try await lease.run { connection in
        let session = PostgreSQLSession(connection)
        return try connection.transaction(.readWrite) {
          try session.perform("LOCK TABLE tanada_tables IN ACCESS SHARE MODE")
          try PostgreSQLStageTable.prepareAll(session, unordered: unordered)
          return try write.plan(
            session, besides: companions?.kinds ?? [], at: moment, by: author)
        }
      }
      if isDryRun {
        guard let companions else { return StageOutcome(counts: plan.counts, revision: nil) }
        return try await lease.run { connection in
          try connection.begin(.readWrite)
          defer { if !connection.isLost { try? connection.rollback() } }
          return try write.rehearse(
            plan, with: companions, in: PostgreSQLSession(connection), at: moment, by: author)
        }
      }
      guard plan.changeCount > 0 || companions != nil else {
        return StageOutcome(counts: plan.counts, revision: nil)
      }
      try store.beforeMerge()
      // 2. The items, in one transaction. The temporary tables end with the connection, so it is not tried again.
      let transaction = store.transaction(at: moment) { session, moment in
        let outcome = try write.merge(
          plan, nil, with: companions, in: session, at: moment, by: author)
        return (outcome, outcome.revision)
      }
      return try await store.settle(transaction) {
        try await lease.run { try transaction.run(on: $0) }
      }
    }
  }
}
