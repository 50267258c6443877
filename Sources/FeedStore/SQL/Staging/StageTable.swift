package import FeedModel

/// The temporary table of the staged items of one kind, in SQL.
///
/// Its columns are those of the fields and of the translations, and behind them those of the window and the state,
/// whose names begin with an underscore as no field does: `_patch`, `_replaces_translations`, `_has_window`,
/// `_is_draft`, `_publish_at`, `_unpublish_at`, `_targeting`, `_has_targeting`, `_pointer`, `_line` and `_state`.
package struct StageTable: Sendable {
  package let kind: ContentKind
  /// The table of the stored items.
  package let content: KindTable
  /// The name of the table, quoted.
  package let name: String

  /// The change that a staged item makes.
  package enum State: Int {
    case unchanged = 0
    case inserted = 1
    case updated = 2

    /// The action in the audit.
    var action: AuditRecord.Action {
      AuditRecord.Action(wasThere: self != .inserted, isThere: true)
    }
  }

  package init(_ kind: ContentKind, _ dialect: any SQLDialect) {
    self.kind = kind
    content = KindTable(kind, dialect)
    name = Self.name(of: kind.name, dialect)
  }

  private static func name(of kind: String, _ dialect: any SQLDialect) -> String {
    dialect.temporaryName(dialect.tableName(of: kind, suffix: ":stage"))
  }

  private var dialect: any SQLDialect { content.dialect }
  private var columns: String { content.columns.joined(separator: ", ") }
  private var literal: String { SQL.literal(.text(kind.name)) }

  /// Marks the items that `condition` holds for as inserted, their initial state.
  func reset(where condition: String) -> String {
    """
    UPDATE \(name) SET _state = \(State.inserted.rawValue)
    WHERE _state <> \(State.inserted.rawValue) AND \(condition)
    """
  }

  /// Gives the windows that do not say to whom they are shown the conditions of the stored ones.
  ///
  /// - Parameter condition: which items they belong to.
  func targeting(where condition: String = "true") -> String {
    """
    UPDATE \(name) AS stage SET _targeting = (
      SELECT targeting FROM item_windows WHERE kind = \(literal) AND id = stage.id)
    WHERE _has_window AND NOT _has_targeting AND \(condition)
    """
  }

  /// Puts the translations together that the items have with those of the stored ones. An item keeps those that it
  /// says nothing about, unless it replaces all of them.
  ///
  /// - Parameter condition: which items are put together.
  func translation(where condition: String = "true") -> String {
    let column = TranslationColumn.name
    let stored = "SELECT \(column) FROM \(content.name) AS items WHERE items.id = stage.id"
    let replaced = SQL.literal(
      .text(kind.fields.filter(\.isLocalized).map(\.name).joined(separator: ",")))
    return """
      UPDATE \(name) AS stage
      SET \(column) = \(TranslationColumn.mergedName)(
        (\(stored)), _patch, CASE WHEN _replaces_translations THEN \(replaced) ELSE '' END)
      WHERE (_patch IS NOT NULL OR \(column) IS NOT NULL
        OR id IN (SELECT id FROM \(content.name) WHERE \(column) IS NOT NULL)) AND \(condition)
      """
  }

  /// A condition: whether the item with this id is changed.
  func isChanged(_ id: String) -> String {
    "\(id) IN (\(changedIDs))"
  }

  /// The locales of the changed items.
  var locales: String {
    """
    SELECT DISTINCT locales.key FROM \(name) AS stage
      CROSS JOIN \(dialect.members(of: "stage.\(TranslationColumn.name)")) AS fields
      CROSS JOIN \(dialect.members(ofMember: "fields")) AS locales
    WHERE stage._state <> 0 AND stage.\(TranslationColumn.name) IS NOT NULL
    """
  }

  /// Compares the items, which are marked as inserted, with the stored ones.
  ///
  /// - Parameter condition: which items are compared.
  func comparison(where condition: String = "true") -> String {
    let others = content.columns.dropFirst()
    let old = others.map { "items.\($0)" }.joined(separator: ", ")
    let new = others.map { "stage.\($0)" }.joined(separator: ", ")
    let item = "FROM \(content.name) AS items WHERE items.id = stage.id"
    let window = "FROM item_windows WHERE kind = \(literal) AND id = stage.id"
    return """
      UPDATE \(name) AS stage SET _state = CASE
        WHEN NOT EXISTS (SELECT 1 \(item) AND (\(old)) IS NOT DISTINCT FROM (\(new))) THEN \(State.updated.rawValue)
        WHEN _has_window AND (_is_draft, _publish_at, _unpublish_at, _targeting) IS DISTINCT FROM (
          coalesce((SELECT is_draft \(window)), false), (SELECT publish_at \(window)),
          (SELECT unpublish_at \(window)), (SELECT targeting \(window))) THEN \(State.updated.rawValue)
        ELSE \(State.unchanged.rawValue) END
      WHERE \(condition) AND EXISTS (SELECT 1 \(item))
      """
  }

  /// Keeps the versions of the items that are replaced, which the revision `:until` ends.
  package func keeping(in past: PastTable, where condition: String = "true") -> String {
    past.keeping(
      where: """
        items.id IN (
          SELECT id FROM \(name) WHERE _state = \(State.updated.rawValue) AND \(condition))
        """)
  }

  /// Writes the changed items to the content, as of the revision `:revision`.
  ///
  /// The transaction is rolled back if a statement fails, so it need not be possible to undo the statement alone.
  /// New items are inserted by a statement of their own, which looks for none: PostgreSQL takes a fifth longer to do so.
  ///
  /// - Parameter updates: whether some of them are there.
  func merges(updates: Bool) -> [String] {
    let others = content.columns.dropFirst()
    let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    func insertion(_ state: State) -> String {
      """
      \(dialect.insertion) INTO \(content.name) (\(columns), _revision)
      SELECT \(columns), :revision FROM \(name) WHERE _state = \(state.rawValue)
      """
    }
    guard updates else { return [insertion(.inserted)] }
    return [
      """
      \(insertion(.updated))
      ON CONFLICT (id) DO UPDATE SET \(assignments), _revision = excluded._revision
      """, insertion(.inserted),
    ]
  }

  /// Writes the windows of the changed items, as of the moment `:moment`.
  var windowMerges: [String] {
    [
      """
      DELETE FROM item_windows WHERE kind = \(literal) AND id IN (
        SELECT id FROM \(name) WHERE _state <> 0 AND _has_window
          AND NOT _is_draft AND _publish_at IS NULL AND _unpublish_at IS NULL
          AND _targeting IS NULL)
      """,
      """
      INSERT INTO item_windows
        (kind, id, is_draft, publish_at, unpublish_at, targeting, was_shown)
      SELECT \(literal), id, is_draft, publish_at, unpublish_at, targeting,
        \(WindowColumns.present(dialect).isShown(at: ":moment"))
      FROM (
        SELECT id, _is_draft AS is_draft, _publish_at AS publish_at,
          _unpublish_at AS unpublish_at, _targeting AS targeting
        FROM \(name) WHERE _state <> 0 AND _has_window
          AND (_is_draft OR _publish_at IS NOT NULL OR _unpublish_at IS NOT NULL
            OR _targeting IS NOT NULL)
      ) AS windows WHERE true
      ON CONFLICT (kind, id) DO UPDATE SET
        is_draft = excluded.is_draft, publish_at = excluded.publish_at,
        unpublish_at = excluded.unpublish_at, targeting = excluded.targeting,
        was_shown = excluded.was_shown
      """,
    ]
  }

  /// The changed items as changes of the revision `:revision`, before their windows are put in place. More than
  /// can be listed are not stored.
  var changes: String { changes(where: "_state <> 0") }

  /// The items that everybody saw before the revision `:revision`, which are listed whatever stands before them, and the
  /// conditions of all that clients saw who meet them. Others are known behind the windows: see ``shownChanges``.
  var formerlyShownChanges: [String] {
    let isUpdated = "_state = \(State.updated.rawValue)"
    return [
      changes(where: "\(isUpdated) AND \(isPublic)"),
      WindowColumns.notingConditions("SELECT id FROM \(name) WHERE \(isUpdated)", of: literal),
    ]
  }

  /// The items that everybody sees from the revision `:revision` on, once the windows are in place, and the conditions of
  /// all that clients see who meet them.
  var shownChanges: [String] {
    [
      changes(where: "_state <> 0 AND \(isPublic)"),
      WindowColumns.notingConditions(changedIDs, of: literal),
    ]
  }

  /// A query of the ids of the changed items.
  var changedIDs: String { "SELECT id FROM \(name) WHERE _state <> 0" }

  private func changes(where condition: String) -> String {
    """
    \(dialect.insertion) INTO revision_changes (revision, kind, id, change, is_public)
    SELECT :revision, \(literal), id,
      CASE _state WHEN \(State.inserted.rawValue) THEN 'inserted' ELSE 'updated' END,
      _state <> \(State.inserted.rawValue) AND \(isPublic)
    FROM \(name) AS stage WHERE \(condition) ORDER BY id LIMIT \(RevisionChanges.maximumItemCount + 1)
    ON CONFLICT DO NOTHING
    """
  }

  private var isPublic: String { WindowColumns.isPublic(kind: literal, id: "stage.id") }

  /// Writes entries of the audit for the changed items that `condition` holds for: those that
  /// `SQLTransaction.audit(_:)` writes for items one by one. They refer to the versions that the revision ends
  /// and begins.
  package func auditing(where condition: String) -> String {
    let (created, updated) = (State.inserted.action, State.updated.action)
    let isInserted = "_state = \(State.inserted.rawValue)"
    return """
      \(dialect.insertion) INTO audit_entries
        (number, revision, batch, at, actor, action, subject, versions)
      SELECT (SELECT coalesce(max(number), 0) FROM audit_entries) + row_number() OVER (ORDER BY id),
        :revision, :batch, :at, :actor,
        CASE WHEN \(isInserted) THEN '\(created.rawValue)' ELSE '\(updated.rawValue)' END,
        \(subject), CASE WHEN \(isInserted) THEN \(created.sides.rawValue)
          ELSE \(updated.sides.rawValue) END
      FROM (SELECT id, _state FROM \(name) WHERE _state <> 0 AND \(condition)) AS staged
      """
  }

  /// The subject of the entries about an item.
  private var subject: String {
    "\(SQL.literal(.text(AuditRecord.Subject.items(of: kind.name)))) || id"
  }

  /// Removes the entries of the batch `:batch` about changed items that `condition` holds for.
  func auditRemoval(where condition: String) -> String {
    """
    DELETE FROM audit_entries WHERE +batch = :batch AND subject IN (
      SELECT \(subject) FROM \(name) WHERE _state <> 0 AND \(condition))
    """
  }

  /// The range of ids that holds all changed items, and how many they are.
  var extent: String {
    "SELECT min(id), max(id), count(*) FROM \(name) WHERE _state <> 0"
  }

  /// Ranges of ids that hold all changed items, without long gaps.
  var ranges: String {
    """
    SELECT min(id), max(id) FROM (
      SELECT id, sum(is_far) OVER (ORDER BY id) AS island FROM (
        SELECT id,
          CASE WHEN id - lag(id, 1, id) OVER (ORDER BY id) > 10000 THEN 1 ELSE 0 END AS is_far
        FROM \(name) WHERE _state <> 0) AS gaps) AS islands
    GROUP BY island
    """
  }

  /// References of `field` that lead neither to a stored nor to a staged item, nor to a photo.
  ///
  /// - Parameter isStaged: whether there is a stage of the other kind.
  func danglingReferences(of field: ContentField, isStaged: Bool) -> String? {
    guard let referent = field.type.referent else { return nil }
    let column = SQL.name(field.name)
    let translated = TranslationColumn.values(
      of: field, in: name, besides: ["_pointer", "_line"], dialect)
    let values =
      field.isLocalized
      ? """
      (SELECT id, \(column), _pointer, _line FROM \(name) UNION ALL
        SELECT id, \(column), _pointer, _line FROM \(translated) AS translated)
      """ : name
    let stage = field.type.referencedKind.map { Self.name(of: $0, dialect) } ?? ""
    return """
      SELECT id, \(column), _pointer, _line FROM \(values) AS stage WHERE \(column) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM \(content.table(of: referent)) AS others
          WHERE others.id = stage.\(column))
        \(isStaged
          ? "AND NOT EXISTS (SELECT 1 FROM \(stage) AS others WHERE others.id = stage.\(column))"
          : "")
      """
  }
}
