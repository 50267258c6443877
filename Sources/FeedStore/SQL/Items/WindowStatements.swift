import FeedModel
import StrictJSON

/// The columns of the windows of items. An item without a row in `item_windows` is always shown.
struct WindowColumns: Sendable {
  /// The prefix of the column names; `nil` if no item has a window.
  private let prefix: String?
  private let dialect: (any SQLDialect)?

  /// The columns of `item_windows`, joined as `windows`.
  static func present(_ dialect: any SQLDialect) -> WindowColumns {
    WindowColumns(prefix: "windows.", dialect: dialect)
  }

  /// The columns of the items themselves, of a former revision.
  static func former(_ dialect: any SQLDialect) -> WindowColumns {
    WindowColumns(prefix: "items._", dialect: dialect)
  }

  /// The columns of a kind without windows: NULL.
  static let none = WindowColumns(prefix: nil, dialect: nil)

  /// The result columns of a query; four NULLs without windows.
  var selection: String {
    guard let prefix else { return "NULL, NULL, NULL, NULL" }
    return """
      \(prefix)is_draft AS window_is_draft, \(prefix)publish_at AS window_publish_at, \
      \(prefix)unpublish_at AS window_unpublish_at, \(prefix)targeting AS window_targeting
      """
  }

  /// The column of the conditions; `nil` if no item has a window.
  var targeting: String? { prefix.map { "\($0)targeting" } }

  /// Joins the windows, as `windows`, to the items of `kind`, which are called `items`.
  static func join(to kind: ContentKind, of items: String = "items") -> String {
    """
    LEFT JOIN item_windows AS windows
      ON windows.kind = \(SQL.literal(.text(kind.name))) AND windows.id = \(items).id
    """
  }

  /// The SQL condition of the items that `visibility` shows, and its arguments; `nil` if no item has a window, so that
  /// it shows all of them. It is the rule of `Visibility.shows(_:)`, which a list cannot call for every row; tests of
  /// every store compare the two.
  func isShown(by visibility: Visibility) -> SQLPart? {
    guard prefix != nil else { return nil }
    let time = isShown(at: "?", includesDrafts: visibility.includesDrafts)
    let moment = visibility.moment.millisecondsSince1970.sqlValue
    let met = isMet(visibility.conditions)
    return SQLPart(
      "(\(time)\(met.map { " AND \($0.sql)" } ?? ""))", [moment, moment] + (met?.arguments ?? []))
  }

  /// The SQL condition of the items whose own condition is among `conditions`, and its arguments; `nil` for all items.
  private func isMet(_ conditions: MetConditions) -> SQLPart? {
    guard let targeting, let dialect, case .only(let met) = conditions else { return nil }
    guard !met.isEmpty else { return SQLPart("\(targeting) IS NULL") }
    // One argument, however many conditions there are.
    let texts = JSONWriter.encode { writer in
      writer.array(met.map(\.canonicalText).sorted()) { $0.value($1) }
    }
    return SQLPart(
      "(\(targeting) IS NULL OR \(targeting) IN (\(dialect.texts(ofArray: "?"))))",
      [String(decoding: texts, as: UTF8.self).sqlValue])
  }

  /// The SQL condition of the items shown at `moment`, an SQL expression, to those who meet their conditions: the rule
  /// of `Window.isShown(at:)`. The moment is repeated.
  func isShown(at moment: String, includesDrafts: Bool = false) -> String {
    guard let prefix else { return "true" }
    return """
      (\(includesDrafts ? "" : "NOT coalesce(\(prefix)is_draft, false) AND ")\
      (\(prefix)publish_at IS NULL OR \(prefix)publish_at <= \(moment)) \
      AND (\(prefix)unpublish_at IS NULL OR \(moment) < \(prefix)unpublish_at))
      """
  }

