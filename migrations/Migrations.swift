/// The schema's history, oldest first. What has shipped is frozen: a change is a new migration.
package enum Migrations {
  /// One step of the schema.
  package struct Migration: Sendable {
    /// Recorded in the database once it has run.
    package let name: String
    /// The statements, run in one transaction.
    package let sql: String
    /// The statements for the table of each kind, run after the others.
    package var sqlOfKind: (@Sendable (Table) -> String)?
    /// The statements for each table of former items, whose quoted name is passed, run after the others.
    package var sqlOfPast: (@Sendable (String) -> String)?
  }

  /// The table of a kind as a migration finds it.
  package struct Table: Sendable {
    package let name: String
    /// All columns, also those that are computed.
    package let columns: [(name: String, type: String)]
    /// The triggers, with the statements that created them.
    package let triggers: [(name: String, sql: String)]

    package init(
      name: String, columns: [(name: String, type: String)],
      triggers: [(name: String, sql: String)]
    ) {
      self.name = name
      self.columns = columns
      self.triggers = triggers
    }
  }

  /// "tana" in ASCII, in the header of every database of tanada.
  package static let applicationID = 1_952_542_305

  /// Every migration, in the order they run.
  package static let all = [
    Migration(
      name: "m0001_content_and_revisions",
      sql: String(decoding: PackageResources.m0001_content_and_revisions_sql, as: UTF8.self)),
    Migration(
      name: "m0002_authoring",
      sql: String(decoding: PackageResources.m0002_authoring_sql, as: UTF8.self)),
    Migration(name: "m0003_search", sql: SearchMigration.sql),
    Migration(
      name: "m0004_idempotency_records",
      sql: String(decoding: PackageResources.m0004_idempotency_records_sql, as: UTF8.self)),
    Migration(
      name: "m0005_kinds",
      sql: String(decoding: PackageResources.m0005_kinds_sql, as: UTF8.self)),
    Migration(name: "m0006_search_of_kinds", sql: KindSearchMigration.sql),
    Migration(
      name: "m0007_bulk_writes",
      sql: String(decoding: PackageResources.m0007_bulk_writes_sql, as: UTF8.self)),
    Migration(
      name: "m0008_photos",
      sql: String(decoding: PackageResources.m0008_photos_sql, as: UTF8.self)),
    Migration(
      name: "m0009_public_changes",
      sql: String(decoding: PackageResources.m0009_public_changes_sql, as: UTF8.self)),
    Migration(
      name: "m0010_history",
      sql: String(decoding: PackageResources.m0010_history_sql, as: UTF8.self),
      sqlOfKind: HistoryMigration.sql),
    Migration(
      name: "m0011_releases",
      sql: String(decoding: PackageResources.m0011_releases_sql, as: UTF8.self)),
    Migration(
      name: "m0012_document_revisions",
      sql: String(decoding: PackageResources.m0012_document_revisions_sql, as: UTF8.self)),
    Migration(name: "m0013_short_words", sql: "", sqlOfKind: ShortWordMigration.sql),
    Migration(
      name: "m0014_known_documents",
      sql: String(decoding: PackageResources.m0014_known_documents_sql, as: UTF8.self)),
    Migration(
      name: "m0015_field_renames",
      sql: String(decoding: PackageResources.m0015_field_renames_sql, as: UTF8.self)),
    Migration(
      name: "m0016_database_identity",
      sql: String(decoding: PackageResources.m0016_database_identity_sql, as: UTF8.self)),
    Migration(
      name: "m0017_translations",
      sql: String(decoding: PackageResources.m0017_translations_sql, as: UTF8.self),
      sqlOfKind: { TranslationMigration.sql(of: $0) },
      sqlOfPast: { TranslationMigration.sql(ofPast: $0) }),
    Migration(
      name: "m0018_targeting",
      sql: String(decoding: PackageResources.m0018_targeting_sql, as: UTF8.self),
      sqlOfPast: { table in
        """
        ALTER TABLE \(table) ADD COLUMN "_targeting" TEXT;
        CREATE INDEX \(table.dropLast()):targeting" ON \(table) ("_targeting")
          WHERE "_targeting" IS NOT NULL
        """
      }),
    Migration(
      name: "m0019_sessions",
      sql: String(decoding: PackageResources.m0019_sessions_sql, as: UTF8.self)),
    Migration(
      name: "m0020_release_notes",
      sql: String(decoding: PackageResources.m0020_release_notes_sql, as: UTF8.self)),
    Migration(name: "m0021_text_folding", sql: "", sqlOfKind: { TextFoldingMigration.sql(of: $0) }),
    Migration(
      name: "m0022_audiences",
      sql: String(decoding: PackageResources.m0022_audiences_sql, as: UTF8.self)),
  ]
}
