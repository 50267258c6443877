import Foundation
import GRDB

/// The schema that a version of the program knows, and how a file is brought to it.
package struct SQLiteSchema: Sendable {
  /// The schema of this version of the program.
  package static let current = SQLiteSchema(Migration.sqlite)

  private let migrations: [Migration]

  /// A schema with these migrations, oldest first.
  package init(_ migrations: [Migration]) {
    self.migrations = migrations
  }

  /// The names of the migrations that opening the file at `path` would run; all for a file that is not there.
  package func missing(path: String) async throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return migrations.map(\.name) }
    try DatabaseFile.checkHeader(of: path)
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(file: path, configuration: configuration)
      let names = try await queue.read { try missing(in: $0, path: path) }
      try queue.close()
      return names
    } catch {
      throw StoreError(error, store: path)
    }
  }

  /// The names of the migrations that a database does not have.
  ///
  /// - Throws: ``StoreError`` for one of another application, of a newer version, or of before the baseline.
  func missing(in database: Database, path: String) throws -> [String] {
    let names = migrations.map(\.name)
    guard try database.tableExists(Self.table) else { return names }
    let applied = try String.fetchSet(database, sql: "SELECT identifier FROM \(Self.table)")
    if applied.isEmpty || applied.contains(Migration.lastBeforeBaseline.sqlite) { return names }
    guard applied.contains(names[0]) else { throw StoreError.formerSchema(store: path) }
    guard applied.isSubset(of: names) else { throw StoreError.newerSchema(path: path) }
    return names.filter { !applied.contains($0) }
  }

  /// Brings the database of `pool` to this schema, each migration in a transaction.
  func migrate(_ pool: DatabasePool, path: String) throws {
    var migrator = DatabaseMigrator()
    for migration in migrations {
      migrator.registerMigration(migration.name) { try Self.run(migration, in: $0) }
    }
    if try !pool.read(Self.isMarked) {
      try pool.write { try Self.mark($0, path: path) }
    }
    while try !pool.read({ try missing(in: $0, path: path) }).isEmpty {
      let applied = try pool.read(migrator.appliedIdentifiers)
      do {
        try migrator.migrate(pool)
      } catch {
        // Another process may have applied one of the migrations at the same time: go on after it.
        guard try pool.read(migrator.appliedIdentifiers) != applied else { throw error }
      }
    }
  }

  private static func run(_ migration: Migration, in database: Database) throws {
    let hasTables = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE identifier = ?)",
      arguments: [Migration.lastBeforeBaseline.sqlite])
    guard hasTables == true else { return try database.execute(sql: migration.sql) }
    try database.execute(sql: Migration.adoption)
    try database.execute(sql: "DELETE FROM \(table)")
  }

  // MARK: - The file

  /// GRDB's table of the migrations that were applied.
  private static let table = "grdb_migrations"

  /// Whether the file has tanada's application id.
  private static func isMarked(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA application_id") == Migration.applicationID
  }

  /// Sets tanada's application id in an empty file, before anything else is written to it.
  private static func mark(_ database: Database, path: String) throws {
    if try isMarked(database) { return }
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    let applicationID = try Int.fetchOne(database, sql: "PRAGMA application_id")
    guard isEmpty, applicationID == 0 else { throw StoreError.otherApplication(path: path) }
    try database.execute(sql: "PRAGMA application_id = \(Migration.applicationID)")
  }
}
