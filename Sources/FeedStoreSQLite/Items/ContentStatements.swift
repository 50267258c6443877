import FeedModel
import FeedStore
import GRDB

extension SQLiteReading {
  func item(of kind: ContentKind, id: Int) throws -> StoredItem? {
    try attempt {
      let source = try source(of: kind, isSearched: false)
      let sql = """
        SELECT \(source.table.selection), \(source.windows.selection) FROM \(source.sql)
        WHERE items.id = ?
        """
      // Statements of a former revision name it, so their number is not limited.
      let statement =
        source.isPresent
        ? try database.cachedStatement(sql: sql) : try database.makeStatement(sql: sql)
      return try Row.fetchOne(statement, arguments: [id]).map { try Self.item(kind, from: $0) }
    }
  }

  /// The item of a row: the id and the fields in their order, and the window behind them.
  ///
  /// The schema's types and checks hold for most values; what it cannot express, such as a date, is
  /// checked here, since anything may write to a SQLite file.
  static func item(_ kind: ContentKind, from row: Row) throws -> StoredItem {
    func invalid(_ field: String) -> StoreError {
      StoreError.invalidItem(kind: kind.name, id: row[0] ?? 0, field: field)
    }
    guard let id = Int.fromDatabaseValue(row[0]), id > 0 else {
      throw invalid(ContentField.identifier.name)
    }
    var values: [FieldValue] = []
    values.reserveCapacity(kind.fields.count)
    for (index, field) in kind.fields.enumerated() {
      guard let value = FieldValue(row[index + 1]).flatMap(field.value(stored:)) else {
        throw invalid(field.name)
      }
      values.append(value)
    }
    let stored: String? = row[values.count + 1]
    guard let window = WindowColumns.window(in: row, from: values.count + 2) else {
      throw invalid(WindowField.when)
    }
    return StoredItem(
      ContentItem(
        kind: kind, id: id, values: values,
        translations: stored.map { TranslationColumn.translations(in: $0, of: kind) } ?? []),
      window: window)
  }

  func compositionDocument(of feed: String) throws -> String? {
    try attempt {
      let sql = "SELECT document FROM compositions WHERE feed = ?"
      return try String.fetchOne(database.cachedStatement(sql: sql), arguments: [feed])
    }
  }

  func composedFeeds() throws -> [String] {
    try attempt {
      try String.fetchAll(
        database.cachedStatement(sql: "SELECT feed FROM compositions ORDER BY feed"))
    }
  }
}

extension SQLiteTransaction {
  func upsert(_ item: ContentItem) throws -> Change {
    try requireCurrent(item.kind)
    let statements = try itemStatements(for: item.kind)
    let former = try Row.fetchOne(statements.former, arguments: [item.id])
    let stored: String? = former.flatMap { $0[0] }
    let translations = TranslationColumn.text(of: item, keeping: stored)
    let values = item.values.map(\.databaseValue) + [translations.databaseValue]
    let isDifferent = try Bool.fetchOne(
      statements.comparison, arguments: StatementArguments(values + [item.id.databaseValue]))
    guard isDifferent != false else { return .unchanged }
    try note(locales: item.translations.map(\.locale), of: item.kind)
    let revision = try currentRevision().number.databaseValue
    if isDifferent == nil {
      try statements.insertion.execute(
        arguments: StatementArguments([item.id.databaseValue] + values + [revision]))
    } else {
      try keepVersion(of: item.kind, id: item.id)
      try statements.update.execute(
        arguments: StatementArguments(values + [revision, item.id.databaseValue]))
    }
    let change = isDifferent == nil ? Change.inserted : .updated
    try record(change, of: item.kind.name, id: item.id)
    return change
  }

