package import FeedModel
package import FeedStore
import GRDB

extension SQLiteFeedStore {
  package func write(
    at moment: Timestamp, _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    do {
      return try await pool.write { database in
        let transaction = SQLiteTransaction(database: database, moment: moment)
        try body(transaction)
        return transaction.revision
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}

/// The writes of one transaction. Lives on the writer's queue and not beyond its transaction.
private final class SQLiteTransaction: ContentTransaction {
  private let database: Database
  private let moment: Timestamp
  private var statements: [ContentKind: UpsertStatements] = [:]
  /// The revision this transaction makes, from its first change on.
  private(set) var revision: Revision?

  init(database: Database, moment: Timestamp) {
    self.database = database
    self.moment = moment
  }

  func upsert<Entity: ContentEntity>(_ entity: Entity) throws -> Change {
    let fields = ColumnCollector(entity)
    let statements = try statements(for: Entity.kind, columns: fields.columns)
    let exists = try Bool.fetchOne(statements.exists, arguments: [entity.id]) ?? false
    try statements.upsert.execute(arguments: StatementArguments(fields.values))
    guard database.changesCount > 0 else { return .unchanged }
    let change = exists ? Change.updated : .inserted
    try record(change, of: Entity.kind, id: entity.id)
    return change
  }

  private func statements(for kind: ContentKind, columns: [String]) throws -> UpsertStatements {
    if let known = statements[kind] { return known }
    let made = try UpsertStatements(kind: kind, columns: columns, in: database)
    statements[kind] = made
    return made
  }

  private func record(_ change: Change, of kind: ContentKind, id: Int) throws {
    let number = try (revision ?? makeRevision()).number
    // An item that changes twice in a transaction is listed once, by its first change.
    try database.cachedStatement(
      sql: """
        INSERT INTO revision_changes (revision, kind, id, change) VALUES (?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """
    ).execute(arguments: [number, kind.rawValue, id, change.rawValue])
  }

  private func makeRevision() throws -> Revision {
    let latest = try SQLiteFeedStore.latestRevision(database)?.number ?? 0
    let made = Revision(number: latest + 1, committedAt: moment)
    try database.execute(
      sql: "INSERT INTO revisions (number, committed_at) VALUES (?, ?)",
      arguments: [made.number, made.committedAt.rfc3339])
    revision = made
    return made
  }
}

/// The two statements that put an item of one kind in place.
private struct UpsertStatements {
  let exists: Statement
  let upsert: Statement

  init(kind: ContentKind, columns: [String], in database: Database) throws {
    let table = kind.rawValue
    let others = columns.filter { $0 != "id" }
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let old = others.map { "\(table).\($0)" }.joined(separator: ", ")
    let new = others.map { "excluded.\($0)" }.joined(separator: ", ")

    exists = try database.makeStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)")
    // The row is left alone, and nothing counts as changed, when every column is the same.
    upsert = try database.makeStatement(
      sql: """
        INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))
        ON CONFLICT (id) DO UPDATE SET \(assignments) WHERE (\(old)) IS NOT (\(new))
        """)
  }
}
