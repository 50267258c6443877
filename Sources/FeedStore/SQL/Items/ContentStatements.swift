import FeedModel
import StrictJSON

extension SQLReading {
  func item(of kind: ContentKind, id: Int) throws -> StoredItem? {
    try attempt {
      let source = try source(of: kind, isSearched: false)
      let sql = """
        SELECT \(source.table.selection), \(source.windows.selection) FROM \(source.sql)
        WHERE items.id = ?
        """
      // Statements of a former revision name it, so their number is not limited.
      return try database.row(sql, [id], isCached: source.isPresent)
        .map { try Self.item(kind, from: $0) }
    }
  }

  /// The item of a row: the id and the fields in their order, and the window behind them.
  ///
  /// The schema's types and checks hold for most values; what it cannot express, such as a date, is
  /// checked here, since anything may write to a SQLite file.
  static func item(_ kind: ContentKind, from row: SQLRow) throws -> StoredItem {
    func invalid(_ field: String) -> StoreError {
      StoreError.invalidItem(kind: kind.name, id: Int(row.values[0]) ?? 0, field: field)
    }
    guard let id = Int(row.values[0]), id > 0 else {
      throw invalid(ContentField.identifier.name)
    }
    var values: [FieldValue] = []
    values.reserveCapacity(kind.fields.count)
    for (index, field) in kind.fields.enumerated() {
      guard let value = FieldValue(row.values[index + 1]).flatMap(field.value(stored:)) else {
        throw invalid(field.name)
      }
      values.append(value)
    }
    let stored: String?
    do { stored = try row[values.count + 1] } catch {
      throw invalid(TranslationColumn.plainName)
    }
    guard let window = try? WindowColumns.window(in: row, from: values.count + 2) else {
      throw invalid(WindowField.when)
    }
    return StoredItem(
      ContentItem(
        kind: kind, id: id, values: values,
        translations: stored.map { TranslationColumn.translations(in: $0, of: kind) } ?? []),
      window: window)
  }

  func compositionDocument(of feed: String) throws -> String? {
    try attempt {
      let sql = "SELECT document FROM compositions WHERE feed = ?"
      return try database.first(String.self, sql, [feed])
    }
  }

  func composedFeeds() throws -> [String] {
    try attempt {
      try database.all(String.self, "SELECT feed FROM compositions ORDER BY feed")
    }
  }

  /// The highest id that an item of `kind` has or had, of those that can be assigned; 0 if there was none.
  func highestID(of kind: ContentKind) throws -> Int {
    try attempt {
      let sql = """
        SELECT \(dialect.greatest(
          "coalesce((SELECT max(id) FROM \(KindTable(kind, dialect).name) WHERE id <= :largest), 0)",
          "coalesce((SELECT id FROM retired_ids WHERE kind = :kind), 0)"))
        """
      return try database.first(
        Int.self, sql, ["kind": kind.name, "largest": SafeInteger.largest]) ?? 0
    }
  }
}

extension SQLTransaction {
  func upsert(_ item: ContentItem) throws -> Change {
    try requireCurrent(item.kind)
    let table = KindTable(item.kind, dialect)
    let fields = item.values.map(\.sqlValue)
    let former = try database.row(table.comparison, SQLArguments(fields + [item.id.sqlValue]))
    let stored: String? = try former.flatMap { try $0[0] }
    let translations = TranslationColumn.text(of: item, keeping: stored)
    // Texts that look alike are different ones: their bytes are compared.
    let isDifferent: Bool? = try former.map {
      try $0[1] || stored.map { Array($0.utf8) } != translations.map { Array($0.utf8) }
    }
    guard isDifferent != false else { return .unchanged }
    let values = fields + [translations?.sqlValue ?? .null]
    try note(locales: item.translations.map(\.locale), of: item.kind)
    let revision = try currentRevision().number.sqlValue
    if isDifferent == nil {
      try database.perform(
        table.insertion, SQLArguments([item.id.sqlValue] + values + [revision]))
    } else {
      try keepVersion(of: item.kind, id: item.id)
      try database.perform(
        table.update, SQLArguments(values + [revision, item.id.sqlValue]))
    }
    try dialect.indexWritten(table, where: "items.id = ?", [item.id], in: database)
    let change = isDifferent == nil ? Change.inserted : .updated
    try record(change, of: item.kind.name, id: item.id)
    return change
  }

