import FeedModel
import FeedStore
import GRDB
import StrictJSON

extension SQLiteStage {
  /// The most references that are listed.
  private static let maximumReferenceCount = 100

  /// The changes of a staged write, compared with the content of one revision.
  struct Plan: Sendable {
    let kinds: [ContentKind]
    let revision: Int
    let counts: [String: [Change: Int]]
    /// The ranges of ids to add to the search backlog, by kind.
    let ranges: [String: [ClosedRange<Int>]]

    static let empty = Plan(kinds: [], revision: 0, counts: [:], ranges: [:])

    private init(
      kinds: [ContentKind], revision: Int, counts: [String: [Change: Int]],
      ranges: [String: [ClosedRange<Int>]]
    ) {
      self.kinds = kinds
      self.revision = revision
      self.counts = counts
      self.ranges = ranges
    }

    /// The changes of the items of `kinds`, which have been compared with the content of `revision`.
    init(
      of kinds: [ContentKind], since revision: Int, stage: SQLiteStage, _ database: Database
    ) throws {
      self.init(
        kinds: kinds, revision: revision, counts: try stage.counts(of: kinds, database),
        ranges: try stage.ranges(of: kinds, database))
    }

    var changeCount: Int { kinds.reduce(0) { $0 + changeCount(of: $1) } }

    func changeCount(of kind: ContentKind) -> Int {
      let counts = counts[kind.name] ?? [:]
      return counts[.inserted, default: 0] + counts[.updated, default: 0]
    }
  }

  /// Compares the items with the stored ones, apart from those of kinds that are to be defined otherwise first.
  ///
  /// - Parameter pending: the names of the kinds that may be defined otherwise before the items are written.
  func plan(_ database: Database, besides pending: Set<String>) throws -> Plan {
    let reader = SQLiteReader(database: database, path: path, kindCache: kindCache)
    let revision = try reader.latestRevision()?.number ?? 0
    let kinds = try stagedKinds(reader, besides: pending)
    for kind in kinds {
      try database.execute(sql: StageTable(kind).translation())
      try database.execute(sql: StageTable(kind).targeting())
      try database.execute(sql: StageTable(kind).comparison())
    }
    // References to items of a kind that is not defined yet are followed once it is.
    if try kinds.count == stagedKindCount(database) {
      try requireReferents(of: kinds, database)
    }
    return try Plan(of: kinds, since: revision, stage: self, database)
  }

  /// The staged kinds, which are still defined as they were.
  ///
  /// - Parameter pending: the names of kinds that are left out if they are defined otherwise.
  /// - Throws: ``StoreError/kindChanged(_:)``.
  func stagedKinds(
    _ reader: some SQLiteReading, besides pending: Set<String> = []
  ) throws -> [ContentKind] {
    let kinds = try reader.kinds()
    return try Row.fetchAll(
      reader.database, sql: "SELECT name, definition FROM temp.staged_kinds ORDER BY rowid"
    ).compactMap { row in
      let (name, definition): (String, String) = (row[0], row[1])
      if let kind = kinds[name], String(decoding: kind.json, as: UTF8.self) == definition {
        return kind
      }
      guard pending.contains(name) else { throw StoreError.kindChanged(name) }
      return nil
    }
  }

  /// How many kinds are staged, whether they are defined or not.
  func stagedKindCount(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM temp.staged_kinds") ?? 0
  }

  func requireReferents(of kinds: [ContentKind], _ database: Database) throws {
    var references: [StageError.DanglingReference] = []
    var count = 0
    for kind in kinds {
      for field in kind.fields {
        let isStaged = kinds.contains { $0.name == field.type.referencedKind }
        guard let sql = StageTable(kind).danglingReferences(of: field, isStaged: isStaged) else {
          continue
        }
        let rows = try Row.fetchCursor(database, sql: sql)
        while let row = try rows.next() {
          count += 1
          guard references.count < Self.maximumReferenceCount else { continue }
          references.append(
            StageError.DanglingReference(
              kind: kind.name, id: row[0], field: field.name,
              expected: field.type.expectation.phrase,
              found: FieldValue(row[1] as DatabaseValue)?.plainText ?? "",
              place: (row[2] as String?).map { StagedItem.Place(pointer: $0, line: row[3]) }))
        }
      }
    }
    guard count == 0 else { throw StageError.noSuchReferents(references, count: count) }
  }

  func counts(
    of kinds: [ContentKind], _ database: Database
  ) throws -> [String: [Change: Int]] {
    var counts: [String: [Change: Int]] = [:]
    for kind in kinds {
      let rows = try Row.fetchAll(
        database, sql: "SELECT _state, count(*) FROM \(StageTable(kind).name) GROUP BY _state")
      counts[kind.name] = [:]
      for row in rows {
        let change: Change =
          switch StageTable.State(rawValue: row[0]) {
          case .inserted: .inserted
          case .updated: .updated
          case .unchanged, nil: .unchanged
          }
        counts[kind.name]?[change] = row[1]
      }
    }
    return counts
  }

  func ranges(
    of kinds: [ContentKind], _ database: Database
  ) throws -> [String: [ClosedRange<Int>]] {
    var ranges: [String: [ClosedRange<Int>]] = [:]
    for kind in kinds where !KindTable(kind).searchedColumns.isEmpty {
      let table = StageTable(kind)
      guard let extent = try Row.fetchOne(database, sql: table.extent),
        let first: Int = extent[0], let last: Int = extent[1]
      else { continue }
      let count: Int = extent[2]
      // Ids are mostly dense, so one range is enough.
      ranges[kind.name] =
        last - first < 2 * count
        ? [first...last]
        : try Row.fetchAll(database, sql: table.ranges).map { row in
          (row[0] as Int)...(row[1] as Int)
        }
    }
    return ranges
  }
}
