import FeedModel
import StrictJSON
import Synchronization

/// The kinds, cells and themes at one revision, and the eras that tell the tables of the kinds' former items.
struct Definitions: Sendable {
  let kinds: ContentKinds
  /// The cells and themes in force.
  let catalogue: CellCatalogue
  /// The era of each kind.
  let eras: [String: Int]

  /// The kinds in rows with a name, a definition and an era, and the cells and themes in those with a design and a
  /// document.
  init(reading rows: [SQLRow], designs: [SQLRow] = []) throws {
    catalogue = try CellCatalogue(readingRows: designs)
    kinds = ContentKinds(
      try rows.map { row in
        let (name, definition): (String, String) = try (row["name"], row["definition"])
        do {
          return try KindProposal(
            reading: try JSONTree(parsing: Array(definition.utf8)), isStored: true
          ).kind
        } catch let problems as DocumentProblems {
          throw SQLError.corrupt("kind \(name): \(problems.listed[0])")
        }
      })
    eras = try rows.reduce(into: [:]) { eras, row in
      let name: String = try row["name"]
      guard eras.updateValue(try row["era"], forKey: name) == nil else {
        throw SQLError.corrupt("kind \(name): has two definitions at one revision")
      }
    }
  }

  private init(kinds: ContentKinds, catalogue: CellCatalogue, eras: [String: Int]) {
    self.kinds = kinds
    self.catalogue = catalogue
    self.eras = eras
  }

  /// Finds the newest revision that defines something otherwise, of those that `condition` holds for.
  static func version(where condition: String = "true") -> String {
    """
    SELECT coalesce(max(revision), 0) FROM (
      SELECT max(revision) AS revision FROM revision_kinds WHERE \(condition)
      UNION ALL SELECT max(revision) FROM tanada_revision_designs WHERE \(condition)) AS defined
    """
  }

  /// Returns these definitions with `kind` added, or in place of the one with its name.
  func replacing(_ kind: ContentKind, era: Int) -> Definitions {
    Definitions(
      kinds: kinds.replacing(kind), catalogue: catalogue,
      eras: eras.merging([kind.name: era]) { $1 })
  }

  /// Returns these definitions without the kind called `name`.
  func removing(_ name: String) -> Definitions {
    Definitions(
      kinds: kinds.removing(name), catalogue: catalogue, eras: eras.filter { $0.key != name })
  }

  /// Returns these definitions with other cells and themes.
  func with(_ catalogue: CellCatalogue) -> Definitions {
    Definitions(kinds: kinds, catalogue: catalogue, eras: eras)
  }

  /// The table of the former items of `kind`.
  func pastTable(of kind: ContentKind, _ dialect: any SQLDialect) -> PastTable {
    PastTable(kind, era: eras[kind.name] ?? 0, dialect)
  }
}

/// A cache of the present definitions, and of those at the former revision that was read
/// last. Definitions are read once for each revision that changes them.
final class DefinitionCache: Sendable {
  private typealias Entry = (version: Int, definitions: Definitions)

  private let present = Mutex<Entry?>(nil)
  private let former = Mutex<Entry?>(nil)

  /// The present definitions, for a transaction that has not changed them.
  ///
  /// - Parameter version: the newest revision that defines kinds otherwise, if it is known.
  func definitions(
    in database: any SQLDatabase, version: Int? = nil
  ) throws -> Definitions {
    let version = try version ?? database.first(Int.self, Definitions.version()) ?? 0
    if let known = present.withLock({ $0 }), known.version == version { return known.definitions }
    let definitions = try Definitions(
      reading: database.rows(
        "SELECT name, definition, era FROM kinds ORDER BY position", isCached: false),
      designs: database.rows("SELECT design, document FROM tanada_designs", isCached: false))
    present.withLock { entry in
      if entry.map({ $0.version < version }) ?? true {
        entry = (version, definitions)
      }
    }
    return definitions
  }

  /// The definitions at a former revision.
  func definitions(in database: any SQLDatabase, at revision: Int) throws -> Definitions {
    let sql = Definitions.version(where: "revision <= :revision")
    let version = try database.first(Int.self, sql, ["revision": revision]) ?? 0
    for known in [present.withLock { $0 }, former.withLock { $0 }] {
      if let known, known.version == version { return known.definitions }
    }
    let rows = try database.rows(
      """
      SELECT name, definition, era, position FROM kinds WHERE revision <= :revision
      UNION ALL
      SELECT name, definition, era, position FROM tanada_kind_versions
      WHERE from_revision <= :revision AND until_revision > :revision
      ORDER BY position
      """, ["revision": revision], isCached: false)
    let designs = try database.rows(
      """
      SELECT design, document FROM tanada_designs WHERE revision <= :revision
      UNION ALL
      SELECT design, document FROM tanada_design_versions
      WHERE from_revision <= :revision AND until_revision > :revision
      """, ["revision": revision], isCached: false)
    let definitions = try Definitions(reading: rows, designs: designs)
    former.withLock { $0 = (version, definitions) }
    return definitions
  }
}

