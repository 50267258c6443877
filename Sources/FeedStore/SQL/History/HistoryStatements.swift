import FeedModel

extension SQLReading {
  func firstKeptRevision() throws -> Int {
    try attempt {
      let sql = "SELECT first_revision FROM tanada_history"
      return try database.first(Int.self, sql) ?? 0
    }
  }

  func content(at revision: Int) throws -> any ContentReader {
    try SQLPastReader(
      revision, from: SQLReader(database: database, definitionCache: formerDefinitions))
  }

  func versions(
    of kind: String, id: Int, before number: Int?, limit: Int
  ) throws -> [ItemVersion] {
    try attempt {
      let present = SQLReader(database: database, definitionCache: DefinitionCache())
      return try extents(of: kind, id: id, before: number, limit: limit).map { from, until in
        let last: any SQLReading =
          if let until { try SQLPastReader(namedByRow: until - 1, from: present) } else { present }
        guard let definition = try last.kinds()[kind] else { throw StoreError.kindChanged(kind) }
        return ItemVersion(
          from: from, until: until,
          actor: try database.first(
            String.self, "SELECT actor FROM revisions WHERE number = ?", [from]),
          item: try last.previousItem(of: definition, id: id))
      }
    }
  }

  /// The first revisions of versions of an item, and those that ended them, the newest first.
  private func extents(
    of kind: String, id: Int, before number: Int?, limit: Int
  ) throws -> [(from: Int, until: Int?)] {
    let first = try firstKeptRevision()
    let definitions = try lastDefinitions(of: kind)
    let tables = Set(definitions.map { $0.pastTable(dialect).name })
    var parts = tables.map {
      """
      SELECT \(PastTable.number("_from")) AS begins, \(PastTable.number("_until")) AS ends
      FROM \($0) WHERE id = :id AND \(PastTable.number("_until")) > :first
      """
    }
    if try kinds()[kind] != nil {
      parts.append(
        """
        SELECT \(PastTable.number("_revision")) AS begins, CAST(NULL AS bigint) AS ends
        FROM \(dialect.tableName(of: kind, suffix: ""))
        WHERE id = :id
        """)
    }
    guard !parts.isEmpty else { return [] }
    let sql = """
      SELECT begins, ends FROM (\(parts.joined(separator: " UNION ALL "))) AS extents
      WHERE begins < :before ORDER BY begins DESC LIMIT :limit
      """
    return try database.rows(
      sql, ["id": id, "first": first, "before": number ?? .max, "limit": limit], isCached: false
    ).map { try ($0[0], $0[1]) }
  }

  /// The definitions of the kind called `kind` since it was defined last, when there was none of this name; the
  /// newest first.
  private func lastDefinitions(of kind: String) throws -> [KindVersion] {
    var definitions: [KindVersion] = []
    for version in try kindVersions() where version.kind.name == kind {
      if let next = definitions.last, version.until != next.from { break }
      definitions.append(version)
    }
    return definitions
  }

  func renamedFields(of kind: String, since revision: Int) throws -> [String: String] {
    try attempt {
      let rows = try database.rows(
        """
        SELECT revision, former_name, name FROM tanada_field_renames
        WHERE kind = ? AND revision > ? ORDER BY revision
        """, [kind, revision])
      var names: [String: String] = [:]
      // The fields of one revision are renamed at once.
      for step in try Dictionary(grouping: rows, by: { try $0["revision"] as Int })
        .sorted(by: { $0.key < $1.key })
      {
        let before = names
        for row in step.value {
          let (former, name): (String, String) = try (row["former_name"], row["name"])
          if let first = before.first(where: { $0.value == former })?.key {
            names[first] = name
          } else if before[former] == nil {
            names[former] = name
          }
        }
      }
      return names
    }
  }

  /// Every definition of a kind, the present ones first, then the former ones from the newest on.
  func kindVersions() throws -> [KindVersion] {
    try database.rows(
      """
      SELECT name, definition, era, revision AS begins, CAST(NULL AS bigint) AS ends, position
      FROM kinds
      UNION ALL
      SELECT name, definition, era, from_revision, until_revision, position
      FROM tanada_kind_versions
      ORDER BY ends DESC NULLS FIRST, position
      """
    ).flatMap { row in
      try Definitions(reading: [row]).kinds.all.map {
        try KindVersion(kind: $0, era: row["era"], from: row["begins"], until: row["ends"])
      }
    }
  }
}

/// A kind as it was defined from one revision on.
struct KindVersion {
  let kind: ContentKind
  let era: Int
  let from: Int
  /// The revision that ended it; `nil` for the present one.
  let until: Int?

  /// Where its former items are.
  func pastTable(_ dialect: any SQLDialect) -> PastTable { PastTable(kind, era: era, dialect) }
}

extension SQLTransaction {
  func forgetHistory(before first: Int) throws {
    try database.perform(
      """
      INSERT INTO tanada_forgotten_changes (kind, revision)
        SELECT kind, max(revision) FROM revision_changes
        WHERE revision < ? AND is_public GROUP BY kind
      ON CONFLICT (kind) DO UPDATE SET
        revision = \(dialect.greatest("tanada_forgotten_changes.revision", "excluded.revision"))
      """, [first], isCached: false)
    try database.perform(
      "UPDATE tanada_history SET first_revision = \(dialect.greatest("first_revision", "?"))",
      [first], isCached: false)
  }

