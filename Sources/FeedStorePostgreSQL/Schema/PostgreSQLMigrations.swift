import FeedModel
import FeedStoreSQL
import TanadaMigrations

/// The schema's history in PostgreSQL, oldest first. What has shipped is frozen: a change is a new migration.
enum PostgreSQLMigrations {
  /// Every migration, in the order they run.
  static let all = [
    PostgreSQLMigration("p0001_functions", script: PostgreSQLScripts.functions),
    PostgreSQLMigration("p0002_content", script: PostgreSQLScripts.content),
    PostgreSQLMigration("p0003_standard_kinds", run: defineStandardKinds),
    PostgreSQLMigration("p0004_case_folding", script: PostgreSQLScripts.caseFolding),
    PostgreSQLMigration("p0005_text_folding", script: PostgreSQLScripts.textFolding),
    PostgreSQLMigration("p0006_audiences", script: PostgreSQLScripts.audiences),
    PostgreSQLMigration(
      "p0007_former_audiences", .contraction, script: PostgreSQLScripts.formerAudiences),
  ]

  /// Defines the kinds that every store begins with.
  private static func defineStandardKinds(_ connection: PostgreSQLConnection) throws {
    let session = PostgreSQLSession(connection)
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
