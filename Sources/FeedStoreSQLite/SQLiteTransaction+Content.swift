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

  /// Larger ids, which files may have, are not exact in clients that know doubles only.
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

  func setWindow(_ window: Window, of kind: ContentKind, id: Int) throws -> Change {
    guard let item = try reader.item(of: kind, id: id), item.window != window else {
      return .unchanged
    }
    // First, since it settles which moment the revision shows.
    try record(.updated, of: kind, id: id)
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
        window.unpublishAt?.millisecondsSince1970, window.isShown(at: try shownMoment()),
      ])
    }
    return .updated
  }

  func applyBoundaries() throws -> Int {
    let moment = try shownMoment().millisecondsSince1970
    // Only boundaries since the revision before can have changed anything; they have indexes.
    let sql = """
      SELECT windows.kind, windows.id FROM item_windows AS windows
      WHERE (windows.publish_at > :last AND windows.publish_at <= :moment
          OR windows.unpublish_at > :last AND windows.unpublish_at <= :moment)
        AND windows.was_shown <> \(WindowColumns.isShown(at: ":moment"))
      """
    let due = try Row.fetchAll(
      database.cachedStatement(sql: sql),
      arguments: ["last": try momentBefore(), "moment": moment])
    for row in due {
      guard let kind = ContentKind(rawValue: row["kind"]) else { continue }
      try record(.updated, of: kind, id: row["id"])
      try database.cachedStatement(
        sql: "UPDATE item_windows SET was_shown = NOT was_shown WHERE kind = ? AND id = ?"
      ).execute(arguments: [kind.rawValue, row["id"] as Int])
    }
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
    of kind: ContentKind, matching query: ContentQuery, from perspective: Perspective?,
    after position: ListPosition?, limit: Int
  ) throws -> [StoredItem] {
    try reader.items(
      of: kind, matching: query, from: perspective, after: position, limit: limit)
  }

  func count(
    of kind: ContentKind, matching query: ContentQuery, from perspective: Perspective?
  ) throws -> Int {
    try reader.count(of: kind, matching: query, from: perspective)
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
