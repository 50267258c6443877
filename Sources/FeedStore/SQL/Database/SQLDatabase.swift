/// The connection of one transaction to a database.
///
/// Statements have parameters as `?` or `:name`. They are prepared once for a connection, unless `isCached` is `false`:
/// statements with names or values in their text, whose number is not limited, are prepared each time.
package protocol SQLDatabase: AnyObject {
  /// The dialect of SQL that the database speaks.
  var dialect: any SQLDialect { get }

  /// Calls `body` with each row that `sql` finds.
  func forEachRow(
    _ sql: String, _ arguments: SQLArguments, isCached: Bool, _ body: (SQLRow) throws -> Void
  ) throws

  /// Runs `sql`, and returns how many rows it inserted, updated or deleted.
  func execute(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws -> Int

  /// Runs `sql`, whose result is not needed. An error may be thrown by a later call, or by the end of the transaction.
  func perform(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws

  /// Inserts rows into a table. None of the names is quoted.
  func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws

  /// Reads the schema anew, which was changed in another way than by statements.
  func reloadSchema()

  /// The store error for an error of the database.
  func storeError(_ error: any Error) -> StoreError

  /// The state that the transaction has begun with, which excludes other writers; `nil` if it was not read yet.
  var head: HeadState? { get }
}

extension SQLDatabase {
  package var head: HeadState? { nil }

  package func forEachRow(
    _ sql: String, _ arguments: SQLArguments = [], _ body: (SQLRow) throws -> Void
  ) throws {
    try forEachRow(sql, arguments, isCached: true, body)
  }

  package func execute(_ sql: String, _ arguments: SQLArguments = []) throws -> Int {
    try execute(sql, arguments, isCached: true)
  }

  package func perform(
    _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws {
    try perform(sql, arguments, isCached: isCached)
  }

  /// The rows that `sql` finds.
  package func rows(
    _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws -> [SQLRow] {
    var rows: [SQLRow] = []
    try forEachRow(sql, arguments, isCached: isCached) { rows.append($0) }
    return rows
  }

  /// The first row that `sql` finds; `nil` if it finds none.
  package func row(
    _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws -> SQLRow? {
    try rows(sql, arguments, isCached: isCached).first
  }

  /// The first columns of the rows that `sql` finds, without those that are NULL.
  package func all<Value: SQLConvertible>(
    _ type: Value.Type, _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws -> [Value] {
    var values: [Value] = []
    try forEachRow(sql, arguments, isCached: isCached) { row in
      if let value: Value = try row[0] { values.append(value) }
    }
    return values
  }

  /// The first column of the first row that `sql` finds; `nil` if it is NULL or there is none.
  package func first<Value: SQLConvertible>(
    _ type: Value.Type, _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws -> Value? {
    try row(sql, arguments, isCached: isCached).flatMap { try $0[0] }
  }

  /// Whether `query` finds a row.
  package func exists(
    _ query: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws -> Bool {
    try first(Bool.self, "SELECT EXISTS (\(query))", arguments, isCached: isCached) ?? false
  }

  /// Runs statements with names or values in their texts, one after the other.
  func run(_ statements: String..., with arguments: SQLArguments = []) throws {
    try run(statements, with: arguments)
  }

  /// Runs statements with names or values in their texts, one after the other.
  func run(_ statements: [String], with arguments: SQLArguments = []) throws {
    for sql in statements { try perform(sql, arguments, isCached: false) }
  }
}
