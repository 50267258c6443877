import FeedModel
import StrictJSON

/// Writes that are rehearsed in memory, over a transaction that reads: no statement of it writes, so that it takes no
/// lock of writers. Lives as long as that transaction.
final class SQLRehearsal: SQLReading, ContentRehearsal {
  private let present: SQLReader
  /// The written items of each kind by their ids; `nil` for one that is deleted.
  private var written: [String: [Int: StoredItem?]] = [:]
  /// The highest ids that were written.
  private var highestIDs: [String: Int] = [:]
  /// The written compositions by their feeds; `nil` for one that is removed.
  private var compositions: [String: String?] = [:]
  /// The definitions by now; `nil` as long as they are as they were.
  private var knownDefinitions: Definitions?
  /// How kinds are defined otherwise, in the order of the changes.
  private var changes: [String: [KindChange]] = [:]

  init(over present: SQLReader) {
    self.present = present
  }

  var database: any SQLDatabase { present.database }
  var before: any ContentReader { present }
  var formerDefinitions: DefinitionCache { present.formerDefinitions }

  func definitions() throws -> Definitions {
    try knownDefinitions ?? present.definitions()
  }

  /// Defines cells and themes otherwise.
  func define(_ definitions: Definitions) { knownDefinitions = definitions }
}

// MARK: - Reading

extension SQLRehearsal {
  func source(of kind: ContentKind, isSearched: Bool) throws -> ItemSource {
    try source(of: kind, isSearched: isSearched, reading: nil)
  }

  func source(of kind: ContentKind, finding query: ContentQuery) throws -> ItemSource {
    // Written items are read from memory once they are found.
    var fields = Set(query.filters.map(\.field) + query.sort.map(\.field))
    if query.search != nil || query.untranslated != nil {
      fields.formUnion(kind.fields.filter(\.type.isSearchable).map(\.name))
    }
    return try source(of: kind, isSearched: query.search != nil, reading: fields)
  }

  private func source(
    of kind: ContentKind, isSearched: Bool, reading fields: Set<String>?
  ) throws -> ItemSource {
    try requireCurrent(kind)
    let changes = changes[kind.name] ?? []
    guard changes.allSatisfy({ $0.old == nil }) else {
      throw SQLError.misuse("items of \(kind.name), which a rehearsal defines otherwise, in a list")
    }
    let items = written[kind.name] ?? [:]
    if items.isEmpty, changes.isEmpty {
      return try present.source(of: kind, isSearched: isSearched)
    }
    return ItemSource(
      rehearsed: kind, items, reading: fields, isThere: changes.isEmpty, dialect)
  }

  func item(_ kind: ContentKind, in row: SQLRow) throws -> StoredItem {
    if let id = Int(row.values[0]), let item = written[kind.name]?[id] ?? nil { return item }
    return try Self.item(kind, from: row)
  }

  func item(of kind: ContentKind, id: Int) throws -> StoredItem? {
    try requireCurrent(kind)
    if let item = written[kind.name]?[id] { return item }
    let changes = changes[kind.name] ?? []
    guard let first = changes.first else { return try present.item(of: kind, id: id) }
    // A kind that is new here, or was removed before, has no items.
    guard let old = first.old, let item = try present.item(of: old, id: id) else { return nil }
    return StoredItem(changes.converted(item.content), window: item.window)
  }

  func mayHaveConditions(_ kind: ContentKind) throws -> Bool {
    let isWritten = written[kind.name]?.values.contains { $0?.window.when != nil } ?? false
    return try isWritten || attempt { try hasConditions(kind) }
  }

  func compositionDocument(of feed: String) throws -> String? {
    if let document = compositions[feed] { return document }
    return try present.compositionDocument(of: feed)
  }

