package import FeedModel
import Foundation

/// The content of a store in a database: its transactions, whose connections and boundaries are those of the store.
package struct SQLContent: Sendable {
  let definitionCache = DefinitionCache()
  /// Makes the ids of revisions.
  let makeID: @Sendable () -> UUID

  /// Runs `body` in a transaction of `database` that has begun, and that reads.
  package func read<Value>(
    _ database: any SQLDatabase, _ body: (any ContentReader) throws -> Value
  ) throws -> Value {
    try body(SQLReader(database: database, definitionCache: definitionCache))
  }

  /// Runs `body` in a transaction of `database` that has begun, and that reads the state of a former revision.
  package func read<Value>(
    _ database: any SQLDatabase, at revision: Int, _ body: (any ContentReader) throws -> Value
  ) throws -> Value {
    let reader = SQLReader(database: database, definitionCache: definitionCache)
    // The newest revision is read from the present tables, which is faster.
    let isNewest = try reader.latestRevision()?.number ?? 0 == revision
    return try body(isNewest ? reader : SQLPastReader(revision, from: reader))
  }

  /// Runs `body` with writes that are rehearsed, in a transaction of `database` that has begun, and that reads.
  package func rehearse<Value>(
    _ database: any SQLDatabase, _ body: (any ContentRehearsal) throws -> Value
  ) throws -> Value {
    try body(SQLRehearsal(over: SQLReader(database: database, definitionCache: definitionCache)))
  }

  /// Runs `body` in a transaction of `database` that has begun, and that excludes all other writers.
  ///
  /// - Returns: the revision that it has made, with the time `moment`; `nil` if nothing has changed that can be
  ///   published.
  /// - Throws: ``AuthorityError``, errors of `body`, or ``StoreError``.
  package func write(
    _ database: any SQLDatabase, at moment: Timestamp, by author: Author,
    _ body: (any ContentTransaction) throws -> Void
  ) throws -> Revision? {
    let transaction = try transaction(of: database, at: moment, by: author)
    try body(transaction)
    // A revision shows the content that is due at its time, so content that has become due
    // belongs to it.
    if transaction.revision != nil { _ = try transaction.applyBoundaries() }
    try transaction.notePublicChanges()
    return transaction.revision
  }

  /// A transaction of `author`. There is no other way to begin one, and tokens are written in transactions like it: what
  /// is read of them here is what holds when it is committed.
  func transaction(
    of database: any SQLDatabase, at moment: Timestamp, by author: Author
  ) throws -> SQLTransaction {
    SQLTransaction(
      database: database, definitionCache: definitionCache, moment: moment,
      author: try confirm(author, in: database, at: moment), makeID: makeID)
  }

  /// The author as they are at `moment`.
  func confirm(
    _ author: Author, in database: any SQLDatabase, at moment: Timestamp
  ) throws -> Author {
    try author.confirmed(
      by: SQLReader(database: database, definitionCache: definitionCache), at: moment)
  }

  /// Whether items are still to be indexed.
  package func hasBacklog(_ database: any SQLDatabase) throws -> Bool {
    try database.exists("SELECT 1 FROM search_backlog")
  }

  /// Indexes up to `limit` items of the backlog, in a transaction that has begun and that writes.
  package func indexBacklog(_ database: any SQLDatabase, limit: Int) throws {
    try transaction(of: database, at: Timestamp(millisecondsSince1970: 0), by: .program)
      .indexBacklog(limit: limit)
  }
}

/// The version of the kinds and the newest revision when a transaction locks the head. Most writes need both, so that a
/// store reads them in one query with the lock, which saves two round trips to its database.
package struct HeadState: Sendable {
  /// The newest revision that defines something otherwise; 0 for none.
  let definitionsRevision: Int
  /// The newest revision.
  let revision: Revision?

  /// Finds one row.
  package static let query = """
    SELECT (\(Definitions.version())) AS definitions_revision,
      latest.number, latest.id, latest.committed_at
    FROM (SELECT 1) AS single LEFT JOIN (
      SELECT \(SQLReader.revisionColumns) FROM revisions ORDER BY number DESC LIMIT 1
    ) AS latest ON true
    """

  /// The state in the row of ``query``.
  package init(_ row: SQLRow) throws {
    definitionsRevision = try row["definitions_revision"]
    revision = try (row["number"] as Int?) == nil ? nil : SQLReader.revision(in: row)
  }
}
