import FeedModel

/// The backlog of the full-text index: items whose texts are to be indexed later, as ranges of ids of a
/// kind.
///
/// Large writes do not update the full-text index, which keeps their transactions short. Until an item
/// is indexed, searches scan its texts, so they find the same items at any time.
extension SQLTransaction {
  /// Adds the items of `kind` with these ids to the backlog.
  func indexLater(_ kind: ContentKind, ids: ClosedRange<Int> = 1...Int.max) throws {
    try database.perform(
      "INSERT INTO search_backlog (kind, first_id, last_id) VALUES (?, ?, ?)",
      [kind.name, ids.lowerBound, ids.upperBound])
  }

  /// Indexes up to `limit` items of the backlog.
  func indexBacklog(limit: Int) throws {
    guard
      let row = try database.row(
        "SELECT rowid, kind, first_id, last_id FROM search_backlog ORDER BY rowid LIMIT 1")
    else { return }
    let (number, first, last): (Int, Int, Int) =
      try (row["rowid"], row["first_id"], row["last_id"])
    guard let kind = try kinds()[row["kind"]] else {
      return try removeFromBacklog(number, through: last, of: last)
    }
    let table = KindTable(kind, dialect)
    let ids = try database.all(
      Int.self, "SELECT id FROM \(table.name) WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
      [first, last, limit])
    let end = ids.count < limit ? last : ids.last ?? last
    if first <= end {
      let middle = ids.isEmpty ? first : ids[ids.count / 2]
      let parts = middle > first ? [first...(middle - 1), middle...end] : [first...end]
      try dialect.index(table, ids: parts, in: database)
    }
    try removeFromBacklog(number, through: end, of: last)
    if try !hasBacklog(kind) { try dialect.endIndexing(table, in: database) }
  }

  private func removeFromBacklog(_ number: Int, through end: Int, of last: Int) throws {
    if end < last {
      try database.perform(
        "UPDATE search_backlog SET first_id = ? WHERE rowid = ?", [end + 1, number])
    } else {
      try database.perform("DELETE FROM search_backlog WHERE rowid = ?", [number])
    }
  }
}

extension SQLReading {
  /// Whether items of `kind` are still to be indexed.
  func hasBacklog(_ kind: ContentKind) throws -> Bool {
    try database.first(
      Bool.self, "SELECT EXISTS (SELECT 1 FROM search_backlog WHERE kind = ?)", [kind.name])
      ?? false
  }
}
