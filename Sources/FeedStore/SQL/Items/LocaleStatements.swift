import FeedModel

extension SQLReading {
  func knownLocales() throws -> KnownLocales {
    try knownLocales("SELECT locale, kind, '' FROM tanada_locales WHERE revision <= ?") { _ in
      true
    }
  }

  func knownLocales(seenBy visibility: Visibility) throws -> KnownLocales {
    guard !visibility.includesDrafts else { return try knownLocales() }
    return try knownLocales(
      "SELECT locale, kind, targeting FROM tanada_seen_locales WHERE revision <= ?"
    ) { targeting in
      let when = targeting.isEmpty ? nil : Targeting(canonicalText: targeting)
      return (when == nil) == targeting.isEmpty && visibility.conditions.contains(when)
    }
  }

  /// The locales in the rows of `sql` whose condition, empty for everybody, `isSeen` accepts.
  private func knownLocales(
    _ sql: String, where isSeen: (String) -> Bool
  ) throws -> KnownLocales {
    try attempt {
      var known = KnownLocales()
      for row in try database.rows(sql, [try latestRevision()?.number ?? 0]) {
        let (locale, kind, targeting): (String, String, String) = try (row[0], row[1], row[2])
        if isSeen(targeting), let tag = LocaleTag(locale) { known.insert(tag, of: kind) }
      }
      return known
    }
  }

  /// Whether an item of `kind` may have texts in further locales. No item has if it is false.
  func hasTranslations(_ kind: ContentKind) throws -> Bool {
    try database.exists("SELECT 1 FROM tanada_locales WHERE kind = ?", [kind.name])
  }

  func locales(of kind: ContentKind, visibility: Visibility?) throws -> [LocaleTag] {
    try attempt {
      let source = try source(of: kind, isSearched: false)
      let shown = visibility.flatMap { source.windows.isShown(by: $0) }
      let localized = kind.fields.filter(\.isLocalized).map { SQL.literal(.text($0.name)) }
      guard !localized.isEmpty else { return [] }
      let sql = """
        SELECT DISTINCT locales.key
        FROM \(source.sql)
          CROSS JOIN \(dialect.members(of: "items.\(TranslationColumn.name)")) AS fields
          CROSS JOIN \(dialect.members(ofMember: "fields")) AS locales
        WHERE items.\(TranslationColumn.name) IS NOT NULL
          AND fields.key IN (\(localized.joined(separator: ", ")))
          AND \(shown?.sql ?? "true")
        """
      return try database.all(
        String.self, sql, SQLArguments(source.arguments + (shown?.arguments ?? [])),
        isCached: false
      ).compactMap { LocaleTag($0) }.sorted()
    }
  }

  func hiddenTranslations(
    of kind: ContentKind, revealing: ContentKind, ids: ClosedRange<Int>
  ) throws -> [Int: [Translation]] {
    try attempt {
      let source = try source(of: kind, isSearched: false)
      let column = "items.\(TranslationColumn.name)"
      var hidden: [Int: [Translation]] = [:]
      let sql = """
        SELECT items.id, \(column) FROM \(source.sql)
        WHERE \(column) IS NOT NULL AND items.id BETWEEN ? AND ?
        """
      let arguments = SQLArguments(source.arguments) + [ids.lowerBound, ids.upperBound]
      try database.forEachRow(sql, arguments, isCached: false) { row in
        let translations = TranslationColumn.translations(in: try row[1], of: revealing)
        hidden[try row[0]] = translations.filter { !kind.fields[$0.place].isLocalized }
      }
      return hidden
    }
  }
}

extension SQLTransaction {
  /// Notes that there are texts in `locales` from this revision on: of items of `kind`, or of compositions for `nil`.
  ///
  /// - Throws: ``StoreError/tooManyLocales(limit:)``.
  func note(locales: some Collection<LocaleTag>, of kind: ContentKind? = nil) throws {
    guard !locales.isEmpty else { return }
    let (revision, locales) = (try currentRevision().number, Set(locales))
    var count = 0
    for locale in locales.sorted() {
      count += try database.execute(
        """
        INSERT INTO tanada_locales (locale, kind, revision) VALUES (?, ?, ?)
        ON CONFLICT DO NOTHING
        """, [locale.text, kind?.name ?? "", revision])
    }
    guard count > 0, try hasTooManyLocales() else { return }
    try forgetLocales(besides: locales, of: kind)
    guard try !hasTooManyLocales() else {
      throw StoreError.tooManyLocales(limit: KnownLocales.maximumCount)
    }
  }

