import FeedModel
import FeedStore
import Foundation
import GRDB

/// The reads of one transaction. Lives on its connection's queue and not beyond its transaction.
struct SQLiteReader: ContentReader {
  let database: Database
  /// The file, for errors.
  let path: String

  func latestRevision() throws -> Revision? {
    try attempt {
      let sql = "SELECT number, committed_at FROM revisions ORDER BY number DESC LIMIT 1"
      return try Row.fetchOne(database.cachedStatement(sql: sql)).map(Self.revision)
    }
  }

  func items(
    of kind: ContentKind, matching query: ContentQuery, from perspective: Perspective?,
    after position: ListPosition?, limit: Int
  ) throws -> [StoredItem] {
    try attempt {
      let list = try ListStatement(kind: kind, query: query, from: perspective)
        .items(after: position, limit: limit)
      let rows = try Row.fetchCursor(
        statement(list, isCached: query == .all), arguments: StatementArguments(list.arguments))
      var items: [StoredItem] = []
      while let row = try rows.next() {
        items.append(try Self.item(kind.entityType, from: row))
      }
      return items
    }
  }

  func count(
    of kind: ContentKind, matching query: ContentQuery, from perspective: Perspective?
  ) throws -> Int {
    try attempt {
      let list = try ListStatement(kind: kind, query: query, from: perspective).count()
      return try Int.fetchOne(
        statement(list, isCached: query == .all), arguments: StatementArguments(list.arguments))
        ?? 0
    }
  }

  /// Only statements of which there are few are kept: queries have as many as their writers like.
  private func statement(_ list: ListStatement, isCached: Bool) throws -> Statement {
    isCached
      ? try database.cachedStatement(sql: list.sql) : try database.makeStatement(sql: list.sql)
  }

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

  func nextItemBoundary(after moment: Timestamp) throws -> Timestamp? {
    try attempt {
      let sql = """
        SELECT min(boundary) FROM (
          SELECT publish_at AS boundary, * FROM item_windows
          UNION ALL SELECT unpublish_at, * FROM item_windows
        )
        WHERE boundary > ? AND is_draft = 0
          AND (publish_at IS NULL OR unpublish_at IS NULL OR publish_at < unpublish_at)
        """
      return try Int.fetchOne(
        database.cachedStatement(sql: sql), arguments: [moment.millisecondsSince1970]
      ).map(Timestamp.init(millisecondsSince1970:))
    }
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

  func secret(_ name: String) throws -> [UInt8]? {
    try attempt {
      let sql = "SELECT value FROM secrets WHERE name = ?"
      return try Data.fetchOne(database.cachedStatement(sql: sql), arguments: [name])
        .map { Array($0) }
    }
  }

  func attempt<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch { throw StoreError(error, path: path) }
  }

  private static func item<Entity: ContentEntity>(
    _: Entity.Type, from row: Row
  ) throws -> StoredItem {
    var reader = RowFieldReader(row)
    let entity = Entity(reading: &reader)
    if let field = reader.invalidField {
      throw StoreError.invalidItem(kind: Entity.kind, id: entity.id, field: field)
    }
    return StoredItem(entity: entity, window: WindowColumns.window(in: row))
  }
}
