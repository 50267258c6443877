import FeedModel
import FeedStore
import GRDB

/// A table that takes the place of a kind's own, with the stored items and those on their way in.
///
/// Putting a row in place takes some microseconds, so many rows would keep other writers waiting for seconds.
/// This table is written in short transactions instead, and takes its place at once.
struct NextTable {
  /// How many items are written in one transaction.
  static let chunkSize = 10_000

  private let stage: StageTable
  private let content: KindTable
  /// The name, quoted. It ends with the number of its batch, so that it is found when it is abandoned.
  private let name: String
  private let suffix: String

  init(_ kind: ContentKind, batch: Int) {
    stage = StageTable(kind)
    content = KindTable(kind)
    suffix = ":\(batch)"
    name = SQL.name("\(kind.name)\(Self.ending(of: batch))")
  }

  /// What the names of the tables of a batch end with.
  static func ending(of batch: Int) -> String { ":next:\(batch)" }

  private var columns: String { content.columns.joined(separator: ", ") }

  func create(in database: Database) throws {
    try database.execute(sql: content.tableCreation(as: name))
    for field in content.kind.fields {
      for sql in content.indexes(field, of: name, suffix: suffix) {
        try database.execute(sql: sql)
      }
    }
  }

  /// Writes the next items with ids above `last`.
  ///
  /// - Returns: the last of them; `nil` if there is no other.
  func fill(after last: Int, in database: Database) throws -> Int? {
    let end = try Int.fetchOne(
      database,
      sql: """
        SELECT max(id) FROM (
          SELECT id FROM \(content.name) WHERE id > :last
          UNION SELECT id FROM \(stage.name) WHERE id > :last ORDER BY id LIMIT :limit)
        """, arguments: ["last": last, "limit": Self.chunkSize])
    guard let end else { return nil }
    try insert(where: "id > \(last) AND id <= \(end)", in: database)
    return end
  }

  /// Writes the items in `ids`, a query, as they are by now.
  func refresh(ids: String, in database: Database) throws {
    try database.execute(sql: "DELETE FROM \(name) WHERE id IN (\(ids))")
    try insert(where: "id IN (\(ids))", in: database)
  }

  /// An item on its way in takes the place of the stored one.
  private func insert(where condition: String, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR FAIL INTO \(name) (\(columns))
        SELECT \(columns) FROM \(stage.name) WHERE \(condition)
        UNION ALL SELECT \(columns) FROM \(content.name) AS items WHERE \(condition)
          AND NOT EXISTS (SELECT 1 FROM \(stage.name) AS staged WHERE staged.id = items.id)
        """)
  }

  /// Takes the place of the kind's table.
  func replaceContent(in database: Database) throws {
    try database.execute(sql: "DROP TABLE \(content.name)")
    try database.execute(sql: "ALTER TABLE \(name) RENAME TO \(content.name)")
    for sql in content.searchTriggers { try database.execute(sql: sql) }
  }

  /// Removes the tables of `batch`, which are not needed any more.
  static func removeAll(of batch: Int, from database: Database) throws {
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE ?",
      arguments: ["%\(ending(of: batch))"])
    for table in tables { try database.execute(sql: "DROP TABLE \(SQL.name(table))") }
  }
}
