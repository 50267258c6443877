import FeedModel
import FeedStore
import FeedStoreSQL

/// The schema of a database: which migrations have run, and which versions of the program it is for.
package enum PostgreSQLSchema {
  /// The tables that say so. `oldest` is the number of migrations that a program knows at least which may use it.
  private static let tables = """
    CREATE TABLE IF NOT EXISTS tanada_migrations (
      number bigint PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, applied_at text NOT NULL);
    CREATE TABLE IF NOT EXISTS tanada_schema (
      single boolean PRIMARY KEY DEFAULT true CHECK (single), oldest bigint NOT NULL);
    INSERT INTO tanada_schema (oldest) VALUES (1) ON CONFLICT DO NOTHING;
    """

  /// Brings the database at `address` to the version of this program: see ``migrate(_:isDryRun:)``.
  ///
  /// - Throws: ``StoreError``.
  package static func migrate(
    _ address: PostgreSQLAddress, isDryRun: Bool
  ) async throws -> [String] {
    let worker = PostgreSQLWorker(
      generation: 0, address: address, settings: PostgreSQLSessionSettings())
    defer { worker.close() }
    do {
      return try await worker.run { try migrate($0, isDryRun: isDryRun) }.result.get()
    } catch {
      throw StoreError(error, store: address.description)
    }
  }

  /// Brings a database to the version of this program, in one transaction. Programs of the version before go on with it.
  ///
  /// - Parameter isDryRun: whether the migrations that are missing are only named.
  /// - Returns: the names of the migrations that have run; none if it was there already.
  /// - Throws: ``StoreError``.
  package static func migrate(
    _ connection: PostgreSQLConnection, isDryRun: Bool = false
  ) throws -> [String] {
    let session = PostgreSQLSession(connection)
    do {
      if isDryRun { return try missing(session) }
      return try connection.transaction(.readWrite) {
        // One migration at a time, also of an empty database.
        try session.perform("SELECT pg_advisory_xact_lock(\(lock))")
        try requireUsable(session)
        try connection.run(script: tables)
        let applied = try session.all(String.self, "SELECT name FROM tanada_migrations")
        try requireKnown(session)
        var run: [String] = []
        for (index, migration) in PostgreSQLMigrations.all.enumerated()
        where !applied.contains(migration.name) {
          try migration.run(session)
          try session.perform(
            """
            INSERT INTO tanada_migrations (number, name, applied_at)
            VALUES (?, ?, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
            """, [index + 1, migration.name])
          run.append(migration.name)
        }
        return run
      }
    } catch {
      throw StoreError(error, store: connection.host)
    }
  }

  private static func missing(_ session: PostgreSQLSession) throws -> [String] {
    let all = PostgreSQLMigrations.all.map(\.name)
    guard
      try session.first(Bool.self, "SELECT to_regclass('tanada_migrations') IS NOT NULL") == true
    else { return all }
    try requireKnown(session)
    let applied = try session.all(String.self, "SELECT name FROM tanada_migrations")
    return all.filter { !applied.contains($0) }
  }

  /// An advisory lock of this program: "tana" in ASCII.
  private static let lock = 1_952_542_305

  /// Refuses a database in which texts are not compared and searched as they have to be.
  private static func requireUsable(_ session: PostgreSQLSession) throws {
    let row = try session.row(
      """
      SELECT pg_encoding_to_char(encoding)::text AS encoding, lower('ÄΣ' COLLATE "default") AS folded
      FROM pg_database WHERE datname = current_database()
      """)
    guard let row, row["encoding"] as String == "UTF8", row["folded"] as String == "äσ" else {
      throw StoreError.failed(
        path: session.connection.host,
        detail: "the database has no UTF-8 locale; create it with "
          + "ENCODING 'UTF8' LC_CTYPE 'C.UTF-8' TEMPLATE template0")
    }
  }

  /// Refuses a database that is for later versions of the program only.
  private static func requireKnown(_ session: PostgreSQLSession) throws {
    let oldest = try session.first(Int.self, "SELECT oldest FROM tanada_schema") ?? 1
    guard oldest <= PostgreSQLMigrations.all.count else {
      throw StoreError.newerSchema(path: session.connection.host)
    }
  }

  /// Refuses a database that is not at the version of this program, or that is for later ones only.
  ///
  /// - Throws: ``StoreError``.
  package static func require(_ connection: PostgreSQLConnection) throws {
    let session = PostgreSQLSession(connection)
    do {
      let hasSchema = try session.first(
        Bool.self, "SELECT to_regclass('tanada_schema') IS NOT NULL")
      guard hasSchema == true else {
        throw StoreError.schemaMissing(store: connection.host)
      }
      let applied = try session.all(String.self, "SELECT name FROM tanada_migrations")
      try requireKnown(session)
      guard PostgreSQLMigrations.all.allSatisfy({ applied.contains($0.name) }) else {
        throw StoreError.schemaMissing(store: connection.host)
      }
    } catch {
      throw StoreError(error, store: connection.host)
    }
  }
}
