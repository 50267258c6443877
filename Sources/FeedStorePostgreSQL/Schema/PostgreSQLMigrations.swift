import FeedModel
import FeedStoreSQL
import TanadaMigrations

/// The schema's history in PostgreSQL, oldest first. What has shipped is frozen: a change is a new migration.
enum PostgreSQLMigrations {
  /// One step of the schema.
  struct Migration: Sendable {
    /// Recorded in the database once it has run.
    let name: String
    /// Runs in a transaction.
    let run: @Sendable (PostgreSQLSession) throws -> Void

    /// A step of several statements.
    init(_ name: String, script: String) {
      self.init(name) { try $0.connection.run(script: script) }
    }

    init(_ name: String, run: @escaping @Sendable (PostgreSQLSession) throws -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Every migration, in the order they run.
  static let all = [
    Migration("p0001_functions", script: PostgreSQLScripts.functions),
    Migration("p0002_content", script: PostgreSQLScripts.content),
    Migration("p0003_standard_kinds", run: defineStandardKinds),
  ]

  /// Defines the kinds that every store begins with.
  private static func defineStandardKinds(_ session: PostgreSQLSession) throws {
    let dialect = session.dialect
    for (index, kind) in ContentKinds.standard.all.enumerated() {
      try session.perform(
        "INSERT INTO kinds (name, position, definition) VALUES (?, ?, ?)",
        [kind.name, index + 1, String(decoding: kind.json, as: UTF8.self)])
      try dialect.create(KindTable(kind, dialect), in: session)
      try dialect.create(PastTable(kind, era: 0, dialect), in: session)
    }
    try session.finish()
  }
}
