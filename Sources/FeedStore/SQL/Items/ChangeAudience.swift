import FeedModel

/// Who sees an item, as far as its window is in place, in SQL.
enum ChangeAudience {
  /// Whether everybody sees the item with these expressions for its kind and its id.
  static func isPublic(kind: String, id: String) -> String {
    """
    NOT EXISTS (
      SELECT 1 FROM item_windows AS windows
      WHERE windows.kind = \(kind) AND windows.id = \(id)
        AND (NOT windows.was_shown OR windows.targeting IS NOT NULL))
    """
  }

  /// Notes the conditions of items that clients who meet them see, as those of the revision `:revision`.
  ///
  /// - Parameters:
  ///   - items: a query of ids.
  ///   - kind: the kind of the items, as SQL.
  static func noting(_ items: String, of kind: String) -> String {
    """
    INSERT INTO tanada_revision_conditions (kind, targeting, revision)
    SELECT DISTINCT kind, targeting, CAST(:revision AS bigint) FROM item_windows
    WHERE kind = \(kind) AND id IN (\(items)) AND was_shown AND targeting IS NOT NULL
    ON CONFLICT DO NOTHING
    """
  }
}

extension SQLTransaction {
  /// Notes the condition of item `id` of `kind`, before it is changed, if clients that meet it see the item.
  func noteCondition(of kind: String, id: Int) throws {
    try database.perform(
      ChangeAudience.noting(":id", of: ":kind"),
      ["revision": try currentRevision().number, "kind": kind, "id": id])
  }

  /// Notes the conditions of the changed items that clients who meet them see from this revision on.
  func noteConditions() throws {
    let number = try currentRevision().number
    try database.perform(
      """
      INSERT INTO tanada_revision_conditions (kind, targeting, revision)
      SELECT DISTINCT windows.kind, windows.targeting, changes.revision
      FROM revision_changes AS changes
        JOIN item_windows AS windows ON windows.kind = changes.kind AND windows.id = changes.id
      WHERE changes.revision = ? AND windows.was_shown AND windows.targeting IS NOT NULL
      ON CONFLICT DO NOTHING
      """, [number])
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
