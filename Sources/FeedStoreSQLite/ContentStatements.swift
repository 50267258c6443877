import FeedModel
import FeedStore
import GRDB

extension SQLiteReading {
  func item(of kind: ContentKind, id: Int) throws -> StoredItem? {
    try attempt {
      let table = KindTable(kind)
      let sql = """
        SELECT \(table.selection), \(WindowColumns.selection)
        FROM \(table.name) AS items
        LEFT JOIN item_windows AS windows
          ON windows.kind = \(SQL.literal(.text(kind.name))) AND windows.id = items.id
        WHERE items.id = ?
        """
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [id])
        .map { try Self.item(kind, from: $0) }
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
    return StoredItem(
      ContentItem(kind: kind, id: id, values: values),
      window: WindowColumns.window(in: row, from: values.count + 1))
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
    let statements = try upsertStatements(for: item.kind)
    let exists = try Bool.fetchOne(statements.exists, arguments: [item.id]) ?? false
    try statements.upsert.execute(
      arguments: StatementArguments([item.id.databaseValue] + item.values.map(\.databaseValue)))
    guard database.changesCount > 0 else { return .unchanged }
    let change = exists ? Change.updated : .inserted
    try record(change, of: item.kind.name, id: item.id)
    return change
  }

  func delete(_ kind: ContentKind, id: Int) throws -> Change {
    try requireCurrent(kind)
    try database.cachedStatement(sql: "DELETE FROM \(KindTable(kind).name) WHERE id = ?")
      .execute(arguments: [id])
    guard database.changesCount > 0 else { return .unchanged }
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
  private static let largestAssignedID = 1 << 53 - 1

  func nextID(of kind: ContentKind) throws -> Int? {
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
    try database.cachedStatement(
      sql: """
        INSERT INTO compositions (feed, document) VALUES (?, ?)
        ON CONFLICT (feed) DO UPDATE SET document = excluded.document
        """
    ).execute(arguments: [feed, document])
    try record(feed: feed)
    return old == nil ? .inserted : .updated
  }

  func removeComposition(of feed: String) throws -> Change {
    try database.cachedStatement(sql: "DELETE FROM compositions WHERE feed = ?")
      .execute(arguments: [feed])
    guard database.changesCount > 0 else { return .unchanged }
    try record(feed: feed)
    return .deleted
  }

  func noteComposition(of feed: String) throws {
    try record(feed: feed)
  }
}

/// The two statements that insert or update an item of one kind.
struct UpsertStatements {
  let kind: ContentKind
  let exists: Statement
  let upsert: Statement

  init(_ kind: ContentKind, in database: Database) throws {
    self.kind = kind
    let table = KindTable(kind)
    let columns = table.columns
    let others = columns.dropFirst()
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let old = others.map { "\(table.name).\($0)" }.joined(separator: ", ")
    let new = others.map { "excluded.\($0)" }.joined(separator: ", ")

    exists = try database.makeStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM \(table.name) WHERE id = ?)")
    // The row is not changed if every column is the same.
    upsert = try database.makeStatement(
      sql: """
        INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(marks))
        ON CONFLICT (id) DO UPDATE SET \(assignments) WHERE (\(old)) IS NOT (\(new))
        """)
  }
}
