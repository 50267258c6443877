import FeedModel
import FeedStore
import GRDB

extension SQLiteReading {
  func knownLocales() throws -> KnownLocales {
    try attempt {
      let newest = try latestRevision()?.number ?? 0
      let rows = try Row.fetchAll(
        database.cachedStatement(
          sql: "SELECT locale, kind FROM tanada_locales WHERE revision <= ?"),
        arguments: [newest])
      var known = KnownLocales()
      for row in rows {
        let (locale, kind): (String, String) = (row[0], row[1])
        if let tag = LocaleTag(locale) { known.insert(tag, of: kind.isEmpty ? nil : kind) }
      }
      return known
    }
  }

  func locales(of kind: ContentKind, visibility: Visibility?) throws -> [LocaleTag] {
    try attempt {
      let source = try source(of: kind, isSearched: false)
      let shown = visibility.flatMap { source.windows.isShown(by: $0) }
      let localized = kind.fields.filter(\.isLocalized).map { SQL.literal(.text($0.name)) }
      let sql = """
        SELECT DISTINCT locales.key
        FROM \(source.sql), json_each(items.\(TranslationColumn.name)) AS fields,
          json_each(fields.value) AS locales
        WHERE items.\(TranslationColumn.name) IS NOT NULL
          AND fields.key IN (\(localized.joined(separator: ", ")))
          AND \(shown?.condition ?? "true")
        """
      return try String.fetchAll(
        database, sql: sql, arguments: StatementArguments(shown?.arguments ?? [])
      ).compactMap { LocaleTag($0) }.sorted()
    }
  }

  func hiddenTranslations(
    of kind: ContentKind, revealing: ContentKind, ids: ClosedRange<Int>
  ) throws -> [Int: [Translation]] {
    try attempt {
      let source = try source(of: kind, isSearched: false)
      let column = "items.\(TranslationColumn.name)"
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT items.id, \(column) FROM \(source.sql)
          WHERE \(column) IS NOT NULL AND items.id BETWEEN ? AND ?
          """, arguments: [ids.lowerBound, ids.upperBound])
      var hidden: [Int: [Translation]] = [:]
      while let row = try rows.next() {
        let translations = TranslationColumn.translations(in: row[1], of: revealing)
        hidden[row[0]] = translations.filter { !kind.fields[$0.place].isLocalized }
      }
      return hidden
    }
  }
}

extension SQLiteTransaction {
  /// Notes that there are texts in `locales` from this revision on: of items of `kind`, or of compositions for `nil`.
  func note(locales: some Collection<LocaleTag>, of kind: ContentKind? = nil) throws {
    guard !locales.isEmpty else { return }
    let revision = try currentRevision().number
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO tanada_locales (locale, kind, revision) VALUES (?, ?, ?)
        ON CONFLICT DO NOTHING
        """)
    for locale in Set(locales).sorted() {
      try statement.execute(arguments: [locale.text, kind?.name ?? "", revision])
    }
  }
}
