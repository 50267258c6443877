import FeedModel
import StrictJSON

/// The reads of one transaction that see the content as it was at a former revision.
struct SQLPastReader: SQLReading {
  let revision: Revision?
  private let present: SQLReader
  private let known: Definitions
  private let laterBatches: LaterBatches

  /// The content of the revision with this number.
  ///
  /// - Throws: ``StoreError/noSuchRevision(_:)`` or ``StoreError/revisionPruned(_:first:)``.
  init(_ number: Int, from reader: SQLReader) throws {
    present = reader
    let first = try reader.firstKeptRevision()
    guard number >= first else { throw StoreError.revisionPruned(number, first: first) }
    revision = try reader.revision(number)
    guard revision != nil || number == 0 else { throw StoreError.noSuchRevision(number) }
    laterBatches = try reader.attempt { try reader.batches(laterThan: number) }
    known = try reader.attempt {
      try reader.definitionCache.definitions(in: reader.database, at: number)
    }
  }

  /// The content of a revision that a row of the database names, which has to be there.
  ///
  /// - Throws: ``SQLError/corrupt(_:)``, or ``StoreError/revisionPruned(_:first:)``.
  init(namedByRow number: Int, from reader: SQLReader) throws {
    do {
      try self.init(number, from: reader)
    } catch StoreError.noSuchRevision {
      throw SQLError.missingRevision(number)
    }
  }

  var database: any SQLDatabase { present.database }
  var formerDefinitions: DefinitionCache { present.definitionCache }
  private var number: Int { revision?.number ?? 0 }

  func latestRevision() throws -> Revision? { revision }

  func definitions() throws -> Definitions { known }

  func source(of kind: ContentKind, isSearched: Bool) throws -> ItemSource {
    guard known.kinds[kind.name] == kind else { throw StoreError.kindChanged(kind.name) }
    return ItemSource(
      known.pastTable(of: kind, dialect), at: number, laterBatches,
      isPresentEra: try known.eras[kind.name] == present.definitions().eras[kind.name])
  }

  func compositionDocument(of feed: String) throws -> String? {
    try attempt {
      let sql = """
        SELECT document FROM compositions WHERE feed = :feed AND revision <= :revision
        UNION ALL
        SELECT document FROM tanada_composition_versions
        WHERE feed = :feed AND from_revision <= :revision AND until_revision > :revision
        """
      return try database.first(String.self, sql, ["feed": feed, "revision": number])
    }
  }

  func composedFeeds() throws -> [String] {
    try attempt {
      let sql = """
        SELECT feed FROM compositions WHERE revision <= :revision
        UNION
        SELECT feed FROM tanada_composition_versions
        WHERE from_revision <= :revision AND until_revision > :revision
        ORDER BY feed
        """
      return try database.all(String.self, sql, ["revision": number])
    }
  }

  /// Whether an item has a condition now, or had one before it was replaced, whatever the revision.
  func mayHaveConditions(_ kind: ContentKind) throws -> Bool {
    try attempt {
      guard known.kinds[kind.name] == kind else { throw StoreError.kindChanged(kind.name) }
      return try hasConditions(kind)
        || known.pastTable(of: kind, dialect).hasConditions(in: database)
    }
  }

  func nextItemBoundaries(after moment: Timestamp) throws -> [String: ItemBoundaries] {
    try attempt {
      try known.kinds.all.reduce(into: [:]) { boundaries, kind in
        let items = try source(of: kind, isSearched: false).sql
        let sql = """
          SELECT \(ItemBoundaries.selection(targeting: "_targeting")) FROM (
            SELECT _publish_at AS boundary, false AS is_shown, _is_draft, _publish_at, _unpublish_at,
              _targeting
            FROM \(items)
            UNION ALL
            SELECT _unpublish_at, _publish_at IS NULL OR _publish_at <= :moment,
              _is_draft, _publish_at, _unpublish_at, _targeting
            FROM \(items)
          ) AS boundaries
          WHERE boundary > :moment AND NOT _is_draft
            AND (_publish_at IS NULL OR _unpublish_at IS NULL OR _publish_at < _unpublish_at)
          """
        boundaries[kind.name] = try database.row(
          sql, ["moment": moment.millisecondsSince1970], isCached: false
        ).map(ItemBoundaries.init)
      }
    }
  }

  func photo(_ id: PhotoID) throws -> Photo? {
    guard var photo = try present.photo(id) else { return nil }
    return try attempt {
      let row = try database.row(
        """
        SELECT alt, focus_x, focus_y FROM tanada_photo_versions
        WHERE photo = :photo AND from_revision <= :revision AND until_revision > :revision
        """, ["photo": id.description, "revision": number])
      if let row { photo.description = try PhotoDescription(row) }
      return photo
    }
  }

  func photos(assignedTo addresses: Set<ExactText>) throws -> [ExactText: PhotoID] {
    try attempt {
      try photos(
        """
        SELECT address, photo FROM tanada_photo_addresses
        WHERE address IN (:addresses) AND revision <= :revision
        UNION ALL
        SELECT address, photo FROM tanada_photo_address_versions
        WHERE address IN (:addresses) AND from_revision <= :revision AND until_revision > :revision
        """, addresses, ["revision": number])
    }
  }

  // MARK: Reads of the present

  func uses(of id: PhotoID, limit: Int) throws -> [PhotoUse] {
    try present.uses(of: id, limit: limit)
  }

  func isShownPublicly(_ id: PhotoID, at moment: Timestamp?) throws -> Bool {
    try present.isShownPublicly(id, at: moment)
  }

  func unusedPhotos(addedBefore moment: Timestamp) throws -> [PhotoID] {
    try present.unusedPhotos(addedBefore: moment)
  }

  func unknownPictures(
    of kind: ContentKind, after address: String?, limit: Int
  ) throws -> [String] {
    try present.unknownPictures(of: kind, after: address, limit: limit)
  }

  func photos(
    matching words: [String], before number: Int?, limit: Int
  ) throws -> [(number: Int, photo: Photo)] {
    try present.photos(matching: words, before: number, limit: limit)
  }

  func versions(
    of kind: String, id: Int, before number: Int?, limit: Int
  ) throws -> [ItemVersion] {
    try present.versions(of: kind, id: id, before: number, limit: limit)
  }
}

extension SQLError {
  /// The error for a row that names a revision which is not there.
  static func missingRevision(_ number: Int) -> SQLError {
    .corrupt("a row names revision \(number), which is not there")
  }
}
