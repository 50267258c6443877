import FeedModel

extension PostgreSQLDialect {
  func create(_ table: KindTable, in database: any SQLDatabase) throws {
    try lockTables(database)
    let items = PostgreSQLItemTable(table)
    for sql in items.creation { try run(sql, database) }
    try refer(from: items, by: table.kind.fields.flatMap { items.constraints(of: $0) }, database)
  }

  func remove(_ table: KindTable, from database: any SQLDatabase) throws {
    try lockTables(database)
    let removal = PostgreSQLSearchIndex(of: table).removal + ["DROP TABLE \(table.name) CASCADE"]
    try database.run(removal)
  }

  func beginChange(
    of table: KindTable, by change: KindChange, in database: any SQLDatabase
  ) throws {
    try lockTables(database)
    let after = KindTable(change.new, self)
    let (old, new) = (PostgreSQLItemTable(table), PostgreSQLItemTable(after))
    // 1. Constraints follow from the fields as they are in the end.
    let former = table.kind.fields.flatMap { old.constraints(of: $0) }
    let wanted = change.new.fields.flatMap { new.constraints(of: $0) }
    // A foreign key may be missing: earlier builds dropped it with the table that it referred to.
    for constraint in former where !wanted.contains(constraint) {
      try run("ALTER TABLE \(table.name) DROP CONSTRAINT IF EXISTS \(constraint.name)", database)
    }
    // 2. The columns.
    for step in change.steps { try alter(table, by: step, in: database) }
    // 3. The constraints that there were not.
    let added = wanted.filter { !former.contains($0) }
    for constraint in added where !constraint.isReference {
      try run(new.addition(of: constraint), database)
    }
    try refer(from: new, by: added, database)
  }

  /// Adds those of `constraints` that are references at the end of the transaction: their tables may not be there yet.
  private func refer(
    from items: PostgreSQLItemTable, by constraints: [PostgreSQLItemTable.Constraint],
    _ database: any SQLDatabase
  ) throws {
    for constraint in constraints where constraint.isReference {
      let sql = items.addition(of: constraint)
      guard let session = database as? PostgreSQLSession else { return try run(sql, database) }
      session.performAtEnd(sql)
    }
  }

  func finishChange(of table: KindTable, in database: any SQLDatabase) throws {}

  /// Waits for all transactions that read the tables of kinds, and excludes others: a transaction that has begun before
  /// would find other tables than it knows, and none of their rows.
  private func lockTables(_ database: any SQLDatabase) throws {
    try run("LOCK TABLE tanada_tables IN ACCESS EXCLUSIVE MODE", database)
  }

  private func run(_ sql: String, _ database: any SQLDatabase) throws {
    try database.perform(sql, isCached: false)
  }

  private func alter(
    _ table: KindTable, by step: KindChange.Step, in database: any SQLDatabase
  ) throws {
    let items = PostgreSQLItemTable(table)
    let alteration = "ALTER TABLE \(table.name)"
    switch step {
    case .add(let field):
      // Existing rows take the default without being rewritten; new ones always have a value.
      let fallback = field.missingValue.flatMap { $0.isNull ? nil : SQL.literal($0) }
      let column = fallback.map { "\(items.column(field)) DEFAULT \($0)" } ?? items.column(field)
      try run("\(alteration) ADD COLUMN \(column)", database)
      if fallback != nil {
        try run("\(alteration) ALTER COLUMN \(SQL.name(field.name)) DROP DEFAULT", database)
      }
      if let column = items.momentColumn(of: field) {
        try run("\(alteration) ADD COLUMN \(column)", database)
      }
      if let index = items.index(of: field) { try run(index, database) }
    case .remove(let field):
      if field.type.storage == .date {
        try run("\(alteration) DROP COLUMN \(momentName(of: field.name))", database)
      }
      try run("\(alteration) DROP COLUMN \(SQL.name(field.name))", database)
    case .rename(let from, let to):
      guard let field = table.kind.field(from) else { return }
      try run("\(alteration) RENAME COLUMN \(SQL.name(from)) TO \(SQL.name(to))", database)
      if field.type.storage == .date {
        let (former, name) = (momentName(of: from), momentName(of: to))
        try run("\(alteration) RENAME COLUMN \(former) TO \(name)", database)
      }
      if table.indexedColumn(of: field) != nil {
        let name = items.indexName(of: to)
        try run("ALTER INDEX \(items.indexName(of: from)) RENAME TO \(name)", database)
      }
    case .widen, .narrow: break
    }
  }
}