  func removeForgottenVersions(limit: Int) throws -> Int {
    let first = try firstKeptRevision()
    // 1. Items.
    let tables = try dialect.pastTables(in: database)
    for name in tables {
      let row = dialect.rowIdentifier
      let count = try database.execute(
        """
        DELETE FROM \(name) WHERE \(row) IN (
          SELECT \(row) FROM \(name) WHERE _until BETWEEN 1 AND :first
            OR _until IN (SELECT -id FROM audit_batches WHERE revision <= :first) LIMIT :limit)
        """, ["first": first, "limit": limit], isCached: false)
      if count > 0 { return count }
    }
    for sql in [
      // 2. The lists of changed items.
      """
      DELETE FROM revision_changes WHERE (revision, kind, id) IN (
        SELECT revision, kind, id FROM revision_changes WHERE revision < :first LIMIT :limit)
      """,
      // 3. The notes of documents, but for the last one of each that begins earlier.
      """
      DELETE FROM tanada_document_revisions WHERE (feed, section, revision) IN (
        SELECT feed, section, revision FROM tanada_document_revisions AS noted
        WHERE revision < :first AND (is_moved OR EXISTS (
          SELECT 1 FROM tanada_document_revisions AS later
          WHERE later.feed = noted.feed AND later.section = noted.section AND NOT later.is_moved
            AND later.revision > noted.revision AND later.revision <= :first))
        LIMIT :limit)
      """,
      // 4. The notes of conditions, likewise.
      """
      DELETE FROM tanada_revision_conditions WHERE (kind, targeting, revision) IN (
        SELECT kind, targeting, revision FROM tanada_revision_conditions AS noted
        WHERE revision < :first AND EXISTS (
          SELECT 1 FROM tanada_revision_conditions AS later
          WHERE later.kind = noted.kind AND later.targeting = noted.targeting
            AND later.revision > noted.revision AND later.revision <= :first)
        LIMIT :limit)
      """,
    ] {
      let count = try database.execute(sql, ["first": first, "limit": limit])
      if count > 0 { return count }
    }
    // 5. All other versions, which are few.
    var count = 0
    for name in [
      "tanada_composition_versions", "tanada_kind_versions", "tanada_photo_versions",
      "tanada_photo_address_versions", "tanada_design_versions",
    ] {
      count += try database.execute("DELETE FROM \(name) WHERE until_revision <= ?", [first])
    }
    count += try database.execute("DELETE FROM tanada_field_renames WHERE revision <= ?", [first])
    if count > 0 { return count }
    try removeEmptyEras(tables)
    return 0
  }

  /// Removes the tables of former items of eras that no kept definition belongs to.
  private func removeEmptyEras(_ tables: [String]) throws {
    let known = Set(try kindVersions().map { $0.pastTable(dialect).name })
    for table in tables where !known.contains(table) {
      try database.perform("DROP TABLE \(table)", isCached: false)
    }
  }
}

/// Statements that copy present rows to the tables of former versions, before a transaction changes
/// them: its revision ends the version. Rows written by the transaction itself were in no revision
/// and are not kept.
extension SQLTransaction {
  /// Keeps item `id` of `kind`.
  func keepVersion(of kind: ContentKind, id: Int) throws {
    let revision = try currentRevision().number
    let past = try definitions().pastTable(of: kind, dialect)
    try database.perform(
      past.keeping(where: "items.id = :id AND items._revision < :until"),
      ["id": id, "until": revision])
  }

  /// Keeps all items of `kind` in `past`.
  func keepVersions(of kind: ContentKind, in past: PastTable) throws {
    try database.perform(
      past.keeping(where: "items._revision < :until"), ["until": try currentRevision().number],
      isCached: false)
  }

  func keepComposition(of feed: String) throws {
    try keep("compositions", with: "feed", feed, in: "tanada_composition_versions", "document")
  }

  func keepDefinition(of name: String) throws {
    try keep(
      "kinds", with: "name", name, in: "tanada_kind_versions", "position, definition, era")
  }

  func keepDesign(_ key: DesignKey) throws {
    try keep(
      "tanada_designs", with: "design", key.description, in: "tanada_design_versions", "document")
  }

  func keepDescription(of id: PhotoID) throws {
    try keep(
      "tanada_photos", with: "id", id.description, in: "tanada_photo_versions", as: "photo",
      "alt, focus_x, focus_y")
  }

  func keepAssignment(of address: String) throws {
    try keep(
      "tanada_photo_addresses", with: "address", address, in: "tanada_photo_address_versions",
      "photo")
  }

  /// Keeps `columns` of the row of `table` that has `value` as its key.
  ///
  /// - Parameter name: what the key is called in the table of the versions.
  private func keep(
    _ table: String, with key: String, _ value: String, in versions: String,
    as name: String? = nil, _ columns: String
  ) throws {
    try database.perform(
      """
      INSERT INTO \(versions) (\(name ?? key), from_revision, until_revision, \(columns))
      SELECT \(key), revision, :until, \(columns) FROM \(table)
      WHERE \(key) = :key AND revision < :until
      """, ["key": value, "until": try currentRevision().number])
  }
}
