import FeedModel
import FeedStore
import StrictJSON

/// The difference that a seeding makes to the folder that an export of the database is.
///
/// The items of the files are in memory, those of the database are not.
struct SeedDifference: Sendable {
  let succession: KindSuccession
  let designs: SeedDesigns
  let compositions: [Composition]
  /// The items of the files by kind and id.
  private(set) var items: [String: [Int: StagedItem]] = [:]

  init(_ seed: Seed) {
    succession = seed.kinds.succession
    designs = seed.designs
    compositions = seed.compositions
  }

  /// Adds items of a file. The last one with an id counts.
  mutating func add(_ staged: [StagedItem]) {
    for item in staged { items[item.content.kind.name, default: [:]][item.content.id] = item }
  }

  /// Writes the difference to the content of `reader`, file by file.
  ///
  /// - Throws: ``StoreError``, and errors of `write`.
  func write(
    comparedWith reader: any ContentReader, _ write: ([UnifiedDiff.Line]) throws -> Void
  ) throws {
    let documents = try reader.composedFeeds().map { feed in
      (name: feed, document: try reader.compositionDocument(of: feed) ?? "")
    }
    let seeded = compositions.map { (name: $0.feed, document: CompositionDocument($0).text) }
    let names = Set(seeded.map(\.name))
    let kept = documents.filter { !names.contains($0.name) }
    let before = FolderExport(
      kinds: succession.before, designs: Array(designs.before.written.values), feeds: documents)
    let after = FolderExport(
      kinds: succession.after, designs: Array(designs.after.written.values), feeds: kept + seeded)
    let old = Dictionary(uniqueKeysWithValues: before.files.map { ($0.path, $0.bytes) })
    let new = Dictionary(uniqueKeysWithValues: after.files.map { ($0.path, $0.bytes) })
    let kinds = Set(succession.before.names + succession.after.names)
    let itemPaths = Dictionary(
      uniqueKeysWithValues: kinds.map { (FolderExport.path(ofItems: $0), $0) })
    // In the order of paths, as git has it.
    for path in Set(old.keys).union(new.keys).union(itemPaths.keys).sorted() {
      if let kind = itemPaths[path] {
        try writeItems(of: kind, path, reader, write)
      } else {
        try write(UnifiedDiff.lines(of: path, from: old[path], to: new[path]))
      }
    }
  }

  // MARK: - Items

  /// Compares the items of a kind by their ids, a line for each.
  private func writeItems(
    of name: String, _ path: String, _ reader: any ContentReader,
    _ write: ([UnifiedDiff.Line]) throws -> Void
  ) throws {
    let change = try self.change(of: name)
    let staged = items[name] ?? [:]
    let isRemoved = succession.after[name] == nil
    if staged.isEmpty, change.old != nil, change.isEmpty, !isRemoved { return }
    var ids = staged.keys.sorted()[...]
    let last = try change.old.flatMap { try Self.lastID(of: $0, in: reader) } ?? 0
    var lines = ItemLines(
      path: path, sides: change.old == nil ? .created : isRemoved ? .removed : .changed,
      last: (last, max(last, ids.last ?? 0)))
    try write(lines.begin())
    var position: ListPosition?
    while let kind = change.old {
      let stored = try reader.items(
        of: kind, matching: .all, visibility: nil, after: position, limit: Exporter.batchSize)
      let hidden = try Self.hiddenTranslations(of: stored, change, in: reader)
      for item in stored {
        while let id = ids.first, id < item.content.id {
          try write(lines.add(nil, staged[id].map { Self.added($0) }))
          ids.removeFirst()
        }
        if ids.first == item.content.id { ids.removeFirst() }
        var content = item.content
        content.translations += hidden[content.id] ?? []
        let after = Self.changed(
          StoredItem(content, window: item.window), by: staged[content.id], change)
        try write(lines.add(item, isRemoved ? nil : after))
      }
      position = stored.last.map { ListPosition(id: $0.content.id) }
      guard stored.count == Exporter.batchSize else { break }
    }
    for id in ids { try write(lines.add(nil, staged[id].map { Self.added($0) })) }
    try write(lines.finish())
  }

