internal import CPostgreSQL

extension PostgreSQLConnection {
  /// The rows of a statement.
  ///
  /// - Parameters:
  ///   - sql: SQL with `$1`, `?` or `:name`.
  ///   - arguments: One for each placeholder, in their order or by their names.
  ///   - isCached: Whether the statement is prepared for the next time. It is then best a constant text.
  package func rows(
    _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws(PostgreSQLError) -> [SQLRow] {
    try queue(sql, arguments, isCached: isCached)
    var columns: (names: SQLColumns, types: [PostgreSQLType])?
    var rows: [SQLRow] = []
    var decodingError: PostgreSQLError?
    // One by one: a whole result of libpq would be a copy of them.
    try finish(isStreaming: true) { result in
      guard decodingError == nil else { return }
      do throws(PostgreSQLError) {
        let known = columns ?? result.columns(of: sql)
        columns = known
        try result.appendRows(known.names, known.types, to: &rows)
      } catch {
        decodingError = error
      }
    }
    if let decodingError { throw decodingError }
    return rows
  }

  /// The first row of a statement; `nil` if there is none.
  package func row(
    _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws(PostgreSQLError) -> SQLRow? {
    try rows(sql, arguments, isCached: isCached).first
  }

  /// Runs a statement, and returns how many rows it has changed, or found.
  @discardableResult
  package func execute(
    _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws(PostgreSQLError) -> Int {
    try queue(sql, arguments, isCached: isCached)
    return try finish()?.changeCount ?? 0
  }

  /// Queues a statement whose result nobody needs. It is sent with what follows, at the latest by
  /// ``synchronize()``, which throws its error.
  package func perform(
    _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws(PostgreSQLError) {
    try queue(sql, arguments, isCached: isCached)
  }

  /// Sends what is queued, and waits for it. Nothing happens if nothing is queued.
  ///
  /// - Throws: ``PostgreSQLError`` of the first statement that failed.
  package func synchronize() throws(PostgreSQLError) {
    if hasPending { try finish() }
  }

  /// Runs statements without parameters, separated by semicolons, such as a script. It is one transaction, unless
  /// it has its own or there is one already.
  package func run(script: String) throws(PostgreSQLError) {
    guard !script.utf8.contains(0) else { throw .textWithNull(parameter: 0) }
    try withoutPipeline { () throws(PostgreSQLError) in
      guard tanada_postgresql_send_simple(handle, script) else { throw lose() }
      try readSimple(statement: nil)
    }
  }

  // MARK: - Without a pipeline

  /// Calls `body` outside the pipeline mode of libpq, once all that is queued has succeeded.
  func withoutPipeline<Value>(
    _ body: () throws(PostgreSQLError) -> Value
  ) throws(PostgreSQLError) -> Value {
    try synchronize()
    guard !isLost else { throw lost() }
    try canceller.begin()
    defer { canceller.end() }
    notices.clear()
    guard tanada_postgresql_exit_pipeline(handle) else { throw lose() }
    defer { if !isLost { _ = tanada_postgresql_enter_pipeline(handle) } }
    return try body()
  }

  /// Reads the answers to statements that were sent outside the pipeline, and returns the last one.
  @discardableResult
  func readSimple(statement: String?) throws(PostgreSQLError) -> PostgreSQLResult? {
    var last: PostgreSQLResult?
    while let result = next() {
      try note(result, statement: statement)
      last = result
      if result.status == tanada_postgresql_copy_in { break }
    }
    guard tanada_postgresql_is_good(handle) else { throw lose(statement: statement) }
    if let error = takeEarlierError() { throw error }
    return last
  }
}
