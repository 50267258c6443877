import FeedModel
import FeedStore
import GRDB

/// The backlog of the full-text index: items whose texts are to be indexed later, as ranges of ids of a
/// kind.
///
/// Large writes do not update the full-text index, which keeps their transactions short. Until an item
/// is indexed, searches scan its texts, so they find the same items at any time.
extension SQLiteTransaction {
  /// Adds the items of `kind` with these ids to the backlog.
  func indexLater(_ kind: ContentKind, ids: ClosedRange<Int> = 1...Int.max) throws {
    try database.cachedStatement(
      sql: "INSERT INTO search_backlog (kind, first_id, last_id) VALUES (?, ?, ?)"
    ).execute(arguments: [kind.name, ids.lowerBound, ids.upperBound])
  }

  /// Indexes up to `limit` items of the backlog.
  func indexBacklog(limit: Int) throws {
    guard
      let row = try Row.fetchOne(
        database.cachedStatement(
          sql: "SELECT rowid, kind, first_id, last_id FROM search_backlog ORDER BY rowid LIMIT 1"))
    else { return }
    let (number, first, last): (Int, Int, Int) = (row["rowid"], row["first_id"], row["last_id"])
    guard let kind = try kinds()[row["kind"]] else {
      return try removeFromBacklog(number, through: last, of: last)
    }
    let table = KindTable(kind)
    let ids = try Int.fetchAll(
      database.cachedStatement(
        sql: "SELECT id FROM \(table.name) WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"),
      arguments: [first, last, limit])
    let end = ids.count < limit ? last : ids.last ?? last
    try database.cachedStatement(
      sql: "DELETE FROM \(table.searchIndex) WHERE rowid BETWEEN ? AND ?"
    ).execute(arguments: [first, end])
    try database.cachedStatement(
      sql: """
        INSERT OR FAIL INTO \(table.searchIndex) (rowid, text)
        SELECT id, \(table.indexedText(of: "items")) FROM \(table.name) AS items
        WHERE id BETWEEN ? AND ?
        """
    ).execute(arguments: [first, end])
    try removeFromBacklog(number, through: end, of: last)
  }

  private func removeFromBacklog(_ number: Int, through end: Int, of last: Int) throws {
    if end < last {
      try database.cachedStatement(sql: "UPDATE search_backlog SET first_id = ? WHERE rowid = ?")
        .execute(arguments: [end + 1, number])
    } else {
      try database.cachedStatement(sql: "DELETE FROM search_backlog WHERE rowid = ?")
        .execute(arguments: [number])
    }
  }
}

enum SearchBacklog {
  /// Whether items of any kind are still to be indexed.
  static func isNotEmpty(_ database: Database) throws -> Bool {
    try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM search_backlog)") ?? false
  }
}

extension SQLiteReading {
  /// Whether items of `kind` are still to be indexed.
  func hasBacklog(_ kind: ContentKind) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM search_backlog WHERE kind = ?)"),
      arguments: [kind.name]) ?? false
  }
}