  /// The change of a kind's definition; an empty one for a kind that stays as it is.
  private func change(of name: String) throws -> KindChange {
    let former = succession.before[name]
    let isRedefined = succession.removed.contains { $0.name == name }
    if let proposal = succession.proposals.first(where: { $0.kind.name == name }), !isRedefined {
      return try KindChange(from: former, to: proposal)
    }
    // A kind that is removed has no items, and neither has one that is then defined again.
    guard let kind = succession.after[name] ?? former else { throw StoreError.kindChanged(name) }
    guard isRedefined, let former else {
      return try KindChange(from: former, to: KindProposal(kind))
    }
    return try KindChange(from: former, to: KindProposal(former))
  }

  /// The largest id of the items of `kind`; `nil` if there are none.
  private static func lastID(of kind: ContentKind, in reader: any ContentReader) throws -> Int? {
    let query = ContentQuery(sort: [.init(field: "id", isDescending: true)])
    return try reader.ids(of: kind, matching: query, visibility: nil, limit: 1).first
  }

  /// The translations of `items` that are there again after `change`, by the ids of the items.
  private static func hiddenTranslations(
    of items: [StoredItem], _ change: KindChange, in reader: any ContentReader
  ) throws -> [Int: [Translation]] {
    guard let kind = change.old, let revealing = change.revealing,
      let first = items.first?.content.id, let last = items.last?.content.id
    else { return [:] }
    return try reader.hiddenTranslations(of: kind, revealing: revealing, ids: first...last)
  }

  /// A new item as it will be stored.
  private static func added(_ item: StagedItem) -> StoredItem {
    StoredItem(item.content, window: (item.window ?? .always).stored)
  }

  /// A stored item as it will be.
  private static func changed(
    _ item: StoredItem, by staged: StagedItem?, _ change: KindChange
  ) -> StoredItem {
    let former = change.isEmpty ? item.content : change.converted(item.content)
    guard let staged else { return StoredItem(former, window: item.window) }
    var content = staged.content
    content.translations = staged.translations.merged(
      into: staged.replacesTranslations ? [] : former.translations)
    var window = staged.window?.stored ?? item.window
    if !staged.hasCondition { window.when = item.window.when }
    return StoredItem(content, window: window)
  }
}

extension Window {
  /// The window as a store has it: its moments are in the zone of Greenwich.
  fileprivate var stored: Window {
    var window = self
    window.publishAt = publishAt.map {
      Timestamp(millisecondsSince1970: $0.millisecondsSince1970)
    }
    window.unpublishAt = unpublishAt.map {
      Timestamp(millisecondsSince1970: $0.millisecondsSince1970)
    }
    return window
  }
}

/// The lines of a file of items before and after a change, in the order of their ids.
private struct ItemLines {
  private var diff: UnifiedDiff
  private let sides: UnifiedDiff.Sides
  /// The ids of the last items before and after the change, behind whose lines there is no comma.
  private let last: (old: Int, new: Int)

  init(path: String, sides: UnifiedDiff.Sides, last: (old: Int, new: Int)) {
    self.sides = sides
    self.last = last
    diff = UnifiedDiff(path: path, sides: sides)
  }

  /// Begins the file.
  mutating func begin() -> [UnifiedDiff.Line] { edge(#"{"result":["#) }

  /// Adds an item, as it is and as it will be; `nil` where there is none.
  mutating func add(_ before: StoredItem?, _ after: StoredItem?) -> [UnifiedDiff.Line] {
    let old = before.map { Self.text($0, isLast: $0.content.id == last.old) }
    let new = after.map { Self.text($0, isLast: $0.content.id == last.new) }
    if let old, old == new { return diff.add(.kept(old)) }
    return (old.map { diff.add(.removed($0)) } ?? []) + (new.map { diff.add(.added($0)) } ?? [])
  }

  /// Ends the file.
  mutating func finish() -> [UnifiedDiff.Line] { edge("]}") + diff.finish() }

  /// A line that every file of items has.
  private mutating func edge(_ text: String) -> [UnifiedDiff.Line] {
    let line = Array(text.utf8)
    switch sides {
    case .changed: return diff.add(.kept(line))
    case .created: return diff.add(.added(line))
    case .removed: return diff.add(.removed(line))
    }
  }

  private static func text(_ item: StoredItem, isLast: Bool) -> [UInt8] {
    var encoder = TransferEncoder(
      kind: item.content.kind, format: .ndjson, hasWindows: true)
    return encoder.encode([item]).dropLast() + (isLast ? [] : [UInt8(ascii: ",")])
  }
}
