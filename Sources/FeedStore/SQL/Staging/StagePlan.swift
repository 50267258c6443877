package import FeedModel
import StrictJSON

/// The changes of a staged write, compared with the content of one revision.
package struct StagePlan: Sendable {
  package let kinds: [ContentKind]
  let revision: Int
  package let counts: [String: [Change: Int]]
  /// The ranges of ids to add to the search backlog, by kind.
  let ranges: [String: [ClosedRange<Int>]]

  /// The number of items that are inserted or updated.
  package var changeCount: Int { kinds.reduce(0) { $0 + changeCount(of: $1) } }

  /// The number of items of `kind` that are inserted or updated.
  package func changeCount(of kind: ContentKind) -> Int {
    let counts = counts[kind.name] ?? [:]
    return counts[.inserted, default: 0] + counts[.updated, default: 0]
  }
}

extension StagedWrite {
  /// The most references that are listed.
  private static var maximumReferenceCount: Int { 100 }

  /// The changes of the items of `kinds`, which have been compared with the content of `revision`.
  func plan(
    of kinds: [ContentKind], since revision: Int, _ database: any SQLDatabase
  ) throws -> StagePlan {
    StagePlan(
      kinds: kinds, revision: revision, counts: try counts(of: kinds, database),
      ranges: try ranges(of: kinds, database))
  }

  /// Compares the items with the stored ones, apart from those of kinds that are to be defined otherwise first.
  ///
  /// - Parameters:
  ///   - pending: the names of the kinds that may be defined otherwise before the items are written.
  ///   - author: who is to write them, and may do so at `moment`.
  /// - Throws: ``AuthorityError``, `StageError`, ``StoreError``, or an error of the database.
  package func plan(
    _ database: any SQLDatabase, besides pending: Set<String>, at moment: Timestamp,
    by author: Author
  ) throws -> StagePlan {
    _ = try content.confirm(author, in: database, at: moment)
    let reader = SQLReader(database: database, definitionCache: content.definitionCache)
    let revision = try reader.latestRevision()?.number ?? 0
    let kinds = try stagedKinds(reader, besides: pending)
    for kind in kinds {
      try compare(kind, database)
    }
    // References to items of a kind that is not defined yet are followed once it is.
    if try kinds.count == stagedKindCount(database) {
      try requireReferents(of: kinds, database)
    }
    return try plan(of: kinds, since: revision, database)
  }

  /// The staged kinds, which are still defined as they were.
  ///
  /// - Parameter pending: the names of kinds that are left out if they are defined otherwise.
  /// - Throws: ``StoreError/kindChanged(_:)``.
  func stagedKinds(
    _ reader: some SQLReading, besides pending: Set<String> = []
  ) throws -> [ContentKind] {
    let kinds = try reader.kinds()
    return try reader.database.rows(
      "SELECT name, definition FROM \(Self.kindsTable(reader.dialect)) ORDER BY number",
      isCached: false
    ).compactMap { row in
      let (name, definition): (String, String) = try (row[0], row[1])
      if let kind = kinds[name], kind.json == Array(definition.utf8) {
        return kind
      }
      guard pending.contains(name) else { throw StoreError.kindChanged(name) }
      return nil
    }
  }

  /// How many kinds are staged, whether they are defined or not.
  func stagedKindCount(_ database: any SQLDatabase) throws -> Int {
    try database.first(
      Int.self, "SELECT count(*) FROM \(Self.kindsTable(database.dialect))", isCached: false) ?? 0
  }

  func requireReferents(of kinds: [ContentKind], _ database: any SQLDatabase) throws {
    var references: [StageError.DanglingReference] = []
    var count = 0
    for kind in kinds {
      for field in kind.fields {
        let isStaged = kinds.contains { $0.name == field.type.referencedKind }
        guard
          let sql = StageTable(kind, database.dialect).danglingReferences(
            of: field, isStaged: isStaged)
        else {
          continue
        }
        try database.forEachRow(sql, [], isCached: false) { row in
          count += 1
          guard references.count < Self.maximumReferenceCount else { return }
          references.append(
            try StageError.DanglingReference(
              kind: kind.name, id: row[0], field: field.name,
              expected: field.type.expectation.phrase,
              found: FieldValue(row.values[1])?.plainText ?? "",
              place: (row[2] as String?).map { try StagedItem.Place(pointer: $0, line: row[3]) }))
        }
      }
    }
    guard count == 0 else { throw StageError.noSuchReferents(references, count: count) }
  }

  func counts(
    of kinds: [ContentKind], _ database: any SQLDatabase
  ) throws -> [String: [Change: Int]] {
    var counts: [String: [Change: Int]] = [:]
    for kind in kinds {
      let rows = try database.rows(
        "SELECT _state, count(*) FROM \(StageTable(kind, database.dialect).name) GROUP BY _state",
        isCached: false)
      counts[kind.name] = [:]
      for row in rows {
        let change: Change =
          switch StageTable.State(rawValue: try row[0]) {
          case .inserted: .inserted
          case .updated: .updated
          case .unchanged, nil: .unchanged
          }
        counts[kind.name]?[change] = try row[1]
      }
    }
    return counts
  }

  func ranges(
    of kinds: [ContentKind], _ database: any SQLDatabase
  ) throws -> [String: [ClosedRange<Int>]] {
    var ranges: [String: [ClosedRange<Int>]] = [:]
    for kind in kinds where KindTable(kind, database.dialect).isSearched {
      let table = StageTable(kind, database.dialect)
      guard let extent = try database.row(table.extent, isCached: false),
        let first: Int = try extent[0], let last: Int = try extent[1]
      else { continue }
      let count: Int = try extent[2]
      // Ids are mostly dense, so one range is enough.
      ranges[kind.name] =
        last - first < 2 * count
        ? [first...last]
        : try database.rows(table.ranges, isCached: false).map { row in
          try (row[0] as Int)...(row[1] as Int)
        }
    }
    return ranges
  }
}
