import FeedEditing
import FeedModel
import FeedStore
import StrictJSON
import TestSupport

/// Everything that writes leave in a database, as lines of text: items, windows, versions, revisions, the audit and
/// what searches find.
struct WrittenState: Sendable {
  /// A line for each value that was read.
  private(set) var lines: [String] = []

  /// Reads `store`, the one at `path`, of whose items those with `ids` are looked at one by one.
  ///
  /// - Parameters:
  ///   - readsHistory: whether all former revisions are read, and the audit.
  ///   - listsChanges: whether also the changes are read that a revision does not list.
  init(
    of store: any FeedStore, at path: String, ids: [Int], readsHistory: Bool, listsChanges: Bool
  ) async throws {
    lines = try await store.read { reader in
      var state = Reading(ids: ids)
      try state.readPresent(reader)
      try state.readRevisions(reader)
      if readsHistory { try state.readHistory(reader) }
      return state.lines
    }
    let last = readsHistory ? try await store.latestRevision()?.number ?? 0 : 0
    for revision in 0..<last {
      lines += try await store.read(at: revision) { reader in
        var state = Reading(ids: ids)
        try state.readItems(reader, at: "revision \(revision)")
        return state.lines
      }
    }
    lines += try await Self.searches(in: store, when: "before indexing")
    try await store.index()
    lines += try await Self.searches(in: store, when: "after indexing")
    lines += try await Self.rows(at: path, listsChanges: listsChanges)
  }

  /// The lines that only one of two states has; empty if they are equal.
  func difference(from other: WrittenState) -> [String] {
    zip(lines, other.lines).filter { $0 != $1 }.prefix(3).flatMap { ["- \($0)", "+ \($1)"] }
      + (lines.count == other.lines.count ? [] : ["\(lines.count) and \(other.lines.count) lines"])
  }

  private static func searches(in store: any FeedStore, when: String) async throws -> [String] {
    try await store.read { reader in
      try reader.kinds().all.flatMap { kind in
        try RandomRounds.words.map { word in
          let found = try reader.items(
            of: kind, matching: ContentQuery(search: word), visibility: nil, after: nil,
            limit: 10_000)
          return "\(when), \(kind.name) with \(word): \(found.map(\.content.id))"
        }
      }
    }
  }

  /// The rows that no reader tells.
  private static func rows(at path: String, listsChanges: Bool) async throws -> [String] {
    var queries = ["SELECT * FROM item_windows ORDER BY kind, id"]
    if listsChanges { queries.append("SELECT * FROM revision_changes ORDER BY 1, 2, 3") }
    return try queries.flatMap { sql in
      try TestStore.rows(sql, at: path).map { "\(sql.prefix(32)): \($0)" }
    } + (try await TestStore.check(path).problems)
  }
}

/// The answers of a reader, line by line.
private struct Reading {
  let ids: [Int]
  var lines: [String] = []

  private static func text(_ item: PreviousItem) -> String {
    guard case .item(let item) = item else { return AuditJSON.text(item) ?? "nothing" }
    return "\(AuditJSON.text(item)) \(item.entityTag)"
  }

  mutating func readItems(_ reader: any ContentReader, at place: String) throws {
    for kind in try reader.kinds().all {
      let items: [(id: Int, item: PreviousItem)]
      do {
        items = try reader.items(
          of: kind, matching: .all, visibility: nil, after: nil, limit: 10_000
        ).map { ($0.content.id, .item($0)) }
      } catch StoreError.invalidItem {
        items = try ids.map { ($0, try reader.previousItem(of: kind, id: $0)) }
      }
      lines += items.map { "\(place), \(kind.name)/\($0.id): \(Self.text($0.item))" }
    }
  }

  mutating func readPresent(_ reader: any ContentReader) throws {
    try readItems(reader, at: "present")
    let latest = try reader.latestRevision()?.committedAt ?? SampleContent.committedAt
    lines.append(
      "boundaries: \(try reader.nextItemBoundaries(after: latest).sorted { $0.key < $1.key })")
    for kind in try reader.kinds().all {
      let shown = try reader.count(of: kind, matching: .all, visibility: Visibility(at: latest))
      lines.append("\(kind.name) shown: \(shown)")
    }
    for number in 1...3 {
      lines.append("uses: \(try reader.uses(of: TestPhotos.photo(number).id, limit: 1_000))")
    }
  }

  mutating func readRevisions(_ reader: any ContentReader) throws {
    for changes in try reader.changes(after: 0, limit: 1_000) {
      lines.append(
        """
        revision \(changes.revision.number) of \(changes.revision.committedAt.rfc3339) by \
        \(changes.actor ?? "nobody"): \(changes.items.map { "\($0.kind)/\($0.id)" }) \(changes.kinds) \
        \(changes.isAbridged) \(changes.feeds) \(changes.definitions) \(changes.photos) \
        \(changes.targetedKinds) \(changes.targetedPhotos)
        """)
    }
  }

  /// Reads the versions of items, and the audit by subject: the entries of one revision are in the order of the
  /// writes, which need not be the same.
  mutating func readHistory(_ reader: any ContentReader) throws {
    for kind in try reader.kinds().all {
      for id in ids {
        for version in try reader.versions(of: kind.name, id: id, before: nil, limit: 100) {
          lines.append(
            "version of \(kind.name)/\(id): \(version.from) to \(version.until ?? 0) by "
              + "\(version.actor ?? "nobody"): \(Self.text(version.item))")
        }
      }
    }
    let entries = try reader.auditEntries(about: nil, before: nil, limit: 10_000)
    lines += entries.map { entry in
      """
      audit of \(entry.subject) in \(entry.revision ?? 0): \(entry.at.rfc3339) \(entry.actor) \
      \(entry.action) from \(AuditJSON.text(entry.before) ?? "nothing") to \
      \(AuditJSON.text(entry.after) ?? "nothing")
      """
    }.sorted()
  }
}
