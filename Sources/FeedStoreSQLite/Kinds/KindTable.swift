import FeedModel
import FeedStore
import GRDB

/// The table of a kind: its columns, indexes and triggers in SQL.
///
/// Names are quoted wherever they stand. Those of indexes and triggers have a colon, which no kind has,
/// so that they are never the name of another kind's table.
struct KindTable {
  let kind: ContentKind
  /// The name of the table, quoted.
  let name: String
  /// The full-text index, quoted. Its one column, `text`, has all searchable texts of an item.
  let searchIndex: String
  /// Where each trigram of the full-text index is, quoted: a view of the index.
  let searchWords: String

  init(_ kind: ContentKind) {
    self.kind = kind
    name = SQL.name(kind.name)
    searchIndex = SQL.name("\(kind.name):search")
    searchWords = SQL.name("\(kind.name):words")
  }

  /// The columns of the id, the fields and the translations, quoted and in their order.
  var columns: [String] { kind.allFields.map { SQL.name($0.name) } + [TranslationColumn.name] }

  /// The result columns of a query for an item called `items`, in the order of ``columns``.
  var selection: String { columns.map { "items.\($0)" }.joined(separator: ", ") }

  /// The columns with text that is searched.
  var searchedColumns: [String] {
    kind.fields.filter(\.type.isSearchable).map { SQL.name($0.name) }
  }

  // MARK: The table

  /// Creates the table with everything that belongs to it.
  var creation: [String] {
    [tableCreation(as: name)] + kind.fields.flatMap { indexes($0) } + searchCreation
      + searchTriggers
  }

  /// Creates the table alone, called `name`, which is quoted.
  func tableCreation(as name: String) -> String {
    let columns =
      ["\"id\" INTEGER PRIMARY KEY CHECK (\"id\" > 0)"]
      + kind.fields.flatMap { field in
        [Self.column(field)] + (Self.momentColumn(of: field).map { [$0] } ?? [])
      } + [Self.revisionColumn, TranslationColumn.definition]
    return "CREATE TABLE \(name) (\n  \(columns.joined(separator: ",\n  "))\n) STRICT"
  }

  /// The column of the revision from which an item is valid as it is.
  static let revisionColumn = "\"_revision\" INTEGER NOT NULL DEFAULT 0"

  /// The definition of the column of `field`, with the checks of its values.
  ///
  /// - Parameter fallback: the value of rows that were written before the column was added.
  static func column(_ field: ContentField, fallback: String? = nil) -> String {
    var parts = [SQL.name(field.name), type(of: field)]
    if !field.isNullable { parts.append("NOT NULL") }
    if let fallback { parts.append("DEFAULT \(fallback)") }
    let checks = field.type.constraints.flatMap { check($0, of: field) }
    if !checks.isEmpty { parts.append("CHECK (\(checks.joined(separator: " AND ")))") }
    if let referent = field.type.referent {
      parts.append("REFERENCES \(table(of: referent)) (\"id\") DEFERRABLE INITIALLY DEFERRED")
    }
    return parts.joined(separator: " ")
  }

  static func type(of field: ContentField) -> String {
    switch field.type.storage {
    case .integer: "INTEGER"
    case .number: "REAL"
    case .text, .date, .list: "TEXT"
    }
  }

  private static func check(_ constraint: FieldConstraint, of field: ContentField) -> [String] {
    let column = SQL.name(field.name)
    return switch constraint {
    case .range(let minimum, let maximum):
      [
        minimum.map { "\(column) >= \(SQL.literal($0))" },
        maximum.map { "\(column) <= \(SQL.literal($0))" },
      ].compactMap { $0 }
    case .length(let maximum): ["length(\(column)) <= \(maximum)"]
    case .oneOf(let choices):
      ["\(column) IN (\(choices.map { SQL.literal(.text($0)) }.joined(separator: ", ")))"]
    // Text that is no JSON is no array of any length.
    case .count(let maximum):
      [
        "CASE WHEN json_valid(\(column)) THEN json_type(\(column)) = 'array' "
          + "AND json_array_length(\(column)) <= \(maximum) ELSE \(column) IS NULL END"
      ]
    }
  }

