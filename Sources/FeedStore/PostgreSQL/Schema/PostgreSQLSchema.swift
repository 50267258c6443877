/// The schema that a version of the program knows, and how a database is brought to it.
///
/// A version adds what it needs by expansions, which servers of the version before do not mind. What no version needs
/// any more is taken away later by a contraction, when no server runs that does not know it.
package struct PostgreSQLSchema: Sendable {
  /// A migration that a database did not have.
  package struct Step: Hashable, Sendable {
    /// The name of the migration.
    package let name: String
    /// Whether it has not run, since it takes away what servers of earlier versions need.
    package let waits: Bool

    /// A migration that was missing.
    package init(name: String, waits: Bool) {
      self.name = name
      self.waits = waits
    }
  }

  /// The schema of this version of the program.
  package static let current = PostgreSQLSchema(Migration.postgreSQL)

  /// The migrations it knows, oldest first.
  package let migrations: [Migration]

  /// A schema with these migrations, oldest first.
  package init(_ migrations: [Migration]) {
    self.migrations = migrations
  }

  /// Its number: later versions have higher ones.
  package var version: Int { migrations.count }

  // MARK: - Migrating

  /// Brings the database at `address` to this schema: see ``migrate(_:contracts:isDryRun:)``.
  package func migrate(
    _ address: PostgreSQLAddress, contracts: Bool = false, isDryRun: Bool = false
  ) async throws -> [Step] {
    // Requests wait behind a migration that waits for others: for this long at most.
    let settings = PostgreSQLSessionSettings(lockTimeout: .seconds(5))
    let worker = PostgreSQLWorker(generation: 0, address: address, settings: settings)
    defer { worker.close() }
    do {
      return try await worker.run {
        try migrate($0, contracts: contracts, isDryRun: isDryRun)
      }.result.get()
    } catch {
      throw StoreError(error, store: address.description)
    }
  }

  /// Brings a database to this schema, in one transaction.
  ///
  /// - Parameters:
  ///   - contracts: whether contractions run too. No server of an earlier version may be connected.
  ///   - isDryRun: whether nothing runs.
  /// - Returns: the migrations that were missing, oldest first.
  package func migrate(
    _ connection: PostgreSQLConnection, contracts: Bool = false, isDryRun: Bool = false
  ) throws -> [Step] {
    let session = PostgreSQLSession(connection)
    do {
      if isDryRun { return try missing(session, contracts: contracts) }
      return try connection.transaction(.readWrite) {
        // One migration at a time, also of an empty database.
        try session.perform("SELECT pg_advisory_xact_lock(\(Self.lock))")
        try Self.requireUsable(session)
        try connection.run(script: Self.tables)
        let steps = try missing(session, contracts: contracts)
        for step in steps where !step.waits { try run(step.name, session) }
        return steps
      }
    } catch {
      throw StoreError(error, store: connection.host)
    }
  }

  private func missing(_ session: PostgreSQLSession, contracts: Bool) throws -> [Step] {
    var applied: Set<String> = []
    if try Self.isThere(session) { applied = try self.applied(session) }
    // An empty database has no servers: it gets everything.
    let waits = !contracts && !applied.isEmpty
    return migrations.filter { !applied.contains($0.name) }
      .map { Step(name: $0.name, waits: waits && $0.phase == .contraction) }
  }

  /// The names of the migrations that a database has; none for one whose tables are the baseline's, but not noted so.
  ///
  /// - Throws: ``StoreError`` for a database of before the baseline, or for later versions of the program only.
  private func applied(_ session: PostgreSQLSession) throws -> Set<String> {
    let names = try Set(session.all(String.self, "SELECT name FROM tanada_migrations"))
    if names.isEmpty || names.contains(Migration.lastBeforeBaseline.postgreSQL) { return [] }
    guard names.contains(migrations[0].name) else {
      throw StoreError.formerSchema(store: session.connection.host)
    }
    let oldest = try session.first(Int.self, "SELECT oldest FROM tanada_schema") ?? 1
    guard oldest <= version else { throw StoreError.newerSchema(path: session.connection.host) }
    return names
  }

  private func run(_ name: String, _ session: PostgreSQLSession) throws {
    guard let index = migrations.firstIndex(where: { $0.name == name }) else { return }
    let migration = migrations[index]
    let number = index + 1
    if migration.phase == .contraction {
      // A server that starts meanwhile waits, and is refused.
      try session.perform("LOCK TABLE tanada_schema IN ACCESS EXCLUSIVE MODE")
      try session.perform("UPDATE tanada_schema SET oldest = ? WHERE oldest < ?", [number, number])
      try session.finish()
      try requireNoServer(before: number, session)
    }
    let hasTables = try session.first(
      Bool.self, "SELECT EXISTS (SELECT 1 FROM tanada_migrations WHERE name = ?)",
      [Migration.lastBeforeBaseline.postgreSQL])
    try session.connection.run(script: hasTables == true ? Self.adoption : migration.sql)
    try session.perform(
      """
      INSERT INTO tanada_migrations (number, name, applied_at)
      VALUES (?, ?, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      """, [number, migration.name])
  }

  /// The tables that say what has run. `oldest` is the least version of a schema that may use the database.
  private static let tables = """
    CREATE TABLE IF NOT EXISTS tanada_migrations (
      number bigint PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, applied_at text NOT NULL);
    CREATE TABLE IF NOT EXISTS tanada_schema (
      single boolean PRIMARY KEY DEFAULT true CHECK (single), oldest bigint NOT NULL);
    INSERT INTO tanada_schema (oldest) VALUES (1) ON CONFLICT DO NOTHING;
    """

  private static let adoption = """
    \(Migration.adoption)
    DELETE FROM tanada_migrations;
    UPDATE tanada_schema SET oldest = 1;
    """

  /// An advisory lock of this program: "tana" in ASCII.
  private static let lock = 1_952_542_305

  private static func isThere(_ session: PostgreSQLSession) throws -> Bool {
    try session.first(Bool.self, "SELECT to_regclass('tanada_schema') IS NOT NULL") == true
  }

  // MARK: - Requirements

  /// Refuses a database that does not have this schema, or that is for later ones only.
  package func require(_ connection: PostgreSQLConnection) throws {
    let session = PostgreSQLSession(connection)
    do {
      guard try Self.isThere(session) else {
        throw StoreError.schemaMissing(store: connection.host)
      }
      let applied = try applied(session)
      let missing = migrations.filter { !applied.contains($0.name) }
      guard missing.allSatisfy({ $0.phase == .contraction }) else {
        throw StoreError.schemaMissing(store: connection.host)
      }
    } catch {
      throw StoreError(error, store: connection.host)
    }
  }

  /// Refuses a database in which texts are not compared and searched as they have to be.
  private static func requireUsable(_ session: PostgreSQLSession) throws {
    let row = try session.row(
      """
      SELECT pg_encoding_to_char(encoding)::text AS encoding, lower('ÄΣ' COLLATE "default") AS folded
      FROM pg_database WHERE datname = current_database()
      """)
    guard let row, try row["encoding"] == "UTF8", try row["folded"] == "äσ" else {
      throw StoreError.failed(
        path: session.connection.host,
        detail: "the database has no UTF-8 locale; create it with "
          + "ENCODING 'UTF8' LC_CTYPE 'C.UTF-8' TEMPLATE template0")
    }
  }

  /// Refuses a contraction while servers are connected that need what it takes away. They say their version in the
  /// name of their sessions, as far as the database's role may see it.
  private func requireNoServer(before version: Int, _ session: PostgreSQLSession) throws {
    let hosts = try session.all(
      String.self,
      """
      SELECT DISTINCT coalesce(host(client_addr), 'this machine') FROM pg_stat_activity
      WHERE datname = current_database() AND substring(application_name FROM '\(Self.pattern)')::bigint < ?
      ORDER BY 1
      """, [version])
    guard hosts.isEmpty else {
      throw StoreError.failed(
        path: session.connection.host,
        detail: "programs of an earlier version are connected from "
          + "\(hosts.joined(separator: ", ")); stop them first")
    }
  }

  /// The part of a session's name that has the version of its schema.
  var sessionSuffix: String { " (schema \(version))" }
  private static let pattern = #"\(schema ([0-9]{1,9})\)$"#
}
