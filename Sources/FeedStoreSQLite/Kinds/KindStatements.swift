import FeedModel
import FeedStore
import GRDB
import StrictJSON
import Synchronization

/// The definitions of the kinds at one revision, and the eras that tell the tables of their former items.
struct KindDefinitions: Sendable {
  let kinds: ContentKinds
  /// The era of each kind.
  let eras: [String: Int]

  /// The definitions in rows with a name, a definition and an era.
  init(reading rows: [Row]) throws {
    kinds = ContentKinds(
      try rows.map { row in
        do {
          let definition: String = row["definition"]
          return try KindProposal(
            reading: try JSONTree(parsing: Array(definition.utf8)), lateNames: .allowed
          ).kind
        } catch let problems as DocumentProblems {
          let name: String = row["name"]
          throw DatabaseError(
            resultCode: .SQLITE_CORRUPT, message: "kind \(name): \(problems.listed[0])")
        }
      })
    eras = Dictionary(uniqueKeysWithValues: rows.map { ($0["name"], $0["era"]) })
  }

  private init(kinds: ContentKinds, eras: [String: Int]) {
    self.kinds = kinds
    self.eras = eras
  }

  /// Returns these definitions with `kind` added, or in place of the one with its name.
  func replacing(_ kind: ContentKind, era: Int) -> KindDefinitions {
    KindDefinitions(
      kinds: kinds.replacing(kind), eras: eras.merging([kind.name: era]) { $1 })
  }

  /// Returns these definitions without the kind called `name`.
  func removing(_ name: String) -> KindDefinitions {
    KindDefinitions(kinds: kinds.removing(name), eras: eras.filter { $0.key != name })
  }

  /// The table of the former items of `kind`.
  func pastTable(of kind: ContentKind) -> PastTable {
    PastTable(kind, era: eras[kind.name] ?? 0)
  }
}

/// A cache of the present definitions of the kinds, and of those at the former revision that was read
/// last. Definitions are read once for each revision that changes them.
final class KindCache: Sendable {
  private struct Entry {
    let version: Int
    let definitions: KindDefinitions
  }

  private let present = Mutex<Entry?>(nil)
  private let former = Mutex<Entry?>(nil)

  /// The present definitions, for a transaction that has not changed them.
  func definitions(in database: Database) throws -> KindDefinitions {
    let sql = "SELECT coalesce(max(revision), 0) FROM revision_kinds"
    let version = try Int.fetchOne(database.cachedStatement(sql: sql)) ?? 0
    if let known = present.withLock({ $0 }), known.version == version { return known.definitions }
    let definitions = try KindDefinitions(
      reading: Row.fetchAll(
        database, sql: "SELECT name, definition, era FROM kinds ORDER BY position"))
    present.withLock { entry in
      if entry.map({ $0.version < version }) ?? true {
        entry = Entry(version: version, definitions: definitions)
      }
    }
    return definitions
  }

