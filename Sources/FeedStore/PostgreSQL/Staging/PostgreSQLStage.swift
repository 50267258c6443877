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

/// The temporary table of the staged items of one kind: see `StageTable`. Items are copied into it; of several with the
/// same id the last one counts.
struct PostgreSQLStageTable {
  private let kind: ContentKind
  private let table: StageTable
  /// The name without quotes.
  let plainName: String

  init(_ kind: ContentKind) {
    self.kind = kind
    table = StageTable(kind, PostgreSQLDialect())
    plainName = PostgreSQLName.table(of: kind.name, suffix: ":stage")
  }

  /// The names of the columns that items are copied into, in the order of ``write(_:to:)``.
  var columns: [String] {
    kind.allFields.map(\.name) + [
      "_patch", "_replaces_translations", "_has_window", "_is_draft", "_publish_at",
      "_unpublish_at", "_targeting", "_has_targeting", "_pointer", "_line",
    ]
  }

  /// Creates the table, unless there is one.
  func create(in session: PostgreSQLSession) throws {
    let isNew = try session.execute(
      "INSERT INTO pg_temp.staged_kinds (name, definition) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [kind.name, String(decoding: kind.json, as: UTF8.self)])
    guard isNew > 0 else { return }
    let dialect = PostgreSQLDialect()
    let text = dialect.type(of: .text)
    let fields = kind.allFields.map { field in
      "\(SQL.name(field.name)) \(dialect.type(of: field.type.storage))"
    }
    let others = [
      "\(TranslationColumn.name) \(text)", "_patch \(text)",
      "_replaces_translations boolean NOT NULL",
      "_has_window boolean NOT NULL", "_is_draft boolean NOT NULL", "_publish_at bigint",
      "_unpublish_at bigint", "_targeting \(text)", "_has_targeting boolean NOT NULL",
      "_pointer \(text)", "_line bigint",
      "_state integer NOT NULL DEFAULT \(StageTable.State.inserted.rawValue)",
      "_order bigint GENERATED ALWAYS AS IDENTITY",
    ]
    try session.perform(
      "CREATE TEMP TABLE \(SQL.name(plainName)) (\((fields + others).joined(separator: ", ")))",
      isCached: false)
  }

  /// Writes an item as a row.
  func write(
    _ item: StagedItem, to writer: inout PostgreSQLCopyWriter
  ) throws(PostgreSQLError) {
    let window = item.window ?? .always
    try writer.write(.integer(item.content.id))
    for value in item.content.values { try writer.write(value.sqlValue) }
    try writer.write([
      TranslationColumn.patch(item.translations, of: kind)?.sqlValue ?? .null,
      .boolean(item.replacesTranslations), .boolean(item.window != nil),
      .boolean(window.isDraft), window.publishAt?.sqlValue ?? .null,
      window.unpublishAt?.sqlValue ?? .null, window.when?.canonicalText.sqlValue ?? .null,
      .boolean(item.hasCondition), item.place?.pointer.sqlValue ?? .null,
      item.place?.line.sqlValue ?? .null,
    ])
  }

  /// Leaves of each item the last one, and tells the planner how many there are.
  ///
  /// - Parameter unordered: the kinds of which items may have come twice.
  static func prepareAll(_ session: PostgreSQLSession, unordered: Set<String>) throws {
    let kinds = try session.all(String.self, "SELECT name FROM pg_temp.staged_kinds")
    for kind in kinds {
      let name = SQL.name(PostgreSQLName.table(of: kind, suffix: ":stage"))
      if unordered.contains(kind) {
        try session.perform(
          """
          DELETE FROM pg_temp.\(name) AS former USING (
            SELECT id, max(_order) AS last FROM pg_temp.\(name) GROUP BY id HAVING count(*) > 1
          ) AS latter WHERE former.id = latter.id AND former._order < latter.last
          """, isCached: false)
      }
      try session.perform("ANALYZE pg_temp.\(name) (id, _state)", isCached: false)
    }
  }
}
