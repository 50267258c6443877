package import FeedModel
package import FeedStore
import GRDB

extension SQLiteFeedStore: FeedStore {
  package func latestRevision() async throws(StoreError) -> Revision? {
    try await read { try Self.latestRevision($0) }
  }

  package func snapshot(limit: Int) async throws(StoreError) -> ContentSnapshot {
    let path = path
    return try await read { database in
      var items: [ContentKind: Result<[any ContentEntity], StoreError>] = [:]
      for kind in ContentKind.allCases {
        items[kind] = Result {
          try Self.items(kind.entityType, after: 0, limit: limit, in: database)
        }.mapError { StoreError($0, path: path) }
      }
      return ContentSnapshot(revision: try Self.latestRevision(database), items: items)
    }
  }

  package func items(
    of kind: ContentKind, after id: Int, limit: Int
  ) async throws(StoreError) -> [any ContentEntity] {
    try await read { try Self.items(kind.entityType, after: id, limit: limit, in: $0) }
  }

  package func item(
    of kind: ContentKind, id: Int
  ) async throws(StoreError) -> (any ContentEntity)? {
    try await read { database in
      let sql = "SELECT * FROM \(kind.rawValue) WHERE id = ?"
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [id])
        .map { try Self.entity(kind.entityType, from: $0) }
    }
  }

  static func latestRevision(_ database: Database) throws -> Revision? {
    let sql = "SELECT number, committed_at FROM revisions ORDER BY number DESC LIMIT 1"
    return try Row.fetchOne(database.cachedStatement(sql: sql)).map { row in
      guard let committedAt = Timestamp(row["committed_at"]) else {
        throw DatabaseError(
          resultCode: .SQLITE_CORRUPT, message: "revision \(row["number"] as Int) has no valid time"
        )
      }
      return Revision(number: row["number"], committedAt: committedAt)
    }
  }

  private static func items<Entity: ContentEntity>(
    _: Entity.Type, after id: Int, limit: Int, in database: Database
  ) throws -> [any ContentEntity] {
    let sql = "SELECT * FROM \(Entity.kind.rawValue) WHERE id > ? ORDER BY id LIMIT ?"
    let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: [id, limit])
    var items: [any ContentEntity] = []
    while let row = try rows.next() {
      items.append(try entity(Entity.self, from: row))
    }
    return items
  }

  private static func entity<Entity: ContentEntity>(
    _: Entity.Type, from row: Row
  ) throws -> any ContentEntity {
    var reader = RowFieldReader(row)
    let entity = Entity(reading: &reader)
    if let field = reader.invalidField {
      throw StoreError.invalidItem(kind: Entity.kind, id: entity.id, field: field)
    }
    return entity
  }
}
