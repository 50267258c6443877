import FeedModel
import FeedStore
import Foundation
import GRDB

extension SQLiteTransaction: ContentTransaction {
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
    try record(.deleted, of: kind, id: id)
    return .deleted
  }

  func setWindow(_ window: Window, of kind: ContentKind, id: Int) throws -> Change {
    guard try reader.item(of: kind, id: id)?.window != window else { return .unchanged }
    if window == .always {
      try database.cachedStatement(sql: "DELETE FROM item_windows WHERE kind = ? AND id = ?")
        .execute(arguments: [kind.rawValue, id])
    } else {
      try database.cachedStatement(
        sql: """
          INSERT INTO item_windows (kind, id, is_draft, publish_at, unpublish_at, was_shown)
          VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (kind, id) DO UPDATE SET
            is_draft = excluded.is_draft, publish_at = excluded.publish_at,
            unpublish_at = excluded.unpublish_at, was_shown = excluded.was_shown
          """
      ).execute(arguments: [
        kind.rawValue, id, window.isDraft, window.publishAt?.millisecondsSince1970,
        window.unpublishAt?.millisecondsSince1970, window.isShown(at: moment),
      ])
    }
    try record(.updated, of: kind, id: id)
    return .updated
  }

  func applyBoundaries() throws -> Int {
    let isShown = WindowColumns.isShown(at: ":moment")
    let due = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT kind, id FROM item_windows AS windows WHERE was_shown <> \(isShown)"),
      arguments: ["moment": moment.millisecondsSince1970])
    for row in due {
      guard let kind = ContentKind(rawValue: row["kind"]) else { continue }
      try record(.updated, of: kind, id: row["id"])
    }
    try database.cachedStatement(
      sql: """
        UPDATE item_windows AS windows SET was_shown = \(isShown) WHERE was_shown <> \(isShown)
        """
    ).execute(arguments: ["moment": moment.millisecondsSince1970])
    return due.count
  }

  func setComposition(_ document: String, of feed: String) throws -> Change {
    let old = try reader.compositionDocument(of: feed)
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

  func keepSecret(_ bytes: [UInt8], as name: String) throws {
    try database.cachedStatement(
      sql: "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
    ).execute(arguments: [name, Data(bytes)])
  }
}

/// A transaction reads what it has written so far.
extension SQLiteTransaction {
  func latestRevision() throws -> Revision? { try reader.latestRevision() }

  func items(
    of kind: ContentKind, matching query: ContentQuery, shownAt moment: Timestamp?,
    after position: ListPosition?, limit: Int
  ) throws -> [StoredItem] {
    try reader.items(
      of: kind, matching: query, shownAt: moment, after: position, limit: limit)
  }

  func count(
    of kind: ContentKind, matching query: ContentQuery, shownAt moment: Timestamp?
  ) throws -> Int {
    try reader.count(of: kind, matching: query, shownAt: moment)
  }

  func item(of kind: ContentKind, id: Int) throws -> StoredItem? {
    try reader.item(of: kind, id: id)
  }

  func nextItemBoundary(after moment: Timestamp) throws -> Timestamp? {
    try reader.nextItemBoundary(after: moment)
  }

  func changes(after number: Int, limit: Int) throws -> [RevisionChanges] {
    try reader.changes(after: number, limit: limit)
  }

  func compositionDocument(of feed: String) throws -> String? {
    try reader.compositionDocument(of: feed)
  }

  func composedFeeds() throws -> [String] { try reader.composedFeeds() }

  func secret(_ name: String) throws -> [UInt8]? { try reader.secret(name) }
}