  // MARK: Dates and references

  /// The column by which a date is compared, as milliseconds since 1970, whatever zone the date is
  /// written in: yyyy-MM-ddTHH:mm:ss.SSS+hhmm.
  static func moment(of field: ContentField) -> String { SQL.name("\(field.name)_moment") }

  static func momentColumn(of field: ContentField) -> String? {
    guard field.type.storage == .date else { return nil }
    let date = SQL.name(field.name)
    return """
      \(moment(of: field)) INTEGER GENERATED ALWAYS AS (
          CAST(strftime('%s', substr(\(date), 1, 19)) AS INTEGER) * 1000
          + CAST(substr(\(date), 21, 3) AS INTEGER)
          - CAST(substr(\(date), 24, 1) || '1' AS INTEGER) * 60000
            * (CAST(substr(\(date), 25, 2) AS INTEGER) * 60
              + CAST(substr(\(date), 27, 2) AS INTEGER))
        ) VIRTUAL
      """
  }

  /// Creates the index of a date, by which lists are sorted, or of a reference, by which referring items
  /// are looked up; none for other fields.
  ///
  /// - Parameters:
  ///   - table: the table, quoted, if it is not the one of the kind.
  ///   - suffix: distinguishes the name of the index from another one of the field.
  func indexes(_ field: ContentField, of table: String? = nil, suffix: String = "") -> [String] {
    guard let column = Self.indexedColumn(of: field) else { return [] }
    let index = SQL.name("\(kind.name):\(field.name)\(suffix)")
    return ["CREATE INDEX \(index) ON \(table ?? name) (\(SQL.name(column)))"]
  }

  /// The name of the column that has an index for `field`.
  static func indexedColumn(of field: ContentField) -> String? {
    if field.type.storage == .date { return "\(field.name)_moment" }
    return field.type.referent == nil ? nil : field.name
  }

  /// Whether items can be read in the order of `query` without sorting all of them: few have the same date.
  func isInOrder(_ query: ContentQuery) -> Bool {
    guard let name = query.sort.first?.field else { return true }
    return name == ContentField.identifier.name || kind.field(name)?.type.storage == .date
  }

  /// The table whose ids are referred to, quoted.
  static func table(of referent: FieldReferent) -> String {
    switch referent {
    case .item(let kind): SQL.name(kind)
    case .photo: "tanada_photos"
    }
  }

  // MARK: Full text

  /// The trigram tokenizer finds any part of a text of at least three characters, in Japanese as in
  /// Latin.
  private var searchCreation: [String] {
    [
      "CREATE VIRTUAL TABLE \(searchIndex) USING fts5(text, tokenize = 'trigram', columnsize = 0)",
      "CREATE VIRTUAL TABLE \(searchWords) USING fts5vocab(\(searchIndex), 'instance')",
    ]
  }

  /// Removes the index.
  var searchRemoval: [String] {
    ["DROP TABLE \(searchWords)", "DROP TABLE \(searchIndex)"]
  }

  /// The searched texts of a row for a reader who looks them up in `tags`, each of which may be NULL.
  func searchedTexts(of row: String, lookup tags: [LocaleTag] = []) -> [String] {
    kind.fields.filter(\.type.isSearchable).map {
      TranslationColumn.value(of: $0, in: row, lookup: tags)
    }
  }

  /// All searched texts of a row in one. A word has no white space, so it is never found across two fields.
  func searchedText(of row: String, lookup tags: [LocaleTag] = []) -> String {
    let texts = searchedTexts(of: row, lookup: tags).map { "coalesce(\($0), '')" }
    return texts.isEmpty ? "''" : texts.joined(separator: " || char(10) || ")
  }

