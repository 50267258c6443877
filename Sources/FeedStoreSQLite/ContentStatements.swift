import FeedModel
import FeedStore
import GRDB

extension SQLiteReading {
  func item(of kind: ContentKind, id: Int) throws -> StoredItem? {
    try attempt {
      let sql = """
        SELECT items.*, \(WindowColumns.selection)
        FROM \(kind.rawValue) AS items
        LEFT JOIN item_windows AS windows ON windows.kind = '\(kind.rawValue)' AND windows.id = items.id
        WHERE items.id = ?
        """
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [id])
        .map { try Self.item(kind.entityType, from: $0) }
    }
  }

  static func item<Entity: ContentEntity>(
    _: Entity.Type, from row: Row
  ) throws -> StoredItem {
    var reader = RowFieldReader(row)
    let entity = Entity(reading: &reader)
    if let field = reader.invalidField {
      throw StoreError.invalidItem(kind: Entity.kind, id: entity.id, field: field)
    }
    return StoredItem(entity: entity, window: WindowColumns.window(in: row))
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
  func upsert<Entity: ContentEntity>(_ entity: Entity) throws -> Change {
    let fields = ColumnCollector(entity)
    let statements = try upsertStatements(for: Entity.kind, columns: fields.columns)
    let exists = try Bool.fetchOne(statements.exists, arguments: [entity.id]) ?? false
    try statements.upsert.execute(arguments: StatementArguments(fields.values))
    guard database.changesCount > 0 else { return .unchanged }
    let change = exists ? Change.updated : .inserted
    try record(change, of: Entity.kind, id: entity.id)
    return change
  }

  func delete(_ kind: ContentKind, id: Int) throws -> Change {
    try database.cachedStatement(sql: "DELETE FROM \(kind.rawValue) WHERE id = ?")
      .execute(arguments: [id])
    guard database.changesCount > 0 else { return .unchanged }
    try database.cachedStatement(sql: "DELETE FROM item_windows WHERE kind = ? AND id = ?")
      .execute(arguments: [kind.rawValue, id])
    if id <= Self.largestAssignedID {
      try database.cachedStatement(
        sql: """
          INSERT INTO retired_ids (kind, id) VALUES (?, ?)
          ON CONFLICT (kind) DO UPDATE SET id = max(retired_ids.id, excluded.id)
          """
      ).execute(arguments: [kind.rawValue, id])
    }
    try record(.deleted, of: kind, id: id)
    return .deleted
  }

  /// Larger ids, which files may have, are not exact in clients that read numbers as doubles.
  private static let largestAssignedID = 1 << 53 - 1

  func nextID(of kind: ContentKind) throws -> Int? {
    let sql = """
      SELECT max(coalesce((SELECT max(id) FROM \(kind.rawValue) WHERE id <= :largest), 0),
        coalesce((SELECT id FROM retired_ids WHERE kind = :kind), 0))
      """
    let highest = try Int.fetchOne(
      database.cachedStatement(sql: sql),
      arguments: ["kind": kind.rawValue, "largest": Self.largestAssignedID])
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

  func noteComposition(of feed: String) throws {
    try record(feed: feed)
  }
}
