import FeedModel
import GRDB

/// The table of the former versions of a kind's items, in SQL.
///
/// It has the columns that the items had at the time. When columns are removed or renamed a new era begins,
/// with a table of its own.
struct PastTable {
  let content: KindTable
  /// The name of the table, quoted.
  let name: String
  private let plainName: String

  init(_ kind: ContentKind, era: Int) {
    content = KindTable(kind)
    plainName = "\(kind.name):past:\(era)"
    name = SQL.name(plainName)
  }

  /// The names of the tables of all kinds and eras, quoted.
  static func all(in database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND instr(name, ':past:') > 0
        ORDER BY name
        """
    ).map(SQL.name)
  }

  /// Creates the table with its indexes.
  var creation: [String] {
    let columns = content.kind.allFields.flatMap { Self.columns(of: $0) }
    let definitions =
      columns + [
        TranslationColumn.definition, "\"_is_draft\" INTEGER NOT NULL", "\"_publish_at\" INTEGER",
        "\"_unpublish_at\" INTEGER", "\"_targeting\" TEXT",
        "\"_from\" INTEGER NOT NULL", "\"_until\" INTEGER NOT NULL",
      ]
    return [
      "CREATE TABLE \(name) (\n  \(definitions.joined(separator: ",\n  "))\n) STRICT",
      "CREATE INDEX \(SQL.name("\(plainName):item")) ON \(name) (\"id\", \"_until\")",
      "CREATE INDEX \(SQL.name("\(plainName):until")) ON \(name) (\"_until\")",
      """
      CREATE INDEX \(SQL.name("\(plainName):targeting")) ON \(name) ("_targeting")
        WHERE "_targeting" IS NOT NULL
      """,
    ]
  }

  /// Whether one of the versions has a condition.
  func hasConditions(in database: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM \(name) WHERE _targeting IS NOT NULL)"
    return try Bool.fetchOne(database.cachedStatement(sql: sql)) ?? false
  }

  /// Adds the columns of a field that items have from now on.
  func addition(of field: ContentField) -> [String] {
    Self.columns(of: field).map { "ALTER TABLE \(name) ADD COLUMN \($0)" }
  }

  /// The columns of a field. Columns that are generated in the table of the kind are stored here.
  private static func columns(of field: ContentField) -> [String] {
    let column = "\(SQL.name(field.name)) \(KindTable.type(of: field))"
    return field.type.storage == .date
      ? [column, "\(KindTable.moment(of: field)) INTEGER"] : [column]
  }

  /// Every column of an item, with the generated ones, quoted.
  private var itemColumns: [String] {
    content.kind.allFields.flatMap { field in
      field.type.storage == .date
        ? [SQL.name(field.name), KindTable.moment(of: field)] : [SQL.name(field.name)]
    } + [TranslationColumn.name]
  }

  /// Keeps the present versions of the items that `condition` holds for, which the revision `:until` ends.
  func keeping(where condition: String) -> String {
    let columns = itemColumns
    return """
      INSERT INTO \(name) (\(columns.joined(separator: ", ")), _is_draft, _publish_at, _unpublish_at,
        _targeting, _from, _until)
      SELECT \(columns.map { "items.\($0)" }.joined(separator: ", ")), coalesce(windows.is_draft, 0),
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
    let columns = itemColumns
    func hasBegun(_ column: String) -> String {
      "(\(column) BETWEEN 0 AND \(revision) OR \(column) < 0 AND \(column) NOT IN (\(later.all)))"
    }
    let former = """
      SELECT \(columns.joined(separator: ", ")), _is_draft, _publish_at, _unpublish_at, _targeting
      FROM \(name)
      WHERE (_until > \(revision) OR _until IN (\(later.committed))) AND \(hasBegun("_from"))
      """
    guard isPresent else { return [former] }
    let present = """
      SELECT \(columns.map { "present.\($0)" }.joined(separator: ", ")), windows.is_draft AS _is_draft,
        windows.publish_at AS _publish_at, windows.unpublish_at AS _unpublish_at,
        windows.targeting AS _targeting
      FROM \(content.name) AS present \(WindowColumns.join(to: content.kind, of: "present"))
      WHERE \(hasBegun("present._revision"))
      """
    return [present, former]
  }

  /// The ids of items with versions that begin before the one before them has ended.
  var overlaps: String {
    """
    SELECT DISTINCT id FROM (
      SELECT id, begins, lag(ends) OVER (PARTITION BY id ORDER BY ends) AS former FROM (
        SELECT id, \(Self.number("_from")) AS begins, \(Self.number("_until")) AS ends FROM \(name)
        UNION ALL SELECT id, \(Self.number("_revision")), 9223372036854775807 FROM \(content.name)
      ) WHERE ends IS NOT NULL
    ) WHERE begins < former
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

/// The batches that are later than a revision, by the negative numbers that columns have, separated by commas.
struct LaterBatches {
  /// Committed batches, and those whose items are not written yet.
  let all: String
  let committed: String

  init(than revision: Int, in database: Database) throws {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT -id AS number, revision IS NOT NULL AS is_committed FROM audit_batches
          WHERE revision IS NULL OR revision > ?
          """), arguments: [revision])
    func list(_ rows: [Row]) -> String {
      rows.map { "\($0["number"] as Int)" }.joined(separator: ", ")
    }
    all = list(rows)
    committed = list(rows.filter { $0["is_committed"] })
  }
}
