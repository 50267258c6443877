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
      guard case .connectionLost(let failure, _) = error, earlierError == nil else { throw error }
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
