import FeedModel
import FeedStore
import TestSupport
import Testing

/// What somebody has set for a database or a role is not in the way of the store.
@Suite(.needsPostgreSQL) struct DatabaseSettingsTests {
  /// Settings with a value each that would make statements fail, or mean something else.
  static let settings = [
    ("search_path", "pg_temp"), ("standard_conforming_strings", "off"), ("array_nulls", "off"),
    ("transform_null_equals", "on"), ("DateStyle", "'German, DMY'"),
    ("IntervalStyle", "sql_standard"), ("TimeZone", "'Pacific/Apia'"), ("bytea_output", "escape"),
    ("extra_float_digits", "-15"), ("gin_fuzzy_search_limit", "1"),
    ("default_transaction_isolation", "serializable"), ("default_transaction_deferrable", "on"),
    ("exit_on_error", "on"), ("client_min_messages", "error"), ("statement_timeout", "1"),
    ("lock_timeout", "1"), ("idle_in_transaction_session_timeout", "1"),
    ("idle_session_timeout", "1"), ("client_encoding", "LATIN1"), ("jit", "on"),
  ]

  /// A database with the schema, and the settings, some for itself and some for the role in it.
  private static func database() throws -> PostgreSQLDatabase {
    let database = try SampleDatabase.makePostgreSQL()
    let connection = try database.server.connect()
    for (index, (name, value)) in settings.enumerated() {
      let owner =
        index.isMultiple(of: 2)
        ? "DATABASE \(database.name)" : "ROLE tanada IN DATABASE \(database.name)"
      try connection.run(script: "ALTER \(owner) SET \(name) = \(value)")
    }
    return database
  }

  @Test(
    "A store in a database with settings of its own",
    arguments: TestScale.cases(FeedStoreCheck.ofValues, gate: 6))
  func suite(check: FeedStoreCheck) async throws {
    let database = try Self.database()
    let store = PostgreSQLFeedStore(
      database.address(), clock: .caller, timers: TestClock(SampleContent.committedAt))
    try await store.whileOpen { try await check.run(store) }
  }

  @Test func noSessionHasASettingOfTheDatabase() throws {
    let databases = (try SampleDatabase.makePostgreSQL(), try Self.database())
    defer { withExtendedLifetime(databases) {} }
    let (plain, changed) = (try databases.0.connect(), try databases.1.connect())
    for (name, value) in Self.settings {
      let usual = try plain.row("SELECT current_setting(?)", [name])?.values[0]
      let found = try changed.row("SELECT current_setting(?)", [name])?.values[0]
      #expect(found == usual && found != .text(value), "\(name)")
    }
  }

  /// Newer servers have one more time; those that do not know it are not asked for it.
  @Test func aTransactionTakesAsLongAsItTakes() throws {
    let database = try SampleDatabase.makePostgreSQL()
    defer { withExtendedLifetime(database) {} }
    let connection = try database.connect()
    let found = try connection.row("SELECT current_setting('transaction_timeout', true)")?.values[0]
    #expect(found == (connection.serverVersion >= 170_000 ? .text("0") : .null))
  }

  @Test func theAddressIsAboveTheDatabase() throws {
    let database = try Self.database()
    var address = database.address()
    address.options["options"] = "-c search_path=pg_temp,public -c extra_float_digits=2"
    let connection = try PostgreSQLConnection(address)
    #expect(try connection.row("SHOW search_path")?.values[0] == .text("pg_temp,public"))
    #expect(try connection.row("SHOW extra_float_digits")?.values[0] == .text("2"))
  }

  /// A host that is not to be written to is left alone, and the error says why.
  @Test func aDatabaseThatIsReadOnlyIsNotWrittenTo() throws {
    let database = try SampleDatabase.makePostgreSQL()
    try database.server.connect().run(
      script: "ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
    var address = database.address()
    address.options["target_session_attrs"] = "read-write"
    let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(address) }
    #expect(error?.isConnectionLost == true)
    #expect(error?.description.contains("default_transaction_read_only") == true)
    address.options["options"] = "-c default_transaction_read_only=off"
    _ = try PostgreSQLConnection(address)
  }
}

extension PostgreSQLServer {
  /// A connection to the database of its own.
  fileprivate func connect() throws -> PostgreSQLConnection {
    try PostgreSQLConnection(address(of: "postgres"))
  }
}