  /// The indexed text of a row, in all locales. Two line feeds at its end let every letter begin a trigram, even the
  /// last.
  func indexedText(of row: String) -> String {
    "\(searchedText(of: row)) || \(TranslationColumn.texts(of: row)) || char(10) || char(10)"
  }

  /// Creates the triggers that keep the index in step with the table, except for rows of the backlog.
  var searchTriggers: [String] {
    guard !searchedColumns.isEmpty else { return [] }
    let kindName = SQL.literal(.text(kind.name))
    func isIndexed(_ row: String) -> String {
      """
      NOT EXISTS (SELECT 1 FROM search_backlog
          WHERE kind = \(kindName) AND \(row).id BETWEEN first_id AND last_id)
      """
    }
    let add = """
      INSERT INTO \(searchIndex) (rowid, text) VALUES (new.id, \(indexedText(of: "new")));
      """
    let remove = "DELETE FROM \(searchIndex) WHERE rowid = old.id;"
    return [
      """
      CREATE TRIGGER \(trigger("insert")) AFTER INSERT ON \(name) WHEN \(isIndexed("new")) BEGIN
        \(add)
      END
      """,
      """
      CREATE TRIGGER \(trigger("delete")) AFTER DELETE ON \(name) WHEN \(isIndexed("old")) BEGIN
        \(remove)
      END
      """,
      """
      CREATE TRIGGER \(trigger("update")) AFTER UPDATE ON \(name)
      WHEN (old.id <> new.id OR old._translations IS NOT new._translations
          OR \(searchedText(of: "old")) <> \(searchedText(of: "new")))
        AND \(isIndexed("new")) BEGIN
        \(remove)
        \(add)
      END
      """,
    ]
  }

  /// The SQL condition of the items of a query that lack a text in `tags` which they have in the default locale.
  /// Pictures and other addresses need not differ. Without tags, as for the default locale, no item lacks one.
  func untranslated(in tags: [LocaleTag]) -> String {
    let texts = tags.isEmpty ? [] : kind.fields.filter { $0.isLocalized && $0.type.isSearchable }
    let conditions = texts.map { field in
      let column = "items.\(SQL.name(field.name))"
      let value = TranslationColumn.translation(of: field, in: "items", lookup: tags)
      return "(\(column) NOT IN ('', '[]') AND \(value) IS NULL)"
    }
    return conditions.isEmpty ? "false" : "(\(conditions.joined(separator: " OR ")))"
  }

  var searchTriggerRemoval: [String] {
    ["insert", "delete", "update"].map { "DROP TRIGGER IF EXISTS \(trigger($0))" }
  }

  private func trigger(_ event: String) -> String { SQL.name("\(kind.name):search_\(event)") }
}

/// Names and values as they are written in SQL.
enum SQL {
  /// A name in quotation marks.
  static func name(_ text: String) -> String {
    let isPlain = !text.utf8.contains(UInt8(ascii: "\""))
    return "\"\(isPlain ? text : text.replacing("\"", with: "\"\""))\""
  }

  /// A literal, for statements that define tables, in which values cannot be bound.
  static func literal(_ value: FieldValue) -> String {
    switch value.stored {
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .null, .boolean, .date, .list: "NULL"
    }
  }
}

extension FieldValue {
  /// The value as it is bound.
  var databaseValue: DatabaseValue {
    switch stored {
    case .integer(let value): value.databaseValue
    case .number(let value): value.databaseValue
    case .text(let text): text.databaseValue
    case .null, .boolean, .date, .list: .null
    }
  }

  /// The value of a column as it is stored; `nil` for a BLOB.
  init?(_ value: DatabaseValue) {
    switch value.storage {
    case .int64(let value): self = .integer(Int(value))
    case .double(let value): self = .number(value)
    case .string(let text): self = .text(text)
    case .null: self = .null
    case .blob: return nil
    }
  }
}
