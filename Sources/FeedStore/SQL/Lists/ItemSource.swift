import FeedModel

/// The tables that lists read the items of a kind from: the present items, those of a former revision, or those of a
/// rehearsal.
struct ItemSource {
  let table: KindTable
  /// The `FROM` clause of a query, in which the items are called `items`.
  let sql: String
  /// The values of the parameters of ``sql``.
  var arguments: [SQLValue] { parts.flatMap(\.arguments) }
  /// The tables whose union ``sql`` is; empty if it is one table.
  let parts: [SQLPart]
  let windows: WindowColumns
  let index: SearchCondition.Index
  let isPresent: Bool

  /// The present items of `kind`.
  ///
  /// - Parameters:
  ///   - hasBacklog: whether some are still to be indexed.
  ///   - hasWindows: whether some are not always shown.
  init(
    present kind: ContentKind, hasBacklog: Bool, hasWindows: Bool, _ dialect: any SQLDialect
  ) {
    table = KindTable(kind, dialect)
    // The join of the windows takes a third of the time of a list.
    sql = "\(table.name) AS items" + (hasWindows ? " \(WindowColumns.join(to: kind))" : "")
    parts = []
    windows = hasWindows ? .present(dialect) : .none
    index = hasBacklog ? .partial : .complete
    isPresent = true
  }

  /// The items of `revision`, with the columns that they had in the era of `past`.
  ///
  /// - Parameter isPresentEra: whether the present items have the same columns.
  init(_ past: PastTable, at revision: Int, _ later: LaterBatches, isPresentEra: Bool) {
    table = past.content
    let versions = past.versions(at: revision, later, isPresent: isPresentEra)
    (sql, parts) = Self.union(of: versions.map { SQLPart($0) })
    windows = .former(table.dialect)
    index = .none
    isPresent = false
  }

  /// The items of a rehearsal: those in `written`, and the present ones without them.
  ///
  /// - Parameters:
  ///   - written: the items of `kind` that are written, by their ids; `nil` for one that is deleted.
  ///   - fields: the fields of these that are read; `nil` for all. Others are NULL.
  ///   - isThere: whether there is a table of present items: not of a kind that the rehearsal defines.
  init(
    rehearsed kind: ContentKind, _ written: [Int: StoredItem?], reading fields: Set<String>?,
    isThere: Bool, _ dialect: any SQLDialect
  ) {
    table = KindTable(kind, dialect)
    let ids = (written.keys.sorted().map(String.init)).joined(separator: ", ")
    // 0 is no id: a list is not empty.
    let present = table.presentRows(where: "present.id NOT IN (\(ids.isEmpty ? "0" : ids))")
    let rows = Self.rows(of: written.values.compactMap(\.self), in: table, reading: fields)
    (sql, parts) = Self.union(of: (isThere ? [SQLPart(present)] : []) + [rows])
    windows = .former(dialect)
    index = .none
    isPresent = false
  }

  /// The union of tables as a `FROM` clause, and the tables as such clauses, unless it is one without parameters.
  private static func union(of tables: [SQLPart]) -> (sql: String, parts: [SQLPart]) {
    let isPlain = tables.count == 1 && tables[0].arguments.isEmpty
    return (
      "(\(tables.map(\.sql).joined(separator: "\nUNION ALL "))) AS items",
      isPlain ? [] : tables.map { SQLPart("(\($0.sql)) AS items", $0.arguments) }
    )
  }
  /// Items that are in no table, as one that a query can select from, with the columns of
  /// `KindTable.presentRows(where:)`.
  private static func rows(
    of items: [StoredItem], in table: KindTable, reading fields: Set<String>?
  ) -> SQLPart {
    let dialect = table.dialect
    var columns: [(name: String, storage: FieldStorage)] = [
      (SQL.name(ContentField.identifier.name), .integer)
    ]
    for field in table.kind.fields {
      columns.append((SQL.name(field.name), field.type.storage))
      if field.type.storage == .date {
        columns.append((dialect.momentName(of: field.name), .integer))
      }
    }
    columns += [
      (TranslationColumn.name, .text), ("_is_draft", .integer), ("_publish_at", .integer),
      ("_unpublish_at", .integer), ("_targeting", .text),
    ]
    let selection = columns.enumerated().map { index, column in
      let value = "column\(index + 1)"
      // A truth value is no integer everywhere.
      let typed =
        column.name == "_is_draft" ? value : dialect.typed(value, as: column.storage)
      return "\(typed) AS \(column.name)"
    }
    var arguments: [SQLValue] = []
    let rows = items.sorted { $0.content.id < $1.content.id }.map { item in
      let values = Self.values(of: item, reading: fields)
      let marks = values.map { value -> String in
        switch value {
        case .null: return "NULL"
        case .integer(let number): return "\(number)"
        case .boolean(let isTrue): return isTrue ? "true" : "false"
        case .number, .text, .bytes:
          arguments.append(value)
          return "?"
        }
      }
      return "(\(marks.joined(separator: ", ")))"
    }
    let nothing = columns.map { $0.name == "_is_draft" ? "false" : "NULL" }
    let values =
      rows.isEmpty ? "(\(nothing.joined(separator: ", ")))" : rows.joined(separator: ", ")
    return SQLPart(
      """
      SELECT \(selection.joined(separator: ", ")) FROM (VALUES \(values)) AS written
      WHERE \(rows.isEmpty ? "false" : "true")
      """, arguments)
  }

  /// The values of the columns of `item`, in their order.
  private static func values(of item: StoredItem, reading fields: Set<String>?) -> [SQLValue] {
    let content = item.content
    var values: [SQLValue] = [.integer(content.id)]
    for (field, value) in zip(content.kind.fields, content.values) {
      let isRead = fields?.contains(field.name) ?? true
      values.append(isRead ? value.sqlValue : .null)
      if field.type.storage == .date {
        var moment: SQLValue = .null
        if case .date(let date) = value { moment = date.sqlValue }
        values.append(moment)
      }
    }
    let translations = TranslationColumn.text(of: content, keeping: nil)
    let window = item.window
    values += [
      translations.map(SQLValue.text) ?? .null, .boolean(window.isDraft),
      window.publishAt?.sqlValue ?? .null, window.unpublishAt?.sqlValue ?? .null,
      window.when.map { .text($0.canonicalText) } ?? .null,
    ]
    return values
  }
}