  func composedFeeds() throws -> [String] {
    let others = try present.composedFeeds().filter { compositions[$0] == nil }
    // In the order of their bytes, as the database has it.
    return (others + compositions.filter { $0.value != nil }.keys)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func referrer(to kind: ContentKind, id: Int) throws -> (kind: String, id: Int)? {
    for other in try kinds().all {
      for field in other.fields where field.type.referencedKind == kind.name {
        let found = try referrer(in: other, by: field, to: id, isSame: other.name == kind.name)
        if let found { return (other.name, found) }
      }
    }
    return nil
  }

  /// The first item of `kind` whose `field` refers to the item `id`.
  ///
  /// - Parameter isSame: whether that is of the same kind, and may refer to itself.
  private func referrer(
    in kind: ContentKind, by field: ContentField, to id: Int, isSame: Bool
  ) throws -> Int? {
    try attempt {
      let source = try source(of: kind, isSearched: false, reading: [field.name])
      let sql = """
        SELECT items.id FROM \(source.sql)
        WHERE items.\(SQL.name(field.name)) = ? AND NOT (? AND items.id = ?)
        ORDER BY items.id LIMIT 1
        """
      return try database.first(
        Int.self, sql, SQLArguments(source.arguments) + [id, isSame, id], isCached: false)
    }
  }
}

// MARK: - Writing

extension SQLRehearsal {
  func nextID(of kind: ContentKind) throws -> Int? {
    try requireCurrent(kind)
    let isThere = (changes[kind.name] ?? []).allSatisfy { $0.old != nil }
    let stored = isThere ? try highestID(of: kind) : 0
    let highest = max(stored, highestIDs[kind.name] ?? 0)
    return highest < SafeInteger.largest ? highest + 1 : nil
  }

  func upsert(_ item: ContentItem) throws -> Change {
    try requireCurrent(item.kind)
    let change: Change
    let window: Window
    switch try previousItem(of: item.kind, id: item.id) {
    case .nothing: (change, window) = (.inserted, .always)
    case .item(let former):
      change = former.content == item ? .unchanged : .updated
      window = former.window
    case .unreadable: (change, window) = (.updated, try storedWindow(of: item.kind, id: item.id))
    }
    if change != .unchanged { write(StoredItem(item, window: window)) }
    return change
  }

  func delete(_ kind: ContentKind, id: Int) throws -> Change {
    guard try !previousItem(of: kind, id: id).isNothing else { return .unchanged }
    written[kind.name, default: [:]].updateValue(nil, forKey: id)
    return .deleted
  }

  func setWindow(_ window: Window, of kind: ContentKind, id: Int) throws -> Change {
    guard let item = try item(of: kind, id: id), item.window != window else { return .unchanged }
    write(StoredItem(item.content, window: window))
    return .updated
  }

  private func write(_ item: StoredItem) {
    let (kind, id) = (item.content.kind.name, item.content.id)
    written[kind, default: [:]].updateValue(item, forKey: id)
    if id <= SafeInteger.largest {
      highestIDs[kind] = max(highestIDs[kind] ?? 0, id)
    }
  }

  /// The window of a stored item whose fields cannot be read.
  private func storedWindow(of kind: ContentKind, id: Int) throws -> Window {
    try attempt {
      let row = try database.row(
        """
        SELECT is_draft, publish_at, unpublish_at, targeting FROM item_windows
        WHERE kind = ? AND id = ?
        """, [kind.name, id])
      return try row.flatMap { try WindowColumns.window(in: $0, from: 0) } ?? .always
    }
  }

  func setComposition(_ document: String, of feed: String) throws -> Change {
    let old = try compositionDocument(of: feed)
    guard old?.exact != document.exact else { return .unchanged }
    compositions.updateValue(document, forKey: feed)
    return old == nil ? .inserted : .updated
  }

  func removeComposition(of feed: String) throws -> Change {
    guard try compositionDocument(of: feed) != nil else { return .unchanged }
    compositions.updateValue(nil, forKey: feed)
    return .deleted
  }

  func define(_ change: KindChange) throws {
    if let old = change.old { try requireCurrent(old) }
    let definitions = try definitions()
    let name = change.new.name
    knownDefinitions = definitions.replacing(change.new, era: definitions.eras[name] ?? 0)
    changes[name, default: []].append(change)
    written[name] = written[name]?.mapValues { item in
      item.map { StoredItem([change].converted($0.content), window: $0.window) }
    }
  }

  func remove(_ kind: ContentKind) throws {
    try requireCurrent(kind)
    knownDefinitions = try definitions().removing(kind.name)
    written[kind.name] = nil
    // If it is defined again, it has none of the stored items.
    changes[kind.name] = []
  }

  func audit(_ record: AuditRecord) {}
}

extension [KindChange] {
  /// `item` with the values that it has once the changes are made.
  fileprivate func converted(_ item: ContentItem) -> ContentItem {
    reduce(item) { $1.converted($0) }
  }
}