  /// The kinds at a former revision.
  func definitions(in database: Database, at revision: Int) throws -> KindDefinitions {
    let sql = "SELECT coalesce(max(revision), 0) FROM revision_kinds WHERE revision <= ?"
    let version =
      try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [revision]) ?? 0
    for known in [present.withLock { $0 }, former.withLock { $0 }] {
      if let known, known.version == version { return known.definitions }
    }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT name, definition, era, position FROM kinds WHERE revision <= :revision
        UNION ALL
        SELECT name, definition, era, position FROM tanada_kind_versions
        WHERE from_revision <= :revision AND until_revision > :revision
        ORDER BY position
        """, arguments: ["revision": revision])
    let definitions = try KindDefinitions(reading: rows)
    former.withLock { $0 = Entry(version: version, definitions: definitions) }
    return definitions
  }
}

extension SQLiteTransaction {
  func define(_ change: KindChange) throws {
    let (kind, table) = (change.new, KindTable(change.new))
    // Read before the change is recorded: reads after it see this transaction's own definitions.
    let definitions = try definitions()
    try record(definitionOf: kind.name)
    let era: Int
    if let old = change.old {
      try requireCurrent(old)
      try keepDefinition(of: kind.name)
      era =
        try alter(old, by: change, keeping: definitions.pastTable(of: old))
        ? nextEra() : definitions.eras[kind.name] ?? 0
    } else {
      for sql in table.creation { try database.execute(sql: sql) }
      try retireFormerIDs(of: kind.name)
      era = try nextEra()
    }
    if change.old == nil || era != definitions.eras[kind.name] {
      for sql in PastTable(kind, era: era).creation { try database.execute(sql: sql) }
    }
    try database.execute(
      sql: """
        INSERT INTO kinds (name, position, definition, revision, era)
        VALUES (:name, (SELECT coalesce(max(position), 0) + 1 FROM kinds), :definition, :revision,
          :era)
        ON CONFLICT (name) DO UPDATE SET
          definition = excluded.definition, revision = excluded.revision, era = excluded.era
        """,
      arguments: [
        "name": kind.name, "definition": String(decoding: kind.json, as: UTF8.self),
        "revision": try currentRevision().number, "era": era,
      ])
    for case .rename(let former, let name) in change.steps {
      try database.execute(
        sql: """
          INSERT INTO tanada_field_renames (kind, revision, former_name, name) VALUES (?, ?, ?, ?)
          """, arguments: [kind.name, try currentRevision().number, former, name])
    }
    noteDefinitions(definitions.replacing(kind, era: era))
  }

  /// Keeps the ids from being assigned that items of a removed kind called `name` had, as far as the history has
  /// them: versions of tanada before the ids outlived their kind have not kept them.
  private func retireFormerIDs(of name: String) throws {
    let prefix = SQL.name("\(name):past:").dropLast()
    for table in try PastTable.all(in: database) where table.hasPrefix(prefix) {
      try retireIDs(of: name, in: table)
    }
  }

  /// Keeps the ids of `table` from being assigned to new items of the kind called `name`.
  private func retireIDs(of name: String, in table: String) throws {
    try database.execute(
      sql: """
        INSERT INTO retired_ids (kind, id)
        SELECT :kind, max(id) FROM \(table) WHERE id <= :largest HAVING max(id) IS NOT NULL
        ON CONFLICT (kind) DO UPDATE SET id = max(retired_ids.id, excluded.id)
        """, arguments: ["kind": name, "largest": Self.largestAssignedID])
  }

  /// The number of an era that no table has yet.
  private func nextEra() throws -> Int {
    let sql = """
      SELECT 1 + max(CAST(substr(name, instr(name, ':past:') + 6) AS INTEGER)) FROM sqlite_schema
      WHERE type = 'table' AND instr(name, ':past:') > 0
      """
    return try Int.fetchOne(database, sql: sql) ?? 1
  }

  func remove(_ kind: ContentKind) throws {
    try requireCurrent(kind)
    let table = KindTable(kind)
    let definitions = try definitions()
    try record(definitionOf: kind.name)
    try keepDefinition(of: kind.name)
    try keepVersions(of: kind, in: definitions.pastTable(of: kind))
    // A kind of this name that is defined later does not assign them again.
    try retireIDs(of: kind.name, in: table.name)
    for sql in table.searchRemoval { try database.execute(sql: sql) }
    try database.execute(sql: "DROP TABLE \(table.name)")
    for name in ["item_windows", "search_backlog"] {
      try database.execute(sql: "DELETE FROM \(name) WHERE kind = ?", arguments: [kind.name])
    }
    try database.execute(sql: "DELETE FROM kinds WHERE name = ?", arguments: [kind.name])
    noteDefinitions(definitions.removing(kind.name))
  }

  /// Changes the table of `old`. Rows are written only where a column is removed or renamed.
  ///
  /// - Parameter past: keeps the items as they were.
  /// - Returns: whether a new era begins.
  private func alter(
    _ old: ContentKind, by change: KindChange, keeping past: PastTable
  ) throws -> Bool {
    let (before, after) = (KindTable(old), KindTable(change.new))
    let beginsEra = change.steps.contains {
      switch $0 {
      case .remove, .rename: true
      case .add, .widen, .narrow: false
      }
    }
    if beginsEra { try keepVersions(of: old, in: past) }
    let isEmpty =
      try Bool.fetchOne(database, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(before.name))") ?? false
    if isEmpty, !change.steps.isEmpty {
      for sql in before.searchRemoval { try database.execute(sql: sql) }
      try database.execute(sql: "DROP TABLE \(before.name)")
      for sql in after.creation { try database.execute(sql: sql) }
    } else {
      for sql in before.searchTriggerRemoval { try database.execute(sql: sql) }
      for step in change.steps { try alter(before, old, by: step) }
      try rewriteSchema(of: after)
      if beginsEra {
        try database.execute(
          sql: "UPDATE \(after.name) SET _revision = ?", arguments: [currentRevision().number])
      }
      for sql in after.searchTriggers { try database.execute(sql: sql) }
      if searchesOtherText(change) { try indexLater(change.new) }
    }
    for case .add(let field) in change.steps where !beginsEra {
      for sql in past.addition(of: field) { try database.execute(sql: sql) }
    }
    return beginsEra
  }

  private func alter(_ table: KindTable, _ old: ContentKind, by step: KindChange.Step) throws {
    func run(_ statements: [String]) throws {
      for sql in statements { try database.execute(sql: sql) }
    }
    switch step {
    case .add(let field):
      // Existing rows take the field's default without being rewritten. A nullable field without a default
      // is NULL in them.
      let fallback = field.missingValue.flatMap { $0.isNull ? nil : SQL.literal($0) }
      try run([
        "ALTER TABLE \(table.name) ADD COLUMN \(KindTable.column(field, fallback: fallback))"
      ])
      try addMoment(of: field, to: table)
    case .remove(let field):
      try removeIndex(of: field, from: table)
      try removeMoment(of: field, from: table)
      try run(["ALTER TABLE \(table.name) DROP COLUMN \(SQL.name(field.name))"])
      try renameTranslations(of: field.name, to: nil, in: table)
    case .rename(let from, let to):
      guard let field = old.field(from) else { return }
      let renamed = ContentField(to, field.type)
      try removeIndex(of: field, from: table)
      try removeMoment(of: field, from: table)
      try run([
        "ALTER TABLE \(table.name) RENAME COLUMN \(SQL.name(from)) TO \(SQL.name(to))"
      ])
      try renameTranslations(of: from, to: to, in: table)
      try addMoment(of: renamed, to: table)
    case .widen, .narrow: break
    }
  }

  /// Gives the translations of a field its new name, or removes them for `nil`.
  private func renameTranslations(
    of former: String, to name: String?, in table: KindTable
  ) throws {
    let column = TranslationColumn.name
    try database.execute(
      sql: """
        UPDATE \(table.name) SET \(column) = \(TranslationColumn.renamedName)(\(column), ?, ?)
        WHERE \(column) IS NOT NULL
        """, arguments: [former, name])
  }

  /// Removes the indexes of a field, by their columns: those of a table that an import has replaced have
  /// other names.
  private func removeIndex(of field: ContentField, from table: KindTable) throws {
    guard let column = KindTable.indexedColumn(of: field) else { return }
    let names = try String.fetchAll(
      database,
      sql: """
        SELECT indexes.name FROM pragma_index_list(?) AS indexes
        JOIN pragma_index_xinfo(indexes.name) AS columns WHERE columns.name = ? AND columns.key
        """, arguments: [table.kind.name, column])
    for name in names { try database.execute(sql: "DROP INDEX \(SQL.name(name))") }
  }

  private func addMoment(of field: ContentField, to table: KindTable) throws {
    if let column = KindTable.momentColumn(of: field) {
      try database.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN \(column)")
    }
    for sql in table.indexes(field) { try database.execute(sql: sql) }
  }

  private func removeMoment(of field: ContentField, from table: KindTable) throws {
    guard field.type.storage == .date else { return }
    try database.execute(
      sql: "ALTER TABLE \(table.name) DROP COLUMN \(KindTable.moment(of: field))")
  }

  /// Replaces the text of the table's definition, so that the checks are those of the fields as they
  /// are now. SQLite documents this for changes that leave the stored rows alone
  /// (https://www.sqlite.org/lang_altertable.html#otheralter).
  ///
  /// The columns keep their places, and added columns the value that older rows have.
  private func rewriteSchema(of table: KindTable) throws {
    let kind = table.kind
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, dflt_value, hidden FROM pragma_table_xinfo(?)",
      arguments: [kind.name])
    var columns: [String] = []
    for row in rows where row["hidden"] as Int == 0 {
      let name: String = row["name"]
      if name == ContentField.identifier.name {
        columns.append("\"id\" INTEGER PRIMARY KEY CHECK (\"id\" > 0)")
      } else if let field = kind.field(name) {
        columns.append(KindTable.column(field, fallback: row["dflt_value"]))
      } else if name == "_revision" {
        columns.append(KindTable.revisionColumn)
      } else if SQL.name(name) == TranslationColumn.name {
        columns.append(TranslationColumn.definition)
      } else {
        throw DatabaseError(
          resultCode: .SQLITE_CORRUPT, message: "\(kind.name) has a column \(name) without a field")
      }
    }
    columns += kind.fields.compactMap(KindTable.momentColumn)
    let sql = "CREATE TABLE \(table.name) (\n  \(columns.joined(separator: ",\n  "))\n) STRICT"
    let version = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
    try database.execute(sql: "PRAGMA writable_schema = ON")
    try database.execute(
      sql: "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?",
      arguments: [sql, kind.name])
    try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
    try database.execute(sql: "PRAGMA writable_schema = RESET")
    database.clearSchemaCache()
  }

  /// Whether the searchable text of existing items changes.
  private func searchesOtherText(_ change: KindChange) -> Bool {
    var before = Set(change.old?.fields.filter(\.type.isSearchable).map(\.name) ?? [])
    for case .rename(let from, let to) in change.steps where before.remove(from) != nil {
      before.insert(to)
    }
    var after = Set(change.new.fields.filter(\.type.isSearchable).map(\.name))
    for case .add(let field) in change.steps where field.missingValue?.isNull ?? true {
      after.remove(field.name)
    }
    return before != after
  }
}
