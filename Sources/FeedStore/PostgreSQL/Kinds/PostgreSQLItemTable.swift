import FeedModel
import StrictJSON

/// The table of a kind's items as PostgreSQL has it: its columns, constraints and indexes in SQL.
struct PostgreSQLItemTable {
  let table: KindTable

  /// Creates the table with everything that belongs to it.
  var creation: [String] {
    let fields = table.kind.fields
    var columns = ["\"id\" bigint PRIMARY KEY CHECK (\"id\" > 0)"]
    for field in fields {
      columns.append(column(field))
      if let moment = momentColumn(of: field) { columns.append(moment) }
    }
    columns += [
      "\"_revision\" bigint NOT NULL DEFAULT 0",
      "\(TranslationColumn.name) \(table.dialect.type(of: .text))",
    ]
    for constraint in fields.flatMap({ constraints(of: $0) }) where !constraint.isReference {
      columns.append("CONSTRAINT \(constraint.name) \(constraint.sql)")
    }
    return [
      "CREATE TABLE \(table.name) (\n  \(columns.joined(separator: ",\n  "))\n)"
    ] + fields.compactMap(index) + PostgreSQLSearchIndex(of: table).creation
  }

  /// The definition of the column of `field`, without its constraints.
  func column(_ field: ContentField) -> String {
    "\(SQL.name(field.name)) \(table.dialect.type(of: field.type.storage))"
  }

  /// A constraint of the values of a field.
  struct Constraint: Hashable {
    /// The name, quoted.
    let name: String
    let sql: String
    /// Whether the values refer to rows of another table.
    let isReference: Bool

    /// Its SQL may have choices, which have to be there as they are written.
    static func == (left: Constraint, right: Constraint) -> Bool {
      left.name == right.name && left.sql.exact == right.sql.exact
    }
  }

  /// The constraints of the values of `field`.
  func constraints(of field: ContentField) -> [Constraint] {
    let checks =
      (field.isNullable ? [] : ["\(SQL.name(field.name)) IS NOT NULL"])
      + field.type.constraints.flatMap { table.checks($0, of: field) }
    var constraints: [Constraint] = []
    if !checks.isEmpty {
      constraints.append(
        Constraint(
          name: SQL.name(PostgreSQLName.of(field.name, ":check")),
          sql: "CHECK (\(checks.joined(separator: " AND ")))", isReference: false))
    }
    if let referent = field.type.referent {
      constraints.append(
        Constraint(
          name: SQL.name(PostgreSQLName.of(field.name, ":reference")),
          sql: """
            FOREIGN KEY (\(SQL.name(field.name))) REFERENCES \(table.table(of: referent)) ("id") \
            DEFERRABLE INITIALLY DEFERRED
            """, isReference: true))
    }
    return constraints
  }

  /// Adds `constraint` to the table, for rows that are written from now on: those that are there were checked before, or
  /// are written anew in the same transaction.
  func addition(of constraint: Constraint) -> String {
    "ALTER TABLE \(table.name) ADD CONSTRAINT \(constraint.name) \(constraint.sql) NOT VALID"
  }

  /// The column by which a date is compared, as milliseconds since 1970; `nil` for other fields.
  func momentColumn(of field: ContentField) -> String? {
    guard field.type.storage == .date else { return nil }
    return """
      \(table.dialect.momentName(of: field.name)) bigint \
      GENERATED ALWAYS AS (tanada_moment(\(SQL.name(field.name)))) STORED
      """
  }

  /// The name of the index of `field`, quoted.
  func indexName(of field: String) -> String {
    SQL.name(
      PostgreSQLName.of(PostgreSQLName.table(of: table.kind.name, suffix: ":\(field)"), ":by"))
  }

  /// Creates the index of a date or a reference; `nil` for other fields.
  func index(of field: ContentField) -> String? {
    table.indexedColumn(of: field).map { column in
      // The order of lists: items without a date come first.
      let order = field.type.storage == .date ? " NULLS FIRST" : ""
      return "CREATE INDEX \(indexName(of: field.name)) ON \(table.name) (\(column)\(order))"
    }
  }
}

extension PostgreSQLDialect {
  func create(_ table: KindTable, in database: any SQLDatabase) throws {
    try lockTables(database)
    let items = PostgreSQLItemTable(table: table)
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
    let (old, new) = (PostgreSQLItemTable(table: table), PostgreSQLItemTable(table: after))
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
    let items = PostgreSQLItemTable(table: table)
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
