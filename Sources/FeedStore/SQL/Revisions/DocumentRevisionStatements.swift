import FeedModel

extension SQLReading {
  func notedRevisions() throws -> ClosedRange<Int> {
    try attempt {
      let sql = "SELECT first_revision, last_revision FROM tanada_known_documents"
      guard let row = try database.row(sql) else { return 0...0 }
      let (first, last): (Int, Int) = try (row[0], row[1])
      return first...max(first, last)
    }
  }

  func documentRevision(of document: DocumentKey, through number: Int) throws -> Int {
    let noted = try attempt {
      let sql = """
        SELECT revision FROM tanada_document_revisions
        WHERE feed = ? AND section = ? AND revision <= ? AND NOT is_moved
        ORDER BY revision DESC LIMIT 1
        """
      return try database.first(Int.self, sql, [document.feed, document.section ?? "", number])
    }
    return try noted ?? min(number, max(1, notedRevisions().lowerBound))
  }

  func nextChange(of document: DocumentKey, after number: Int) throws -> Int? {
    try attempt {
      let sql = """
        SELECT min(revision) FROM tanada_document_revisions
        WHERE feed = ? AND section = ? AND revision > ? AND NOT is_moved
        """
      return try database.first(Int.self, sql, [document.feed, document.section ?? "", number])
    }
  }

  /// The documents that `revision` is known to have changed.
  func changedDocuments(in revision: Revision) throws -> [DocumentKey] {
    let sql = """
      SELECT feed, section FROM tanada_document_revisions WHERE revision = ? ORDER BY feed, section
      """
    return try database.rows(sql, [revision.number])
      .map { try DocumentKey($0) }
  }

  func touches(in number: Int) throws -> RevisionTouches {
    try attempt {
      let limit = RevisionChanges.maximumItemCount
      let items = try database.rows(
        "SELECT kind, id FROM revision_changes WHERE revision = ? ORDER BY kind, id LIMIT ?",
        [number, limit + 1]
      ).map { try RevisionChanges.Item(kind: $0["kind"], id: $0["id"]) }
      func names(_ sql: String) throws -> Set<String> {
        try Set(database.all(String.self, sql, [number]))
      }
      let kinds = "SELECT DISTINCT kind FROM revision_changes WHERE revision = ?"
      let photos = try database.all(
        Bool.self, "SELECT DISTINCT is_public FROM tanada_revision_photos WHERE revision = ?",
        [number])
      return RevisionTouches(
        items: Array(items.prefix(limit)),
        kinds: items.count > limit ? try names(kinds) : Set(items.map(\.kind)),
        publicKinds: items.isEmpty ? [] : try names(kinds + " AND is_public"),
        conditions: try conditions(of: number),
        feeds: try names("SELECT feed FROM revision_feeds WHERE revision = ?"),
        definitions: try names("SELECT kind FROM revision_kinds WHERE revision = ?"),
        hasDesigns: try database.exists(
          "SELECT 1 FROM tanada_revision_designs WHERE revision = ?", [number]),
        hasPhotos: !photos.isEmpty, hasPublicPhotos: photos.contains(true))
    }
  }

  /// The conditions of what the revision `number` changed for clients that meet them, by kinds.
  private func conditions(of number: Int) throws -> [String: Set<Targeting>] {
    let sql = "SELECT kind, targeting FROM tanada_revision_conditions WHERE revision = ?"
    return try database.rows(sql, [number]).reduce(into: [:]) { conditions, row in
      guard let condition = Targeting(canonicalText: try row[1]) else { return }
      conditions[try row[0], default: []].insert(condition)
    }
  }

  func lastTouch(ofKind kind: String, through number: Int) throws -> Int {
    try attempt {
      let changed = """
        coalesce((
          SELECT number FROM revisions WHERE number <= :number AND EXISTS (
            SELECT 1 FROM revision_changes AS changes
            WHERE changes.revision = number AND changes.kind = :kind AND is_public)
          ORDER BY number DESC LIMIT 1), 0)
        """
      let forgotten = """
        coalesce((
          SELECT revision FROM tanada_forgotten_changes
          WHERE kind = :kind AND revision <= :number), 0)
        """
      let defined = """
        coalesce((
          SELECT max(revision) FROM revision_kinds WHERE kind = :kind AND revision <= :number), 0)
        """
      let photos = """
        coalesce((
          SELECT max(revision) FROM tanada_revision_photos
          WHERE revision <= :number AND is_public), 0)
        """
      let sql = "SELECT \(dialect.greatest("1", changed, forgotten, defined, photos))"
      return try database.first(Int.self, sql, ["kind": kind, "number": number]) ?? 1
    }
  }

  func lastTouches(
    ofTargeted kind: String, through number: Int
  ) throws -> [Targeting: Int] {
    try attempt {
      let rows = try database.rows(
        """
        SELECT targeting, max(revision) FROM tanada_revision_conditions
        WHERE kind = ? AND revision <= ? GROUP BY targeting
        """, [kind, number])
      return try rows.reduce(into: [:]) { touches, row in
        guard let condition = Targeting(canonicalText: try row[0]) else { return }
        touches[condition] = try row[1]
      }
    }
  }
}

extension DocumentKey {
  fileprivate init(_ row: SQLRow) throws {
    let section: String = try row["section"]
    self.init(feed: try row["feed"], section: section.isEmpty ? nil : section)
  }
}

extension SQLTransaction {
  func note(_ range: DocumentChangeRange) throws -> DocumentNoting {
    let (last, through) = (try notedRevisions().upperBound, range.through)
    guard try revision(through.number)?.id == through.id else { return .foreign }
    guard last >= range.after else { return .incomplete }
    return try attempt {
      for changes in range.changes where changes.revision.number > last {
        try insert(changes.shown, of: changes.revision, isMoved: false)
        try insert(changes.moved, of: changes.revision, isMoved: true)
      }
      try database.perform(
        "UPDATE tanada_known_documents SET last_revision = \(dialect.greatest("last_revision", "?"))",
        [through.number])
      return .noted
    }
  }

  private func insert(
    _ documents: Set<DocumentKey>, of revision: Revision, isMoved: Bool
  ) throws {
    for document in documents {
      try database.perform(
        """
        INSERT INTO tanada_document_revisions (feed, section, revision, is_moved)
        VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
        """, [document.feed, document.section ?? "", revision.number, isMoved])
    }
  }
}
