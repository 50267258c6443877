internal import CPostgreSQL

/// What a transaction sees, and may do.
package enum PostgreSQLTransactionMode: Sendable {
  /// All statements see the database as of the first one, and change nothing.
  case readOnlySnapshot
  /// Each statement sees what was committed before it.
  case readWrite
}

extension PostgreSQLConnection {
  /// Queues the beginning of a transaction, which is sent with its first statement.
  package func begin(_ mode: PostgreSQLTransactionMode) throws(PostgreSQLError) {
    switch mode {
    case .readOnlySnapshot: try perform("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    case .readWrite: try perform("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    }
  }

  /// Commits the transaction with what is queued, and waits for that; it cannot be cancelled any more.
  ///
  /// - Throws: ``PostgreSQLError/commitUnknown(_:)`` if it may have happened or not. With all other errors it has
  ///   not happened, and the transaction is to be rolled back.
  package func commit() throws(PostgreSQLError) {
    guard !canceller.isRequested else { throw .cancelled }
    try queue("COMMIT")
    do throws(PostgreSQLError) {
      let result = try finish(isProtected: true)
      guard result?.command == "COMMIT" else { throw .commitRolledBack(host: host) }
    } catch {
      // If a statement before it had failed, so has the transaction.
      guard case .connectionLost(let failure, _) = error, firstError == nil else { throw error }
      throw .commitUnknown(failure)
    }
  }

  /// Rolls the transaction back with what is queued, and lets the connection go on after it was cancelled.
  ///
  /// - Throws: ``PostgreSQLError`` if the connection is lost: the transaction is rolled back then, too.
  package func rollback() throws(PostgreSQLError) {
    canceller.reset()
    guard !isLost else { throw lost() }
    // Errors of what was queued do not matter any more, and keep a ROLLBACK behind them from running.
    if hasPending {
      do {
        try finish(isProtected: true)
      } catch {
        if error.isConnectionLost { throw error }
      }
    }
    guard isInTransaction else { return }
    try queue("ROLLBACK")
    try finish(isProtected: true)
  }

  /// Runs `body` in a transaction: commits what it has done, or rolls it back if it throws.
  package func transaction<Value>(
    _ mode: PostgreSQLTransactionMode, _ body: () throws -> Value
  ) throws -> Value {
    do {
      try begin(mode)
      let value = try body()
      try commit()
      return value
    } catch {
      // An error of the connection is the same one, or follows from it.
      if !isLost { try? rollback() }
      throw error
    }
  }
}

extension PostgreSQLConnection {
  /// Copies rows into a table, such as a temporary one, by COPY in the binary format. In a transaction, it is a part of
  /// it.
  ///
  /// - Parameters:
  ///   - table: The name of the table, without quotes.
  ///   - columns: The names of the columns, without quotes, in the order of the values.
  ///   - body: Writes the rows. It must not use the connection. If it throws, nothing is copied, and a transaction
  ///     can only be rolled back.
  /// - Returns: how many rows were copied.
  /// - Throws: ``PostgreSQLError``, also of the statements that were queued before, or the error of `body`.
  @discardableResult
  package func copy(
    into table: String, columns: [String],
    _ body: (inout PostgreSQLCopyWriter) throws -> Void
  ) throws -> Int {
    let names = columns.map(\.quotedName).joined(separator: ", ")
    let types = try columnTypes("SELECT \(names) FROM \(table.quotedName) LIMIT 0")
    let statement = "COPY \(table.quotedName) (\(names)) FROM STDIN (FORMAT binary)"
    var bodyError: (any Error)?
    let count = try withoutPipeline { () throws(PostgreSQLError) -> Int in
      guard tanada_postgresql_send_simple(handle, statement) else { throw lose() }
      _ = try readSimple(statement: statement)
      var writer = PostgreSQLCopyWriter(columns: zip(columns, types).map { ($0, $1) }) { bytes in
        tanada_postgresql_put(self.handle, bytes.baseAddress, Int32(bytes.count))
      }
      do {
        try body(&writer)
        try writer.end()
      } catch {
        bodyError = error
      }
      let reason: String? = bodyError == nil ? nil : "the rows end early"
      // A server that has refused the rows by now, and a lost one, say why when the answer is read.
      _ = tanada_postgresql_end_copy(handle, reason)
      do throws(PostgreSQLError) {
        return try readSimple(statement: statement)?.changeCount ?? 0
      } catch {
        guard bodyError == nil || error.isConnectionLost || writer.isBroken else { return 0 }
        throw error
      }
    }
    if let bodyError { throw bodyError }
    return count
  }

  /// The types of the columns of a query.
  private func columnTypes(_ sql: String) throws(PostgreSQLError) -> [PostgreSQLType] {
    try queue(sql, isCached: false)
    return try finish()?.columns(of: sql).types ?? []
  }
}

extension String {
  /// The text as a name in SQL.
  package var quotedName: String {
    "\"\(replacing("\"", with: "\"\""))\""
  }
}
