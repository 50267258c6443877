import FeedModel

/// A copy of everything that a store has to another one that has nothing: revisions with their numbers and ids, former
/// versions, authors, secrets.
package struct ContentCopy {
  /// How many rows are written at once.
  private static let chunkSize = 1_000

  private let source: any SQLDatabase
  private let destination: any SQLDatabase
  /// Called with the name of each table and the number of its rows, once they are copied.
  private let progress: (String, Int) -> Void

  /// - Parameters:
  ///   - source: in a transaction that reads.
  ///   - destination: in a transaction that writes.
  package init(
    from source: any SQLDatabase, to destination: any SQLDatabase,
    progress: @escaping (String, Int) -> Void = { _, _ in }
  ) {
    self.source = source
    self.destination = destination
    self.progress = progress
  }

  /// Copies everything.
  ///
  /// - Throws: ``SQLError/notEmpty``, or an error of one of the databases.
  package func run() throws {
    try requireEmpty()
    try removeKinds()
    for table in ContentTable.all {
      // Kinds, secrets and the like that every new store has.
      try destination.perform("DELETE FROM \(table.name)", isCached: false)
    }
    for table in ContentTable.all { try copy(table) }
    try copyItems()
    try destination.dialect.setLastRelease(
      source.dialect.lastRelease(in: source), in: destination)
  }

  /// Refuses a destination that somebody has written to.
  private func requireEmpty() throws {
    for table in ["revisions", "tokens", "tanada_photos", "tanada_releases"] {
      let isEmpty = try destination.first(
        Bool.self, "SELECT NOT EXISTS (SELECT 1 FROM \(table))", isCached: false)
      guard isEmpty == true else { throw SQLError.notEmpty }
    }
  }

  /// Removes the tables of the kinds that every new store has.
  private func removeKinds() throws {
    let dialect = destination.dialect
    let reader = SQLReader(database: destination, definitionCache: DefinitionCache())
    let kinds = try reader.kinds().all
    for table in try dialect.pastTables(in: destination) {
      try destination.perform("DROP TABLE \(table)", isCached: false)
    }
    for kind in kinds.reversed() { try dialect.remove(KindTable(kind, dialect), from: destination) }
  }

  private func copy(_ table: ContentTable) throws {
    let names = table.columns.map { SQL.name($0.name) }.joined(separator: ", ")
    let count = try copy(
      "SELECT \(names) FROM \(table.name)", to: table.name, table.columns.map(\.name),
      table.columns.map(\.type))
    progress(table.name, count)
  }

  /// Copies the rows that `sql` finds to a table, whose name is not quoted.
  ///
  /// - Returns: how many there are.
  private func copy(
    _ sql: String, to table: String, _ columns: [String], _ types: [ContentTable.ColumnType]
  ) throws -> Int {
    var (rows, count): ([[SQLValue]], Int) = ([], 0)
    try source.forEachRow(sql, [], isCached: false) { row in
      rows.append(zip(row.values, types).map { $0.converted(to: $1) })
      guard rows.count == Self.chunkSize else { return }
      try destination.insert(rows, into: table, columns: columns)
      (rows, count) = ([], count + rows.count)
    }
    if !rows.isEmpty { try destination.insert(rows, into: table, columns: columns) }
    return count + rows.count
  }

  /// Copies the items of all kinds, present and former ones. Their texts are indexed later.
  private func copyItems() throws {
    let reader = SQLReader(database: source, definitionCache: DefinitionCache())
    let versions = try reader.kindVersions()
    // 1. The tables. Items may refer to those of kinds that come later, which is checked at the end.
    for version in versions where version.until == nil {
      let dialect = destination.dialect
      try dialect.create(KindTable(version.kind, dialect), in: destination)
    }
    for version in versions where version.until == nil {
      let (kind, dialect) = (version.kind, source.dialect)
      let fields = kind.fields.map { ($0.name, Self.type(of: $0)) }
      let columns =
        [("id", .integer)] + fields
        + [(TranslationColumn.plainName, .text), ("_revision", .integer)]
      try copy(
        KindTable(kind, dialect).name, to: KindTable(kind, destination.dialect).name, columns)
      try destination.perform(
        "INSERT INTO search_backlog (kind, first_id, last_id) VALUES (?, ?, ?)",
        [kind.name, 1, Int.max])
    }
    // 2. Former items: a table for each era, with the columns of its last definition.
    var eras: Set<String> = []
    for version in versions {
      let (past, target) = (
        version.pastTable(source.dialect), version.pastTable(destination.dialect)
      )
      guard eras.insert(past.name).inserted else { continue }
      try destination.dialect.create(target, in: destination)
      let types = version.kind.allFields.flatMap { field in
        field.type.storage == .date
          ? [Self.type(of: field), .integer] : [Self.type(of: field)]
      }
      let others: [(name: String, type: ContentTable.ColumnType)] = [
        ("_is_draft", .boolean), ("_publish_at", .integer), ("_unpublish_at", .integer),
        ("_targeting", .text), ("_from", .integer), ("_until", .integer),
      ]
      let names = past.content.rowColumns + others.map { SQL.name($0.name) }
      let count = try copy(
        "SELECT \(names.joined(separator: ", ")) FROM \(past.name)", to: Self.plain(target.name),
        target.content.rowColumns.map(Self.plain) + others.map(\.name),
        types + [.text] + others.map(\.type))
      progress(Self.plain(past.name), count)
    }
  }

  private func copy(
    _ table: String, to target: String, _ columns: [(String, ContentTable.ColumnType)]
  ) throws {
    let names = columns.map { SQL.name($0.0) }.joined(separator: ", ")
    let count = try copy(
      "SELECT \(names) FROM \(table) ORDER BY id", to: Self.plain(target), columns.map(\.0),
      columns.map(\.1))
    progress(Self.plain(table), count)
  }

  /// A name without its quotation marks.
  private static func plain(_ name: String) -> String {
    String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  private static func type(of field: ContentField) -> ContentTable.ColumnType {
    switch field.type.storage {
    case .integer: .integer
    case .number: .number
    case .text, .date, .list: .text
    }
  }
}

/// A store whose whole content can be copied. Its functions wait, so that they are called on a thread that may.
package protocol CopyableStore: Sendable {
  /// Runs `body` in a transaction that reads, on a connection of its own.
  func readAll<Value>(_ body: (any SQLDatabase) throws -> Value) throws -> Value

  /// Runs `body` in a transaction that excludes other writers, on a connection of its own.
  ///
  /// - Throws: errors of `body`, or `StoreError`; then nothing has changed.
  func writeAll<Value>(_ body: (any SQLDatabase) throws -> Value) throws -> Value
}

extension CopyableStore {
  /// Copies everything to `destination`, which has nothing.
  ///
  /// - Parameter progress: called with the name of each table and the number of its rows, once they are copied.
  /// - Returns: the newest revision; `nil` before the first write.
  /// - Throws: `StoreError`, also for a destination that has content.
  package func copyAll(
    to destination: some CopyableStore, progress: (String, Int) -> Void
  ) throws -> Revision? {
    try readAll { source in
      try destination.writeAll { copy in
        try withoutActuallyEscaping(progress) { progress in
          try ContentCopy(from: source, to: copy, progress: progress).run()
        }
      }
      return try SQLReader(database: source, definitionCache: DefinitionCache()).latestRevision()
    }
  }
}
