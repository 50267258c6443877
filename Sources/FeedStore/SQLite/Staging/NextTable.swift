import FeedModel

/// A table that will replace the table of a kind, with the stored and the staged items.
///
/// Writing a row takes some microseconds, so many rows in one transaction would block other writers for
/// seconds. This table is written in short transactions instead, and replaces the other at once.
struct NextTable {
  private let stage: StageTable
  private let content: KindTable
  private let past: PastTable
  private let batch: Int
  /// The name, quoted. It ends with the number of its batch, so that it is found when it is abandoned.
  private let name: String
  private let suffix: String

  /// - Parameter past: keeps the versions of the items that are replaced.
  init(_ kind: ContentKind, _ past: PastTable, batch: Int) {
    self.past = past
    self.batch = batch
    let dialect = SQLiteDialect()
    stage = StageTable(kind, dialect)
    content = KindTable(kind, dialect)
    suffix = ":\(batch)"
    name = SQL.name("\(kind.name)\(Self.ending(of: batch))")
  }

  /// The suffix of the names of the tables of a batch.
  static func ending(of batch: Int) -> String { ":next:\(batch)" }

  private var columns: String { content.columns.joined(separator: ", ") }

  func create(in database: any SQLDatabase) throws {
    let items = SQLiteItemTable(table: content)
    try database.perform(items.creation(as: name), isCached: false)
    for field in content.kind.fields {
      try database.run(items.indexes(of: field, in: name, suffix: suffix))
    }
  }

  /// Writes up to `limit` items, the next ones with ids above `last`.
  ///
  /// - Returns: the last of them; `nil` if there is no other.
  func fill(after last: Int, limit: Int, in database: any SQLDatabase) throws -> Int? {
    let end = try database.first(
      Int.self,
      """
      SELECT max(id) FROM (
        SELECT id FROM \(content.name) WHERE id > :last
        UNION SELECT id FROM \(stage.name) WHERE id > :last ORDER BY id LIMIT :limit)
      """, ["last": last, "limit": limit], isCached: false)
    guard let end else { return nil }
    let isNext = "id > \(last) AND id <= \(end)"
    try insert(where: isNext, in: database)
    try keepReplaced(where: isNext, in: database)
    return end
  }

  /// Rewrites the items whose ids the query `ids` finds, from their present state; all items for `nil`.
  func refresh(ids: String?, in database: any SQLDatabase) throws {
    let condition = ids.map { "id IN (\($0))" } ?? "true"
    try database.perform("DELETE FROM \(name) WHERE \(condition)", isCached: false)
    try insert(where: condition, in: database)
    try database.perform(
      "DELETE FROM \(past.name) WHERE _until = ? AND \(condition)", [-batch], isCached: false)
    try keepReplaced(where: condition, in: database)
  }

  /// Writes the items that `condition` holds for: the staged item in place of the stored one. A changed one
  /// is valid from the revision of the batch on, whose number is not known yet.
  private func insert(where condition: String, in database: any SQLDatabase) throws {
    let present = "SELECT _revision FROM \(content.name) AS items WHERE items.id = staged.id"
    try database.perform(
      """
      INSERT OR FAIL INTO \(name) (\(columns), _revision)
      SELECT \(columns), CASE _state WHEN 0 THEN (\(present)) ELSE \(-batch) END
      FROM \(stage.name) AS staged WHERE \(condition)
      UNION ALL SELECT \(columns), _revision FROM \(content.name) AS items WHERE \(condition)
        AND NOT EXISTS (SELECT 1 FROM \(stage.name) AS staged WHERE staged.id = items.id)
      """, isCached: false)
  }

  /// Keeps the versions of items that are replaced, up to the revision of the batch.
  private func keepReplaced(where condition: String, in database: any SQLDatabase) throws {
    try database.perform(
      stage.keeping(in: past, where: condition), ["until": -batch], isCached: false)
  }

  /// Removes the versions that were kept for `batch`, whose items are not written.
  ///
  /// - Returns: whether there may be more.
  static func removeVersions(of batch: Int, limit: Int, from database: any SQLDatabase) throws
    -> Bool
  {
    for name in try database.dialect.pastTables(in: database) {
      let count = try database.execute(
        """
        DELETE FROM \(name) WHERE rowid IN (
          SELECT rowid FROM \(name) WHERE _until = ? LIMIT ?)
        """, [-batch, limit], isCached: false)
      if count > 0 { return true }
    }
    return false
  }

  /// Replaces the kind's table by this one.
  func replaceContent(in database: any SQLDatabase) throws {
    try database.perform("DROP TABLE \(content.name)", isCached: false)
    try database.perform("ALTER TABLE \(name) RENAME TO \(content.name)", isCached: false)
    try database.run(SQLiteSearchIndex(of: content).triggers)
  }

  /// Removes the tables of `batch`, which are not needed any more.
  static func removeAll(of batch: Int, from database: any SQLDatabase) throws {
    let tables = try database.all(
      String.self, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE ?",
      ["%\(ending(of: batch))"], isCached: false)
    for table in tables { try database.perform("DROP TABLE \(SQL.name(table))", isCached: false) }
  }
}
