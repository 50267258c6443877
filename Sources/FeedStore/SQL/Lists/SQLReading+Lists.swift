import FeedModel

/// Reading lists by the statements of ``ListStatement``.
extension SQLReading {
  func items(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?,
    after position: ListPosition?, limit: Int
  ) throws -> [StoredItem] {
    try list(of: kind, query, visibility, limit: limit) { list in
      let list = try list.items(after: position, limit: limit)
      var items: [StoredItem] = []
      try database.forEachRow(list.sql, list.values, isCached: list.isCached) { row in
        items.append(try item(kind, in: row))
      }
      return items
    }
  }

  func ids(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?, limit: Int
  ) throws -> [Int] {
    try list(of: kind, query, visibility, limit: limit) { list in
      let list = list.ids(limit: limit)
      return try database.all(Int.self, list.sql, list.values, isCached: false)
    }
  }

  func count(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?
  ) throws -> Int {
    try list(of: kind, query, visibility) { list in
      let list = list.count()
      return try database.first(Int.self, list.sql, list.values, isCached: list.isCached) ?? 0
    }
  }

  func countedItems(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?, limit: Int
  ) throws -> (items: [StoredItem], count: Int) {
    try attempt {
      let source = try source(of: kind, finding: query)
      let common = source.index == .none ? [] : try commonWords(of: query, in: source.table)
      guard source.index != .none, !source.table.isInOrder(query),
        !Set(query.searchWords).isSubset(of: common)
      else {
        return (
          try items(of: kind, matching: query, visibility: visibility, after: nil, limit: limit),
          try count(of: kind, matching: query, visibility: visibility)
        )
      }
      let list = try ListStatement(source, query: query, visibility: visibility, common: common)
        .countedItems(limit: limit)
      var (items, count): ([StoredItem], Int) = ([], 0)
      try database.forEachRow(list.sql, list.values, isCached: false) { row in
        items.append(try item(kind, in: row))
        count = try row[row.count - 1]
      }
      return (items, count)
    }
  }

  func scannedTextCount(
    of kind: ContentKind, matching query: ContentQuery, counts: Bool, upTo limit: Int
  ) throws -> Int {
    try attempt {
      let source = try source(of: kind, finding: query)
      // Items that are still to be indexed are few, or soon will be.
      guard query.search != nil, source.index != .none else { return 0 }
      // Passes over all items if the index is not used, and whether those that it finds are scanned.
      let passes = (source.table.isInOrder(query) ? 0 : 1) + (counts ? 1 : 0)
      let hasTranslations = try hasTranslations(kind)
      guard passes > 0 || hasTranslations else { return 0 }
      let common = try commonWords(of: query, in: source.table)
      guard Set(query.searchWords).isSubset(of: common) else {
        guard hasTranslations else { return 0 }
        let found = SearchCondition(
          words: query.searchWords, foundIn: source.table, besides: common)
        // Filters come first.
        var filters = ContentQuery(filters: query.filters)
        filters.lookup = query.lookup
        let list = try ListStatement(source, query: filters, visibility: nil)
          .counting(upTo: limit, where: found)
        let count = try database.first(Int.self, list.sql, list.values, isCached: false)
        // In the order of an index, the items are gone through once for the page and once for the number.
        return (counts && source.table.isInOrder(query) ? 2 : 1) * (count ?? 0)
      }
      guard passes > 0 else { return 0 }
      // Filters come first.
      let filters = ContentQuery(filters: query.filters)
      return try passes * count(of: kind, matching: filters, visibility: nil)
    }
  }

  func conditions(
    of kind: ContentKind, matching query: ContentQuery, at moment: Timestamp, includesDrafts: Bool
  ) throws -> Set<Targeting> {
    guard try mayHaveConditions(kind) else { return [] }
    let visibility = Visibility(at: moment, includesDrafts: includesDrafts, meeting: .all)
    return try list(of: kind, query, visibility) { list in
      guard let list = list.targetings() else { return [] }
      let found = try database.all(String.self, list.sql, list.values, isCached: list.isCached)
      // A damaged one is reported by the item that has it.
      return Set(found.compactMap { Targeting(canonicalText: $0) })
    }
  }

  func targetedBoundaries(
    of kind: ContentKind, matching query: ContentQuery, after moment: Timestamp
  ) throws -> [Targeting: Timestamp] {
    guard try mayHaveConditions(kind) else { return [:] }
    return try list(of: kind, query, nil) { list in
      guard let list = list.targetedBoundaries(after: moment) else { return [:] }
      let rows = try database.rows(list.sql, list.values, isCached: list.isCached)
      return try rows.reduce(into: [:]) { boundaries, row in
        guard let next: Int = try row[1], let when = Targeting(canonicalText: try row[0]) else {
          return
        }
        boundaries[when] = Timestamp(millisecondsSince1970: next)
      }
    }
  }

  func shownIDs(
    of kind: ContentKind, among ids: [Int], visibility: Visibility
  ) throws -> Set<Int> {
    guard !ids.isEmpty else { return [] }
    return try attempt {
      let source = try source(of: kind, finding: .all)
      let shown = source.windows.isShown(by: visibility)
      let list = ids.map(String.init).joined(separator: ", ")
      return try Set(
        database.all(
          Int.self,
          """
          SELECT items.id FROM \(source.sql)
          WHERE items.id IN (\(list)) AND \(shown?.sql ?? "true")
          """, SQLArguments(source.arguments + (shown?.arguments ?? [])), isCached: false))
    }
  }

  func nextBeginning(
    of kind: ContentKind, matching query: ContentQuery, after visibility: Visibility,
    upTo position: ListPosition?
  ) throws -> Timestamp? {
    try list(of: kind, query, nil) { list in
      guard let list = try list.nextBeginning(after: visibility, upTo: position) else { return nil }
      return try database.first(Int.self, list.sql, list.values, isCached: list.isCached)
        .map(Timestamp.init(millisecondsSince1970:))
    }
  }

  /// Runs `body` with the list of the items that `query` finds.
  ///
  /// - Parameter limit: the number of items to find; `nil` for all.
  private func list<Value>(
    of kind: ContentKind, _ query: ContentQuery, _ visibility: Visibility?, limit: Int? = nil,
    _ body: (ListStatement) throws -> Value
  ) throws -> Value {
    try attempt {
      let source = try source(of: kind, finding: query)
      let common =
        try source.index == .none ? [] : commonWords(of: query, in: source.table, limit: limit)
      return try body(
        ListStatement(source, query: query, visibility: visibility, common: common))
    }
  }
}
