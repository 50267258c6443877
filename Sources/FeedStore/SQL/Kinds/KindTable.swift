package import FeedModel

/// The table of a kind's items, as statements name it.
package struct KindTable: Sendable {
  package let kind: ContentKind
  package let dialect: any SQLDialect
  /// The name of the table, quoted.
  package let name: String

  package init(_ kind: ContentKind, _ dialect: any SQLDialect) {
    self.kind = kind
    self.dialect = dialect
    name = dialect.tableName(of: kind.name, suffix: "")
  }

  /// The name of another table of the kind, quoted.
  package func name(suffix: String) -> String { dialect.tableName(of: kind.name, suffix: suffix) }

  /// The columns of the id, the fields and the translations, quoted and in their order.
  package var columns: [String] {
    kind.allFields.map { SQL.name($0.name) } + [TranslationColumn.name]
  }

  /// The result columns of a query for an item called `items`, in the order of ``columns``.
  package var selection: String { columns.map { "items.\($0)" }.joined(separator: ", ") }

  /// Every column of an item, with those that are computed of dates, quoted.
  package var rowColumns: [String] {
    kind.allFields.flatMap { field in
      field.type.storage == .date
        ? [SQL.name(field.name), dialect.momentName(of: field.name)] : [SQL.name(field.name)]
    } + [TranslationColumn.name]
  }

  /// The present items with ``rowColumns`` and the columns of their windows, which begin with an underscore, as a
  /// table that a query can select from.
  ///
  /// - Parameter condition: which of them, called `present`.
  func presentRows(where condition: String) -> String {
    """
    SELECT \(rowColumns.map { "present.\($0)" }.joined(separator: ", ")), windows.is_draft AS _is_draft,
      windows.publish_at AS _publish_at, windows.unpublish_at AS _unpublish_at,
      windows.targeting AS _targeting
    FROM \(name) AS present \(WindowColumns.join(to: kind, of: "present"))
    WHERE \(condition)
    """
  }

  /// Whether the items have texts that are searched.
  package var isSearched: Bool { kind.fields.contains(where: \.type.isSearchable) }

  /// The name of the column that has an index for `field`, quoted: that of a date, by which lists are sorted, or of a
  /// reference, by which referring items are looked up; `nil` for other fields.
  package func indexedColumn(of field: ContentField) -> String? {
    if field.type.storage == .date { return dialect.momentName(of: field.name) }
    return field.type.referent == nil ? nil : SQL.name(field.name)
  }

  /// Whether items can be read in the order of `query` without sorting all of them: few have the same date.
  func isInOrder(_ query: ContentQuery) -> Bool {
    guard let name = query.sort.first?.field else { return true }
    return name == ContentField.identifier.name || kind.field(name)?.type.storage == .date
  }

  /// The conditions that `constraint` makes of the values of `field`.
  func checks(_ constraint: FieldConstraint, of field: ContentField) -> [String] {
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
    case .count(let maximum): [dialect.hasCount(column, upTo: maximum)]
    }
  }

  /// The table whose ids are referred to, quoted.
  package func table(of referent: FieldReferent) -> String {
    switch referent {
    case .item(let kind): dialect.tableName(of: kind, suffix: "")
    case .photo: "tanada_photos"
    }
  }

  /// The searched texts of a row for a reader who looks them up in `tags`, each of which may be NULL.
  package func searchedTexts(of row: String, lookup tags: [LocaleTag] = []) -> [String] {
    kind.fields.filter(\.type.isSearchable).map {
      TranslationColumn.value(of: $0, in: row, lookup: tags, dialect)
    }
  }

  /// All searched texts of a row in one. A word has no white space, so it is never found across two fields.
  package func searchedText(of row: String, lookup tags: [LocaleTag] = []) -> String {
    let texts = searchedTexts(of: row, lookup: tags).map { "coalesce(\($0), '')" }
    return texts.isEmpty ? "''" : texts.joined(separator: " || \(dialect.lineFeed) || ")
  }

  /// The SQL condition of the items of a query that lack a text in `tags` which they have in the default locale.
  /// Pictures and other addresses need not differ. Without tags, as for the default locale, no item lacks one.
  func untranslated(in tags: [LocaleTag]) -> String {
    let texts = tags.isEmpty ? [] : kind.fields.filter { $0.isLocalized && $0.type.isSearchable }
    let conditions = texts.map { field in
      let column = "items.\(SQL.name(field.name))"
      let value = TranslationColumn.translation(of: field, in: "items", lookup: tags, dialect)
      return "(\(column) NOT IN ('', '[]') AND \(value) IS NULL)"
    }
    return conditions.isEmpty ? "false" : "(\(conditions.joined(separator: " OR ")))"
  }
}

/// Names and values as they are written in SQL.
package enum SQL {
  /// A name in quotation marks.
  package static func name(_ text: String) -> String {
    let isPlain = !text.utf8.contains(UInt8(ascii: "\""))
    return "\"\(isPlain ? text : text.replacing("\"", with: "\"\""))\""
  }

  /// A text as it is compared: see `TextFolding`. Both databases have a function of this name.
  package static func folded(_ text: String) -> String { "\(foldingName)(\(text))" }

  /// The name of the function that folds a text.
  package static let foldingName = "tanada_fold"

  /// A literal, for statements that define tables, in which values cannot be bound.
  package static func literal(_ value: FieldValue) -> String {
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
  package var sqlValue: SQLValue {
    switch stored {
    case .integer(let value): value.sqlValue
    case .number(let value): value.sqlValue
    case .text(let text): text.sqlValue
    case .null, .boolean, .date, .list: .null
    }
  }

  /// The value of a column as it is stored; `nil` for what no field has.
  package init?(_ value: SQLValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .text(let text): self = .text(text)
    case .null: self = .null
    case .bytes, .boolean: return nil
    }
  }
}
