internal import CPostgreSQL

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