  func delete(_ kind: ContentKind, id: Int) throws -> Change {
    try requireCurrent(kind)
    let table = KindTable(kind, dialect)
    let query = "SELECT 1 FROM \(table.name) WHERE id = ?"
    guard try database.exists(query, [id]) else { return .unchanged }
    try keepVersion(of: kind, id: id)
    try database.perform("DELETE FROM \(table.name) WHERE id = ?", [id])
    try dialect.unindex(table, id: id, in: database)
    try record(.deleted, of: kind.name, id: id)
    try database.perform("DELETE FROM item_windows WHERE kind = ? AND id = ?", [kind.name, id])
    if id <= SafeInteger.largest {
      try database.perform(
        """
        INSERT INTO retired_ids (kind, id) VALUES (?, ?)
        ON CONFLICT (kind) DO UPDATE SET id = \(dialect.greatest("retired_ids.id", "excluded.id"))
        """, [kind.name, id])
    }
    return .deleted
  }

  func referrer(to kind: ContentKind, id: Int) throws -> (kind: String, id: Int)? {
    for other in try kinds().all {
      for field in other.fields where field.type.referencedKind == kind.name {
        let sql = """
          SELECT id FROM \(KindTable(other, dialect).name) WHERE \(SQL.name(field.name)) = :id
            AND NOT (:isSame AND id = :id) ORDER BY id LIMIT 1
          """
        let arguments: SQLArguments = ["id": id, "isSame": other.name == kind.name]
        if let found = try database.first(Int.self, sql, arguments) {
          return (other.name, found)
        }
      }
    }
    return nil
  }

  func nextID(of kind: ContentKind) throws -> Int? {
    try requireCurrent(kind)
    let highest = try highestID(of: kind)
    return highest < SafeInteger.largest ? highest + 1 : nil
  }

  func setComposition(_ document: String, of feed: String) throws -> Change {
    let old = try compositionDocument(of: feed)
    guard old?.exact != document.exact else { return .unchanged }
    try record(feed: feed)
    try keepComposition(of: feed)
    try note(locales: LocaleTag.named(in: document))
    try database.perform(
      """
      INSERT INTO compositions (feed, document, revision) VALUES (?, ?, ?)
      ON CONFLICT (feed) DO UPDATE SET
        document = excluded.document, revision = excluded.revision
      """, [feed, document, try currentRevision().number])
    return old == nil ? .inserted : .updated
  }

  func removeComposition(of feed: String) throws -> Change {
    guard try compositionDocument(of: feed) != nil else { return .unchanged }
    try record(feed: feed)
    try keepComposition(of: feed)
    try database.perform("DELETE FROM compositions WHERE feed = ?", [feed])
    return .deleted
  }

  func noteComposition(of feed: String) throws {
    try record(feed: feed)
  }
}

extension KindTable {
  /// Finds the stored translations of an item, and whether other fields of it differ; no row without an item.
  fileprivate var comparison: String {
    let others = columns.dropFirst().dropLast()
    return """
      SELECT \(TranslationColumn.name), (\(others.joined(separator: ", "))) IS DISTINCT FROM
        (\(others.map { _ in "?" }.joined(separator: ", ")))
      FROM \(name) WHERE id = ?
      """
  }

  fileprivate var insertion: String {
    """
    INSERT INTO \(name) (\(columns.joined(separator: ", ")), _revision)
    VALUES (?, \(columns.dropFirst().map { _ in "?" }.joined(separator: ", ")), ?)
    """
  }

  fileprivate var update: String {
    """
    UPDATE \(name) SET \(columns.dropFirst().map { "\($0) = ?, " }.joined())_revision = ? WHERE id = ?
    """
  }
}
