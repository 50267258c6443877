import FeedModel

/// The tables that lists read the items of a kind from: the present items, or those of a former revision.
struct ItemSource {
  let table: KindTable
  /// The `FROM` clause of a query, in which the items are called `items`.
  let sql: String
  /// The tables whose union ``sql`` is; empty if it is one table.
  let parts: [String]
  let windows: WindowColumns
  let index: SearchCondition.Index
  let isPresent: Bool

  /// The present items of `kind`.
  ///
  /// - Parameters:
  ///   - hasBacklog: whether some are still to be indexed.
  ///   - hasWindows: whether some are not always shown.
  init(
    present kind: ContentKind, hasBacklog: Bool, hasWindows: Bool, _ dialect: any SQLDialect
  ) {
    table = KindTable(kind, dialect)
    // The join of the windows takes a third of the time of a list.
    sql = "\(table.name) AS items" + (hasWindows ? " \(WindowColumns.join(to: kind))" : "")
    parts = []
    windows = hasWindows ? .present(dialect) : .none
    index = hasBacklog ? .partial : .complete
    isPresent = true
  }

  /// The items of `revision`, with the columns that they had in the era of `past`.
  ///
  /// - Parameter isPresentEra: whether the present items have the same columns.
  init(_ past: PastTable, at revision: Int, _ later: LaterBatches, isPresentEra: Bool) {
    table = past.content
    let versions = past.versions(at: revision, later, isPresent: isPresentEra)
    sql = "(\(versions.joined(separator: "\nUNION ALL "))) AS items"
    parts = versions.count > 1 ? versions.map { "(\($0)) AS items" } : []
    windows = .former(table.dialect)
    index = .none
    isPresent = false
  }
}
