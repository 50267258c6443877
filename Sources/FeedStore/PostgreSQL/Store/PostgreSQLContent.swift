/// The whole content of a PostgreSQL database, to be copied.
package struct PostgreSQLContent: CopyableStore {
  private let address: PostgreSQLAddress

  /// The content of the database at `address`, whose schema is that of this version of the program.
  package init(_ address: PostgreSQLAddress) {
    self.address = address
  }

  package func readAll<Value>(_ body: (any SQLDatabase) throws -> Value) throws -> Value {
    try run(.readOnlySnapshot) { session in
      try session.perform("LOCK TABLE tanada_tables IN ACCESS SHARE MODE")
      return try body(session)
    }
  }

  package func writeAll<Value>(_ body: (any SQLDatabase) throws -> Value) throws -> Value {
    try run(.readWrite) { session in
      try session.perform("SELECT single FROM tanada_head FOR UPDATE")
      try session.perform("LOCK TABLE tanada_tables IN ACCESS EXCLUSIVE MODE")
      let value = try body(session)
      try session.finish()
      try session.connection.notify(PostgreSQLFeedStore.channel)
      return value
    }
  }

  private func run<Value>(
    _ mode: PostgreSQLTransactionMode, _ body: (PostgreSQLSession) throws -> Value
  ) throws -> Value {
    do {
      let connection = try PostgreSQLConnection(address)
      try PostgreSQLSchema.current.require(connection)
      return try connection.transaction(mode) { try body(PostgreSQLSession(connection)) }
    } catch {
      throw StoreError(error, store: address.description)
    }
  }
}
