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
  ///
  /// - Throws: ``StoreError/tooManyLocales(limit:)``.
  func note(locales: some Collection<LocaleTag>, of kind: ContentKind? = nil) throws {
    guard !locales.isEmpty else { return }
    let (revision, locales) = (try currentRevision().number, Set(locales))
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO tanada_locales (locale, kind, revision) VALUES (?, ?, ?)
        ON CONFLICT DO NOTHING
        """)
    let count = database.totalChangesCount
    for locale in locales.sorted() {
      try statement.execute(arguments: [locale.text, kind?.name ?? "", revision])
    }
    guard database.totalChangesCount > count, try hasTooManyLocales() else { return }
    try forgetLocales(besides: locales, of: kind)
    guard try !hasTooManyLocales() else {
      throw StoreError.tooManyLocales(limit: KnownLocales.maximumCount)
    }
  }

  private func hasTooManyLocales() throws -> Bool {
    let count = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT count(DISTINCT locale) FROM tanada_locales"))
    return (count ?? 0) > KnownLocales.maximumCount
  }

  /// Forgets the locales in which there are no texts any more, nor in the history. All texts are looked through, so it
  /// is only done where there is no room for another locale.
  ///
  /// - Parameter locales: those of texts of `kind` that are about to be written.
  private func forgetLocales(
    besides locales: Set<LocaleTag>, of kind: ContentKind?
  ) throws {
    var used: [String: Set<String>] = [kind?.name ?? "": Set(locales.map(\.text))]
    for table in try Row.fetchAll(
      database,
      sql: """
        SELECT tables.name, coalesce(kinds.name, substr(tables.name, 1, instr(tables.name, ':') - 1))
        FROM sqlite_schema AS tables LEFT JOIN kinds ON kinds.name = tables.name
        WHERE tables.type = 'table'
          AND (kinds.name IS NOT NULL OR instr(tables.name, ':past:') > 0)
        """)
    {
      let (name, kind): (String, String) = (table[0], table[1])
      let texts = try String.fetchSet(
        database,
        sql: """
          SELECT DISTINCT locales.key FROM \(SQL.name(name)) AS items,
            json_each(items.\(TranslationColumn.name)) AS fields, json_each(fields.value) AS locales
          WHERE items.\(TranslationColumn.name) IS NOT NULL
          """)
      used[kind, default: []].formUnion(texts)
    }
    let documents = try String.fetchCursor(
      database,
      sql: """
        SELECT document FROM compositions UNION ALL SELECT document FROM tanada_composition_versions
        """)
    while let document = try documents.next() {
      used["", default: []].formUnion(LocaleTag.named(in: document).map(\.text))
    }
    let known = try Row.fetchAll(database, sql: "SELECT locale, kind FROM tanada_locales")
    for row in known where used[row[1] as String]?.contains(row[0] as String) != true {
      try database.execute(
        sql: "DELETE FROM tanada_locales WHERE locale = ? AND kind = ?",
        arguments: [row[0] as String, row[1] as String])
    }
  }
}
