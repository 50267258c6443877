/// One step of the schema in PostgreSQL.
package struct PostgreSQLMigration: Sendable {
  /// The effect of a step on servers that do not know it.
  package enum Phase: Sendable {
    /// The step adds something: servers that do not know it go on.
    case expansion
    /// The step takes away what servers need that do not know it: it runs when there are none.
    case contraction
  }

  /// Recorded in the database once it has run.
  package let name: String
  /// Its effect on servers that do not know it.
  package let phase: Phase
  /// Runs in a transaction.
  package let run: @Sendable (PostgreSQLConnection) throws -> Void

  /// A step of several statements.
  package init(_ name: String, _ phase: Phase = .expansion, script: String) {
    self.init(name, phase) { try $0.run(script: script) }
  }

  /// A step that needs more than statements.
  package init(
    _ name: String, _ phase: Phase = .expansion,
    run: @escaping @Sendable (PostgreSQLConnection) throws -> Void
  ) {
    self.name = name
    self.phase = phase
    self.run = run
  }
}
