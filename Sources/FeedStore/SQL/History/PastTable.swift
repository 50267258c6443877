package import FeedModel

/// The table of the former versions of a kind's items, in SQL.
///
/// It has the columns that the items had at the time. When columns are removed or renamed a new era begins,
/// with a table of its own.
package struct PastTable: Sendable {
  package let content: KindTable
  /// The name of the table, quoted.
  package let name: String
  private let era: Int

  package init(_ kind: ContentKind, era: Int, _ dialect: any SQLDialect) {
    content = KindTable(kind, dialect)
    self.era = era
    name = content.name(suffix: "\(Self.suffix)\(era)")
  }

  /// The name of something that belongs to the table, such as an index, quoted.
  package func name(suffix: String) -> String {
    content.name(suffix: "\(Self.suffix)\(era)\(suffix)")
  }

  /// Stands between the kind and the era in the names of such tables, and in no others.
  package static let suffix = ":past:"

  /// The era of a table with this name, which is quoted; `nil` for another table.
  static func era(ofTable name: String) -> Int? {
    name.firstRange(of: suffix).flatMap { Int(name[$0.upperBound...].dropLast()) }
  }

  /// Whether one of the versions has a condition.
  func hasConditions(in database: any SQLDatabase) throws -> Bool {
    try database.exists("SELECT 1 FROM \(name) WHERE _targeting IS NOT NULL")
  }

  /// Keeps the present versions of the items that `condition` holds for, which the revision `:until` ends.
  package func keeping(where condition: String) -> String {
    let columns = content.rowColumns
    return """
      INSERT INTO \(name) (\(columns.joined(separator: ", ")), _is_draft, _publish_at, _unpublish_at,
        _targeting, _from, _until)
      SELECT \(columns.map { "items.\($0)" }.joined(separator: ", ")), coalesce(windows.is_draft, false),
        windows.publish_at, windows.unpublish_at, windows.targeting, items._revision, :until
      FROM \(content.name) AS items \(WindowColumns.join(to: content.kind))
      WHERE \(condition)
      """
  }

  /// The versions of the items of a revision, as tables that a query can select from: the former ones, and the
  /// present ones if the items have the columns of this era still.
  ///
  /// - Parameters:
  ///   - later: the batches that are later than the revision.
  ///   - isPresent: whether the present items have the columns of this era.
  func versions(at revision: Int, _ later: LaterBatches, isPresent: Bool) -> [String] {
    let columns = content.rowColumns
    func hasBegun(_ column: String) -> String {
      "(\(column) BETWEEN 0 AND \(revision) OR \(column) < 0 AND \(column) NOT IN (\(later.all)))"
    }
    let former = """
      SELECT \(columns.joined(separator: ", ")), _is_draft, _publish_at, _unpublish_at, _targeting
      FROM \(name)
      WHERE (_until > \(revision) OR _until IN (\(later.committed))) AND \(hasBegun("_from"))
      """
    guard isPresent else { return [former] }
    let present = content.presentRows(where: hasBegun("present._revision"))
    return [present, former]
  }

  /// The ids of items with versions that begin before the one before them has ended.
  var overlaps: String {
    """
    SELECT DISTINCT id FROM (
      SELECT id, begins, lag(ends) OVER (PARTITION BY id ORDER BY ends) AS former FROM (
        SELECT id, \(Self.number("_from")) AS begins, \(Self.number("_until")) AS ends FROM \(name)
        UNION ALL SELECT id, \(Self.number("_revision")), 9223372036854775807 FROM \(content.name)
      ) AS extents WHERE ends IS NOT NULL
    ) AS versions WHERE begins < former
    """
  }

  /// The number of the revision that a column stands for: itself, or that of the batch with this number if it
  /// is negative.
  static func number(_ column: String) -> String {
    """
    CASE WHEN \(column) >= 0 THEN \(column)
      ELSE (SELECT revision FROM audit_batches WHERE id = -\(column)) END
    """
  }
}

/// The batches that are later than a revision, by the negative numbers that columns have, separated by commas: with those
/// whose items are not written yet, and the committed ones.
typealias LaterBatches = (all: String, committed: String)

extension SQLReader {
  func batches(laterThan revision: Int) throws -> LaterBatches {
    let rows = try database.rows(
      """
      SELECT -id AS number, revision IS NOT NULL AS is_committed FROM audit_batches
      WHERE revision IS NULL OR revision > ?
      """, [revision])
    func list(_ rows: [SQLRow]) throws -> String {
      // 0 is the number of no batch: a list is not empty.
      try (["0"] + rows.map { "\(try $0["number"] as Int)" }).joined(separator: ", ")
    }
    return (try list(rows), try list(rows.filter { try $0["is_committed"] }))
  }
}

extension SQLDialect {
  /// Creates the table of a kind's former items.
  func create(_ table: PastTable, in database: any SQLDatabase) throws {
    let (text, integer) = (type(of: .text), type(of: .integer))
    let columns =
      table.content.kind.allFields.flatMap { pastColumns(of: $0) } + [
        "\(TranslationColumn.name) \(text)", "\"_is_draft\" \(booleanType) NOT NULL",
        "\"_publish_at\" \(integer)", "\"_unpublish_at\" \(integer)", "\"_targeting\" \(text)",
        "\"_from\" \(integer) NOT NULL", "\"_until\" \(integer) NOT NULL",
      ]
    try database.run(
      "CREATE TABLE \(table.name) (\n  \(columns.joined(separator: ",\n  "))\n)\(tableEnding)",
      "CREATE INDEX \(table.name(suffix: ":item")) ON \(table.name) (\"id\", \"_until\")",
      "CREATE INDEX \(table.name(suffix: ":until")) ON \(table.name) (\"_until\")",
      """
      CREATE INDEX \(table.name(suffix: ":targeting")) ON \(table.name) (\(targetingIndex))
        WHERE "_targeting" IS NOT NULL
      """)
  }

  /// Gives the table of former items the columns of a field that items have from now on.
  func add(_ field: ContentField, to table: PastTable, in database: any SQLDatabase) throws {
    try database.run(
      pastColumns(of: field).map { "ALTER TABLE \(table.name) ADD COLUMN \($0)" })
  }

  /// The columns of a field. Columns that are generated in the table of the kind are stored here.
  private func pastColumns(of field: ContentField) -> [String] {
    let column = "\(SQL.name(field.name)) \(type(of: field.type.storage))"
    return field.type.storage == .date
      ? [column, "\(momentName(of: field.name)) \(type(of: .integer))"] : [column]
  }
}
