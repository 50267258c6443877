import FeedModel

/// The connection of one transaction to PostgreSQL, as statements of the store see it.
final class PostgreSQLSession: SQLDatabase {
  let connection: PostgreSQLConnection
  /// The state of the head that the transaction has locked.
  var head: HeadState?
  /// A second connection, for what may be written side by side; `nil` for none.
  var helper: PostgreSQLLease?

  init(_ connection: PostgreSQLConnection) {
    self.connection = connection
  }

  var dialect: any SQLDialect { PostgreSQLDialect() }

  /// The longest text of a statement with names or values in it that is prepared, in bytes.
  private static let maximumPreparedSize = 16 << 10

  /// The first failure of a statement, which callers know as a ``StoreError``.
  private(set) var failure: PostgreSQLError?

  func forEachRow(
    _ sql: String, _ arguments: SQLArguments, isCached: Bool, _ body: (SQLRow) throws -> Void
  ) throws {
    // Prepared statements are limited in number, so that those with names in their texts are prepared as well. Their
    // texts are in memory: one that is as long as a client makes it is not prepared.
    let isCached =
      isCached || sql.hasPrefix("SELECT") && sql.utf8.count <= Self.maximumPreparedSize
    let rows = try noting { () throws(PostgreSQLError) in
      try connection.rows(sql, arguments, isCached: isCached)
    }
    for row in rows { try body(row) }
  }

  func execute(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws -> Int {
    try noting { () throws(PostgreSQLError) in
      try connection.execute(sql, arguments, isCached: isCached)
    }
  }

  func perform(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws {
    try noting { () throws(PostgreSQLError) in
      try connection.perform(sql, arguments, isCached: isCached)
    }
  }

  private func noting<Value>(
    _ body: () throws(PostgreSQLError) -> Value
  ) throws(PostgreSQLError) -> Value {
    do {
      return try body()
    } catch {
      if failure == nil { failure = error }
      throw error
    }
  }

  func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
    try connection.copy(into: table, columns: columns) { writer in
      for row in rows { for value in row { try writer.write(value) } }
    }
  }

  /// The statements for the end of the transaction.
  private var lastStatements: [String] = []

  /// Runs `sql` before the transaction is committed.
  func performAtEnd(_ sql: String) { lastStatements.append(sql) }

  /// Runs the statements for the end of the transaction.
  func finish() throws {
    guard !lastStatements.isEmpty else { return }
    // PostgreSQL refuses ALTER TABLE (55006) while deferred checks of the table's foreign keys are pending. An unchanged
    // key is checked, too, if its row was updated twice in the transaction.
    try perform("SET CONSTRAINTS ALL IMMEDIATE", isCached: false)
    for sql in lastStatements { try perform(sql, isCached: false) }
    lastStatements = []
  }

  func reloadSchema() {}

  func storeError(_ error: any Error) -> StoreError {
    StoreError(error, store: connection.host)
  }
}