  private func hasTooManyLocales() throws -> Bool {
    let count = try database.first(Int.self, "SELECT count(DISTINCT locale) FROM tanada_locales")
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
    let present = try kinds().all.map { (kind: $0.name, table: KindTable($0, dialect).name) }
    let former = try kindVersions().map { (kind: $0.kind.name, table: $0.pastTable(dialect).name) }
    for (kind, table) in present + former {
      let texts = try database.all(
        String.self,
        """
        SELECT DISTINCT locales.key FROM \(table) AS items
          CROSS JOIN \(dialect.members(of: "items.\(TranslationColumn.name)")) AS fields
          CROSS JOIN \(dialect.members(ofMember: "fields")) AS locales
        WHERE items.\(TranslationColumn.name) IS NOT NULL
        """, isCached: false)
      used[kind, default: []].formUnion(texts)
    }
    let documents = """
      SELECT document FROM compositions UNION ALL SELECT document FROM tanada_composition_versions
      """
    try database.forEachRow(documents) { row in
      used["", default: []].formUnion(LocaleTag.named(in: try row[0]).map(\.text))
    }
    let known = try database.rows("SELECT locale, kind FROM tanada_locales", isCached: false)
    for row in known {
      let (locale, kind): (String, String) = try (row[0], row[1])
      guard used[kind]?.contains(locale) != true else { continue }
      for table in ["tanada_locales", "tanada_seen_locales"] {
        try database.perform(
          "DELETE FROM \(table) WHERE locale = ? AND kind = ?", [locale, kind], isCached: false)
      }
    }
  }

  /// Notes the locales of the texts of the changed items that clients see from this revision on, and of all items of
  /// the kinds that it defines, whose fields may be localised again.
  func noteSeenLocales() throws {
    let number = try currentRevision().number
    let kinds = try database.rows(
      """
      SELECT kind, max(is_defined) AS is_defined FROM (
        SELECT kind, CAST(0 AS bigint) AS is_defined FROM revision_changes
        WHERE revision = :revision
        UNION SELECT kind, CAST(1 AS bigint) FROM revision_kinds WHERE revision = :revision
      ) AS changed
      WHERE EXISTS (SELECT 1 FROM tanada_locales AS known WHERE known.kind = changed.kind)
      GROUP BY kind
      """, ["revision": number])
    for row in kinds {
      let (name, isDefined): (String, Int) = try (row[0], row[1])
      guard let kind = try self.kinds()[name] else { continue }
      let items =
        isDefined == 1
        ? nil : "SELECT id FROM revision_changes WHERE revision = :revision AND kind = :kind"
      try noteSeenLocales(of: kind, in: items)
    }
  }

  /// Notes the locales of the texts of items of `kind` that clients see.
  ///
  /// - Parameter items: a query of the ids of the items, with `:revision` and `:kind`; `nil` for all of the kind.
  func noteSeenLocales(of kind: ContentKind, in items: String?) throws {
    let localized = kind.fields.filter(\.isLocalized).map { SQL.literal(.text($0.name)) }
    guard !localized.isEmpty else { return }
    let column = "items.\(TranslationColumn.name)"
    try database.perform(
      """
      INSERT INTO tanada_seen_locales (locale, kind, targeting, revision)
      SELECT DISTINCT locales.key, CAST(:kind AS text), coalesce(windows.targeting, ''),
        CAST(:revision AS bigint)
      FROM \(KindTable(kind, dialect).name) AS items \(WindowColumns.join(to: kind))
        CROSS JOIN \(dialect.members(of: column)) AS fields
        CROSS JOIN \(dialect.members(ofMember: "fields")) AS locales
      WHERE \(column) IS NOT NULL AND coalesce(windows.was_shown, true)
        AND fields.key IN (\(localized.joined(separator: ", ")))
        AND \(items.map { "items.id IN (\($0))" } ?? "true")
      ON CONFLICT DO NOTHING
      """, ["revision": try currentRevision().number, "kind": kind.name], isCached: false)
  }
}