  /// The SQL condition of the items whose windows have `state` at `moment`, and its arguments: the rule of
  /// `Window.state(at:)`.
  func has(_ state: WindowState, at moment: Timestamp) -> SQLPart {
    guard let prefix else { return SQLPart(state == .shown ? "true" : "false") }
    let now = moment.millisecondsSince1970.sqlValue
    let isOpen = "NOT coalesce(\(prefix)is_draft, false)"
    let hasEnded = "coalesce(\(prefix)unpublish_at <= ?, false)"
    return switch state {
    case .draft: SQLPart("coalesce(\(prefix)is_draft, false)")
    case .scheduled:
      SQLPart("(\(isOpen) AND \(prefix)publish_at > ? AND NOT \(hasEnded))", [now, now])
    case .shown: SQLPart(isShown(at: "?"), [now, now])
    case .ended: SQLPart("(\(isOpen) AND \(hasEnded))", [now])
    }
  }

  /// The SQL condition of the items that begin to be shown after the moment of `visibility`, its arguments, and the
  /// column of when they do; `nil` if no item has a window.
  func begins(after visibility: Visibility) -> (condition: SQLPart, column: String)? {
    guard let prefix else { return nil }
    let met = isMet(visibility.conditions)
    let condition = """
      (\(visibility.includesDrafts ? "" : "NOT coalesce(\(prefix)is_draft, false) AND ")\
      \(prefix)publish_at > ? AND (\(prefix)unpublish_at IS NULL \
      OR \(prefix)publish_at < \(prefix)unpublish_at)\(met.map { " AND \($0.sql)" } ?? ""))
      """
    let arguments = [visibility.moment.sqlValue] + (met?.arguments ?? [])
    return (SQLPart(condition, arguments), "\(prefix)publish_at")
  }

  /// The next moment after `moment` at which an item begins or ceases to be shown to those who meet its condition, as an
  /// SQL expression that is NULL for never; `nil` if no item has a window. It is the rule of `Window.nextBoundary(after:)`.
  func boundary(after moment: Timestamp) -> SQLPart? {
    guard let prefix else { return nil }
    let now = moment.millisecondsSince1970.sqlValue
    return SQLPart(
      """
      CASE WHEN coalesce(\(prefix)is_draft, false) OR \(prefix)publish_at >= \(prefix)unpublish_at THEN NULL
        WHEN \(prefix)publish_at > ? THEN \(prefix)publish_at
        WHEN \(prefix)unpublish_at > ? THEN \(prefix)unpublish_at END
      """, [now, now])
  }

  /// The window in a row, whose columns are those of ``selection`` from `index` on; `nil` if its condition is none:
  /// anything may write to a SQLite file.
  static func window(in row: SQLRow, from index: Int) throws -> Window? {
    let targeting: String? = try row[index + 3]
    let when = targeting.flatMap { Targeting(canonicalText: $0) }
    guard targeting == nil || when != nil else { return nil }
    return try Window(
      isDraft: row[index] ?? false, publishAt: row[index + 1], unpublishAt: row[index + 2],
      when: when)
  }

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
  static func notingConditions(_ items: String, of kind: String) -> String {
    """
    INSERT INTO tanada_revision_conditions (kind, targeting, revision)
    SELECT DISTINCT kind, targeting, CAST(:revision AS bigint) FROM item_windows
    WHERE kind = \(kind) AND id IN (\(items)) AND was_shown AND targeting IS NOT NULL
    ON CONFLICT DO NOTHING
    """
  }
}

extension SQLReading {
  /// Whether an item of `kind` has a window.
  func hasWindows(_ kind: ContentKind) throws -> Bool {
    try database.exists("SELECT 1 FROM item_windows WHERE kind = ?", [kind.name])
  }

  func mayHaveConditions(_ kind: ContentKind) throws -> Bool {
    try attempt { try hasConditions(kind) }
  }

  /// Whether a present item of `kind` has a condition.
  func hasConditions(_ kind: ContentKind) throws -> Bool {
    try database.exists(
      "SELECT 1 FROM item_windows WHERE kind = ? AND targeting IS NOT NULL", [kind.name])
  }

