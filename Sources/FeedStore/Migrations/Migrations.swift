/// One step of a schema, which runs in a transaction. A step that was released is frozen: a change is a new one.
package struct Migration: Sendable {
  /// The effect of a step on servers of PostgreSQL's stores that do not know it.
  package enum Phase: Sendable {
    /// The step adds something: servers that do not know it go on.
    case expansion
    /// The step takes away what servers need that do not know it: it runs when there are none.
    case contraction
  }

  /// Recorded in the store once it has run.
  package let name: String
  /// Its effect on servers that do not know it.
  package let phase: Phase
  /// The statements.
  package let sql: String

  /// A step of these statements.
  package init(_ name: String, _ phase: Phase = .expansion, sql: String) {
    self.name = name
    self.phase = phase
    self.sql = sql
  }
}

/// The steps of the schemas. The first one of each, the baseline, makes everything that 1.0 has.
extension Migration {
  /// Those of a SQLite file, oldest first.
  package static let sqlite = [
    Migration("m0001_baseline", sql: text(PackageResources.m0001_baseline_sql)),
    Migration("m0002_designs", sql: text(PackageResources.m0002_designs_sql)),
  ]

  /// Those of PostgreSQL, oldest first.
  package static let postgreSQL = [
    Migration("p0001_baseline", sql: text(PackageResources.p0001_baseline_sql)),
    Migration("p0002_designs", sql: text(PackageResources.p0002_designs_sql)),
  ]

  /// The last steps of the schemas of before the baseline, which has the same tables as they have made.
  package static let lastBeforeBaseline = (
    sqlite: "m0022_audiences", postgreSQL: "p0007_former_audiences"
  )

  /// Makes the rows of such a store those of the baseline: a change for clients with a condition that was not noted
  /// counts as one for everybody.
  package static let adoption = """
    INSERT INTO tanada_forgotten_changes (kind, revision)
      SELECT kind, max(revision) FROM tanada_revision_conditions WHERE targeting = '' GROUP BY kind
      ON CONFLICT (kind) DO UPDATE SET revision = excluded.revision
      WHERE excluded.revision > tanada_forgotten_changes.revision;
    DELETE FROM tanada_revision_conditions WHERE targeting = '';
    """

  /// "tana" in ASCII, in the header of every SQLite file of tanada.
  package static let applicationID = 1_952_542_305

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
