internal import CPostgreSQL

extension PostgreSQLConnection {
  /// The rows of a statement, whose parameters are in the order of its placeholders.
  ///
  /// - Parameters:
  ///   - sql: SQL with `$1`, `?` or `:name`.
  ///   - parameters: One for each placeholder.
  ///   - isCached: Whether the statement is prepared for the next time. It is then best a constant text.
  /// - Throws: ``PostgreSQLError``, also of the statements that were queued before.
  package func rows(
    _ sql: String, _ parameters: [PostgreSQLValue] = [], isCached: Bool = true
  ) throws(PostgreSQLError) -> [PostgreSQLRow] {
    try queue(sql, parameters, isCached: isCached)
    return try finishRows()
  }

  /// The rows of a statement whose placeholders have names.
  ///
  /// - Throws: ``PostgreSQLError``, also of the statements that were queued before.
  package func rows(
    _ sql: String, named parameters: [String: PostgreSQLValue], isCached: Bool = true
  ) throws(PostgreSQLError) -> [PostgreSQLRow] {
    try queue(sql, named: parameters, isCached: isCached)
    return try finishRows()
  }

  /// The first row of a statement; `nil` if there is none.
  ///
  /// - Throws: ``PostgreSQLError``, also of the statements that were queued before.
  package func row(
    _ sql: String, _ parameters: [PostgreSQLValue] = [], isCached: Bool = true
  ) throws(PostgreSQLError) -> PostgreSQLRow? {
    try rows(sql, parameters, isCached: isCached).first
  }

  /// Runs a statement, and returns how many rows it has changed, or found.
  ///
  /// - Throws: ``PostgreSQLError``, also of the statements that were queued before.
  @discardableResult
  package func execute(
    _ sql: String, _ parameters: [PostgreSQLValue] = [], isCached: Bool = true
  ) throws(PostgreSQLError) -> Int {
    try queue(sql, parameters, isCached: isCached)
    return try finish()?.changeCount ?? 0
  }

  /// Runs a statement whose placeholders have names, and returns how many rows it has changed, or found.
  ///
  /// - Throws: ``PostgreSQLError``, also of the statements that were queued before.
  @discardableResult
  package func execute(
    _ sql: String, named parameters: [String: PostgreSQLValue], isCached: Bool = true
  ) throws(PostgreSQLError) -> Int {
    try queue(sql, named: parameters, isCached: isCached)
    return try finish()?.changeCount ?? 0
  }

  /// Queues a statement whose result nobody needs. It is sent with what follows, at the latest by
  /// ``synchronize()``, which throws its error.
  ///
  /// - Throws: ``PostgreSQLError`` if the statement cannot be sent.
  package func perform(
    _ sql: String, _ parameters: [PostgreSQLValue] = [], isCached: Bool = true
  ) throws(PostgreSQLError) {
    try queue(sql, parameters, isCached: isCached)
  }

  /// Queues a statement whose placeholders have names, and whose result nobody needs.
  ///
  /// - Throws: ``PostgreSQLError`` if the statement cannot be sent.
  package func perform(
    _ sql: String, named parameters: [String: PostgreSQLValue], isCached: Bool = true
  ) throws(PostgreSQLError) {
    try queue(sql, named: parameters, isCached: isCached)
  }

  /// Sends what is queued, and waits for it. Nothing happens if nothing is queued.
  ///
  /// - Throws: ``PostgreSQLError`` of the first statement that failed.
  package func synchronize() throws(PostgreSQLError) {
    if hasPending { try finish() }
  }

  /// Runs statements without parameters, separated by semicolons, such as a script. It is one transaction, unless
  /// it has its own or there is one already.
  ///
  /// - Throws: ``PostgreSQLError``, also of the statements that were queued before.
  package func run(script: String) throws(PostgreSQLError) {
    guard !script.utf8.contains(0) else { throw .textWithNull(parameter: 0) }
    try withoutPipeline { () throws(PostgreSQLError) in
      guard tanada_postgresql_send_simple(handle, script) else { throw lose() }
      try readSimple(statement: nil)
    }
  }

  /// Calls `body` with one row after the other, without keeping them. An error of `body` cancels the statement and is
  /// thrown. `body` must not use the connection.
  ///
  /// - Throws: ``PostgreSQLError``, also of the statements that were queued before, or the error of `body`.
  package func forEachRow(
    _ sql: String, _ parameters: [PostgreSQLValue] = [], isCached: Bool = true,
    _ body: (PostgreSQLRow) throws -> Void
  ) throws {
    try queue(sql, parameters, isCached: isCached)
    var columns: PostgreSQLColumns?
    var bodyError: (any Error)?
    do {
      let canceller = canceller
      try finish(isStreaming: true) { result in
        guard bodyError == nil else { return }
        do {
          let known = columns ?? result.columns()
          columns = known
          for row in try result.rows(known) { try body(row) }
        } catch {
          bodyError = error
          canceller.cancelCurrent()
        }
      }
    } catch {
      guard let bodyError, !error.isConnectionLost else { throw error }
      throw bodyError
    }
    if let bodyError { throw bodyError }
  }

  /// Reads the rows one by one: a whole result of libpq would be a copy of them.
  private func finishRows() throws(PostgreSQLError) -> [PostgreSQLRow] {
    var columns: PostgreSQLColumns?
    var storage: [PostgreSQLValue] = []
    var decodingError: PostgreSQLError?
    try finish(isStreaming: true) { result in
      guard decodingError == nil else { return }
      do throws(PostgreSQLError) {
        let known = columns ?? result.columns()
        columns = known
        try result.appendValues(known, to: &storage)
      } catch {
        decodingError = error
      }
    }
    if let decodingError { throw decodingError }
    guard let columns else { return [] }
    return stride(from: 0, to: storage.count, by: max(1, columns.count)).map {
      PostgreSQLRow(columns: columns, storage: storage, start: $0)
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