  func nextItemBoundaries(after moment: Timestamp) throws -> [String: ItemBoundaries] {
    try attempt {
      let sql = """
        SELECT \(ItemBoundaries.selection(targeting: "targeting")), kind FROM (
          SELECT publish_at AS boundary, false AS is_shown, * FROM item_windows
          UNION ALL
          SELECT unpublish_at, publish_at IS NULL OR publish_at <= :moment, * FROM item_windows
        ) AS boundaries
        WHERE boundary > :moment AND NOT is_draft
          AND (publish_at IS NULL OR unpublish_at IS NULL OR publish_at < unpublish_at)
        GROUP BY kind
        """
      let rows = try database.rows(sql, ["moment": moment.millisecondsSince1970])
      return try rows.reduce(into: [:]) { $0[try $1["kind"] as String] = try ItemBoundaries($1) }
    }
  }
}

extension ItemBoundaries {
  /// The first columns of a query of the columns `boundary` and `is_shown`.
  ///
  /// - Parameter targeting: the column of the conditions.
  static func selection(targeting: String) -> String {
    """
    min(CASE WHEN \(targeting) IS NULL THEN boundary END),
      min(CASE WHEN \(targeting) IS NULL AND is_shown THEN boundary END),
      min(boundary), min(CASE WHEN is_shown THEN boundary END)
    """
  }

  /// The boundaries in the columns of ``selection(targeting:)`` of `row`.
  init(_ row: SQLRow) throws {
    self.init(
      ofPublic: try Boundaries(next: row[0], nextEnd: row[1]),
      ofAll: try Boundaries(next: row[2], nextEnd: row[3]))
  }
}

extension SQLTransaction {
  func setWindow(_ window: Window, of kind: ContentKind, id: Int) throws -> Change {
    guard let item = try item(of: kind, id: id), item.window != window else {
      return .unchanged
    }
    // First, since it makes the revision, whose time decides whether the item is shown.
    try record(.updated, of: kind.name, id: id)
    try keepVersion(of: kind, id: id)
    try database.perform(
      "UPDATE \(KindTable(kind, dialect).name) SET _revision = ? WHERE id = ?",
      [try currentRevision().number, id])
    if window == .always {
      try database.perform("DELETE FROM item_windows WHERE kind = ? AND id = ?", [kind.name, id])
    } else {
      try database.perform(
        """
        INSERT INTO item_windows
          (kind, id, is_draft, publish_at, unpublish_at, targeting, was_shown)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (kind, id) DO UPDATE SET
          is_draft = excluded.is_draft, publish_at = excluded.publish_at,
          unpublish_at = excluded.unpublish_at, targeting = excluded.targeting,
          was_shown = excluded.was_shown
        """,
        [
          kind.name, id, window.isDraft, window.publishAt?.millisecondsSince1970,
          window.unpublishAt?.millisecondsSince1970, window.when?.canonicalText,
          window.isShown(at: try shownMoment()),
        ])
    }
    return .updated
  }

  func applyBoundaries() throws -> Int {
    let moment = try shownMoment().millisecondsSince1970
    let last = try momentBefore()
    // Only items with a boundary between the times of the previous revision and this one can have changed.
    // The previous one is the later of the two if it is from the future. Both columns have indexes.
    let sql = """
      SELECT windows.kind, windows.id FROM item_windows AS windows
      WHERE (windows.publish_at > :from AND windows.publish_at <= :to
          OR windows.unpublish_at > :from AND windows.unpublish_at <= :to)
        AND windows.was_shown <> \(WindowColumns.present(dialect).isShown(at: ":moment"))
      """
    let due = try database.rows(
      sql, ["from": min(last, moment), "to": max(last, moment), "moment": moment])
    for row in due {
      let (kind, id): (String, Int) = try (row["kind"], row["id"])
      try record(.updated, of: kind, id: id)
      try database.perform(
        "UPDATE item_windows SET was_shown = NOT was_shown WHERE kind = ? AND id = ?",
        [kind, id])
    }
    return due.count
  }

  /// Notes the condition of item `id` of `kind`, before it is changed, if clients that meet it see the item.
  func noteCondition(of kind: String, id: Int) throws {
    try database.perform(
      WindowColumns.notingConditions(":id", of: ":kind"),
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
}