extension SQLTransaction {
  func define(_ change: KindChange) throws {
    let (kind, table) = (change.new, KindTable(change.new, dialect))
    // Read before the change is recorded: reads after it see this transaction's own definitions.
    let definitions = try definitions()
    try record(definitionOf: kind.name)
    let era: Int
    if let old = change.old {
      try requireCurrent(old)
      try keepDefinition(of: kind.name)
      era =
        try alter(old, by: change, in: definitions)
        ? nextEra() : definitions.eras[kind.name] ?? 0
    } else {
      try dialect.create(table, in: database)
      try retireFormerIDs(of: kind.name)
      era = try nextEra()
    }
    if change.old == nil || era != definitions.eras[kind.name] {
      try dialect.create(PastTable(kind, era: era, dialect), in: database)
    }
    try database.perform(
      """
      INSERT INTO kinds (name, position, definition, revision, era)
      VALUES (:name, (SELECT coalesce(max(position), 0) + 1 FROM kinds), :definition, :revision,
        :era)
      ON CONFLICT (name) DO UPDATE SET
        definition = excluded.definition, revision = excluded.revision, era = excluded.era
      """,
      [
        "name": kind.name, "definition": String(decoding: kind.json, as: UTF8.self),
        "revision": try currentRevision().number, "era": era,
      ])
    for case .rename(let former, let name) in change.steps {
      try database.perform(
        """
        INSERT INTO tanada_field_renames (kind, revision, former_name, name) VALUES (?, ?, ?, ?)
        """, [kind.name, try currentRevision().number, former, name])
    }
    knownDefinitions = definitions.replacing(kind, era: era)
  }

  /// Keeps the ids from being assigned that items of a removed kind called `name` had, as far as the history has
  /// them: versions of tanada before the ids outlived their kind have not kept them.
  private func retireFormerIDs(of name: String) throws {
    let prefix = dialect.tableName(of: name, suffix: PastTable.suffix).dropLast()
    for table in try dialect.pastTables(in: database) where table.hasPrefix(prefix) {
      try retireIDs(of: name, in: table)
    }
  }

  /// Keeps the ids of `table` from being assigned to new items of the kind called `name`.
  private func retireIDs(of name: String, in table: String) throws {
    try database.perform(
      """
      INSERT INTO retired_ids (kind, id)
      SELECT :kind, max(id) FROM \(table) WHERE id <= :largest HAVING max(id) IS NOT NULL
      ON CONFLICT (kind) DO UPDATE SET id = \(dialect.greatest("retired_ids.id", "excluded.id"))
      """, ["kind": name, "largest": SafeInteger.largest], isCached: false)
  }

  /// The number of an era that no table has yet.
  private func nextEra() throws -> Int {
    1 + (try dialect.pastTables(in: database).compactMap(PastTable.era(ofTable:)).max() ?? 0)
  }

  func remove(_ kind: ContentKind) throws {
    try requireCurrent(kind)
    let table = KindTable(kind, dialect)
    let definitions = try definitions()
    try record(definitionOf: kind.name)
    try keepDefinition(of: kind.name)
    try keepVersions(of: kind, in: definitions.pastTable(of: kind, dialect))
    // A kind of this name that is defined later does not assign them again.
    try retireIDs(of: kind.name, in: table.name)
    try dialect.remove(table, from: database)
    for name in ["item_windows", "search_backlog"] {
      try database.perform("DELETE FROM \(name) WHERE kind = ?", [kind.name])
    }
    try database.perform("DELETE FROM kinds WHERE name = ?", [kind.name])
    knownDefinitions = definitions.removing(kind.name)
  }

  /// Changes the table of `old`. Rows are written only where a column is removed or renamed.
  ///
  /// - Parameter definitions: the kinds before the change.
  /// - Returns: whether a new era begins.
  private func alter(
    _ old: ContentKind, by change: KindChange, in definitions: Definitions
  ) throws -> Bool {
    let (before, after) = (KindTable(old, dialect), KindTable(change.new, dialect))
    let past = definitions.pastTable(of: old, dialect)
    let beginsEra = change.steps.contains {
      switch $0 {
      case .remove, .rename: true
      case .add, .widen, .narrow: false
      }
    }
    if beginsEra { try keepVersions(of: old, in: past) }
    let isEmpty =
      try database.first(
        Bool.self, "SELECT NOT EXISTS (SELECT 1 FROM \(before.name))", isCached: false) ?? false
    // Dropping a table also drops the foreign keys of other kinds that refer to it.
    let isReferredTo = definitions.kinds.all.contains { other in
      other.name != old.name && other.fields.contains { $0.type.referent == .item(kind: old.name) }
    }
    if isEmpty, !isReferredTo, !change.steps.isEmpty {
      try dialect.remove(before, from: database)
      try dialect.create(after, in: database)
    } else {
      try dialect.beginChange(of: before, by: change, in: database)
      try renameTranslations(in: after, by: change)
      if beginsEra {
        try database.perform(
          "UPDATE \(after.name) SET _revision = ?", [currentRevision().number], isCached: false)
      }
      try dialect.finishChange(of: after, in: database)
      if searchesOtherText(change) { try indexLater(change.new) }
    }
    for case .add(let field) in change.steps where !beginsEra {
      try dialect.add(field, to: past, in: database)
    }
    return beginsEra
  }

  /// Gives the translations of renamed fields their new names, and removes those of removed ones.
  private func renameTranslations(in table: KindTable, by change: KindChange) throws {
    let column = TranslationColumn.name
    for step in change.steps {
      let (former, name): (String, String?)
      switch step {
      case .remove(let field): (former, name) = (field.name, nil)
      case .rename(let from, let to): (former, name) = (from, to)
      case .add, .widen, .narrow: continue
      }
      try database.perform(
        """
        UPDATE \(table.name) SET \(column) = \(TranslationColumn.renamedName)(\(column), ?, ?)
        WHERE \(column) IS NOT NULL
        """, [former, name], isCached: false)
    }
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