  func delete(_ kind: ContentKind, id: Int) throws -> Change {
    try requireCurrent(kind)
    let name = KindTable(kind).name
    let exists = try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(name) WHERE id = ?)"),
      arguments: [id])
    guard exists == true else { return .unchanged }
    try keepVersion(of: kind, id: id)
    try database.cachedStatement(sql: "DELETE FROM \(name) WHERE id = ?")
      .execute(arguments: [id])
    try record(.deleted, of: kind.name, id: id)
    try database.cachedStatement(sql: "DELETE FROM item_windows WHERE kind = ? AND id = ?")
      .execute(arguments: [kind.name, id])
    if id <= Self.largestAssignedID {
      try database.cachedStatement(
        sql: """
          INSERT INTO retired_ids (kind, id) VALUES (?, ?)
          ON CONFLICT (kind) DO UPDATE SET id = max(retired_ids.id, excluded.id)
          """
      ).execute(arguments: [kind.name, id])
    }
    return .deleted
  }

  func referrer(to kind: ContentKind, id: Int) throws -> (kind: String, id: Int)? {
    for other in try kinds().all {
      for field in other.fields where field.type.referencedKind == kind.name {
        let sql = """
          SELECT id FROM \(KindTable(other).name) WHERE \(SQL.name(field.name)) = :id
            AND NOT (:isSame AND id = :id) LIMIT 1
          """
        let arguments: StatementArguments = ["id": id, "isSame": other.name == kind.name]
        if let found = try Int.fetchOne(
          database.cachedStatement(sql: sql), arguments: arguments)
        {
          return (other.name, found)
        }
      }
    }
    return nil
  }

  /// Larger ids, which files may have, are not exact in clients that read numbers as doubles.
  static let largestAssignedID = 1 << 53 - 1

  func nextID(of kind: ContentKind) throws -> Int? {
    try requireCurrent(kind)
    let sql = """
      SELECT max(
        coalesce((SELECT max(id) FROM \(KindTable(kind).name) WHERE id <= :largest), 0),
        coalesce((SELECT id FROM retired_ids WHERE kind = :kind), 0))
      """
    let highest = try Int.fetchOne(
      database.cachedStatement(sql: sql),
      arguments: ["kind": kind.name, "largest": Self.largestAssignedID])
    return highest.flatMap { $0 < Self.largestAssignedID ? $0 + 1 : nil }
  }

  func setComposition(_ document: String, of feed: String) throws -> Change {
    let old = try compositionDocument(of: feed)
    guard old != document else { return .unchanged }
    try record(feed: feed)
    try keepComposition(of: feed)
    try note(locales: LocaleTag.named(in: document))
    try database.cachedStatement(
      sql: """
        INSERT INTO compositions (feed, document, revision) VALUES (?, ?, ?)
        ON CONFLICT (feed) DO UPDATE SET
          document = excluded.document, revision = excluded.revision
        """
    ).execute(arguments: [feed, document, try currentRevision().number])
    return old == nil ? .inserted : .updated
  }

  func removeComposition(of feed: String) throws -> Change {
    guard try compositionDocument(of: feed) != nil else { return .unchanged }
    try record(feed: feed)
    try keepComposition(of: feed)
    try database.cachedStatement(sql: "DELETE FROM compositions WHERE feed = ?")
      .execute(arguments: [feed])
    return .deleted
  }

  func noteComposition(of feed: String) throws {
    try record(feed: feed)
  }
}

/// The statements that write an item of one kind.
struct ItemStatements {
  /// The stored translations; no row without an item.
  let former: Statement
  /// Whether the stored item has other values; no row without an item.
  let comparison: Statement
  let insertion: Statement
  let update: Statement

  init(_ kind: ContentKind, in database: Database) throws {
    let table = KindTable(kind)
    let columns = table.columns
    let fields = columns.dropFirst()
    let marks = fields.map { _ in "?" }.joined(separator: ", ")
    former = try database.makeStatement(
      sql: "SELECT \(TranslationColumn.name) FROM \(table.name) WHERE id = ?")
    comparison = try database.makeStatement(
      sql: """
        SELECT (\(fields.joined(separator: ", "))) IS NOT (\(marks)) FROM \(table.name) WHERE id = ?
        """)
    insertion = try database.makeStatement(
      sql: """
        INSERT INTO \(table.name) (\(columns.joined(separator: ", ")), _revision)
        VALUES (?, \(marks), ?)
        """)
    update = try database.makeStatement(
      sql: """
        UPDATE \(table.name) SET \(fields.map { "\($0) = ?, " }.joined())_revision = ? WHERE id = ?
        """)
  }
}
