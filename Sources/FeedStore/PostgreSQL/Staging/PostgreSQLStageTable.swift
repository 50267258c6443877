import FeedModel

/// The temporary table of the staged items of one kind: see `StageTable`. Items are copied into it; of several with the
/// same id the last one counts.
struct PostgreSQLStageTable {
  private let kind: ContentKind
  private let table: StageTable
  /// The name without quotes.
  let plainName: String

  init(_ kind: ContentKind) {
    self.kind = kind
    table = StageTable(kind, PostgreSQLDialect())
    plainName = PostgreSQLName.table(of: kind.name, suffix: ":stage")
  }

  /// The names of the columns that items are copied into, in the order of ``write(_:to:)``.
  var columns: [String] {
    kind.allFields.map(\.name) + [
      "_patch", "_replaces_translations", "_has_window", "_is_draft", "_publish_at",
      "_unpublish_at", "_targeting", "_has_targeting", "_pointer", "_line",
    ]
  }

  /// Creates the table, unless there is one.
  func create(in session: PostgreSQLSession) throws {
    let isNew = try session.execute(
      "INSERT INTO pg_temp.staged_kinds (name, definition) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [kind.name, String(decoding: kind.json, as: UTF8.self)])
    guard isNew > 0 else { return }
    let dialect = PostgreSQLDialect()
    let text = dialect.type(of: .text)
    let fields = kind.allFields.map { field in
      "\(SQL.name(field.name)) \(dialect.type(of: field.type.storage))"
    }
    let others = [
      "\(TranslationColumn.name) \(text)", "_patch \(text)",
      "_replaces_translations boolean NOT NULL",
      "_has_window boolean NOT NULL", "_is_draft boolean NOT NULL", "_publish_at bigint",
      "_unpublish_at bigint", "_targeting \(text)", "_has_targeting boolean NOT NULL",
      "_pointer \(text)", "_line bigint",
      "_state integer NOT NULL DEFAULT \(StageTable.State.inserted.rawValue)",
      "_order bigint GENERATED ALWAYS AS IDENTITY",
    ]
    try session.perform(
      "CREATE TEMP TABLE \(SQL.name(plainName)) (\((fields + others).joined(separator: ", ")))",
      isCached: false)
  }

  /// Writes an item as a row.
  func write(
    _ item: StagedItem, to writer: inout PostgreSQLCopyWriter
  ) throws(PostgreSQLError) {
    let window = item.window ?? .always
    try writer.write(.integer(item.content.id))
    for value in item.content.values { try writer.write(value.sqlValue) }
    try writer.write([
      TranslationColumn.patch(item.translations, of: kind)?.sqlValue ?? .null,
      .boolean(item.replacesTranslations), .boolean(item.window != nil),
      .boolean(window.isDraft), window.publishAt?.sqlValue ?? .null,
      window.unpublishAt?.sqlValue ?? .null, window.when?.canonicalText.sqlValue ?? .null,
      .boolean(item.hasCondition), item.place?.pointer.sqlValue ?? .null,
      item.place?.line.sqlValue ?? .null,
    ])
  }

  /// Leaves of each item the last one, and tells the planner how many there are.
  ///
  /// - Parameter unordered: the kinds of which items may have come twice.
  static func prepareAll(_ session: PostgreSQLSession, unordered: Set<String>) throws {
    let kinds = try session.all(String.self, "SELECT name FROM pg_temp.staged_kinds")
    for kind in kinds {
      let name = SQL.name(PostgreSQLName.table(of: kind, suffix: ":stage"))
      if unordered.contains(kind) {
        try session.perform(
          """
          DELETE FROM pg_temp.\(name) AS former USING (
            SELECT id, max(_order) AS last FROM pg_temp.\(name) GROUP BY id HAVING count(*) > 1
          ) AS latter WHERE former.id = latter.id AND former._order < latter.last
          """, isCached: false)
      }
      try session.perform("ANALYZE pg_temp.\(name) (id, _state)", isCached: false)
    }
  }
}
