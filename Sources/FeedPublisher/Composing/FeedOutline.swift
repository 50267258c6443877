package import FeedModel
package import FeedStore

/// The outline of a feed in a transaction that is going to be rolled back: as little as has to be read within it, since
/// others wait for its lock. The rest is as it was before, and is read beside them.
package struct FeedOutline: Sendable {
  /// The number of the revision without the transaction; 0 before the first write.
  package var revisionNumber: Int { revision?.number ?? 0 }

  private let composition: Composition
  private let revision: Revision?
  private let visibility: Visibility
  /// The items that the sections with a query find, with one beyond their limits, by the sections' ids.
  private let found: [String: [Int]]
  /// The items that the transaction has written, by their kinds and ids; `nil` for one that it has deleted.
  private let written: [String: [Int: StoredItem?]]

  /// The outline of `feed` in a transaction, as it is shown at `moment`; `nil` if there is no such feed.
  ///
  /// - Parameters:
  ///   - revision: the revision without the transaction, which the document names.
  ///   - client: the client that it is shown to; `nil` for everybody, or for editors with drafts.
  ///   - writes: the items that the transaction has written or deleted.
  /// - Throws: ``StoreError``, and `DocumentProblems` for a stored composition that is not valid.
  package init?(
    of feed: String, in reader: any ContentReader, at moment: Timestamp, revision: Revision?,
    includesDrafts: Bool, client: ClientFacts? = nil,
    writing writes: [(kind: ContentKind, id: Int)]
  ) throws {
    guard let composition = try reader.composition(of: feed) else { return nil }
    let visibility = try reader.visibility(
      ofPreview: composition, at: moment, includesDrafts: includesDrafts, for: client)
    (self.composition, self.revision, self.visibility) = (composition, revision, visibility)
    var found: [String: [Int]] = [:]
    for section in composition.sections where visibility.shows(section.window) {
      guard case .query(let query) = section.source else { continue }
      found[section.id] = try reader.ids(
        of: section.kind, matching: query, visibility: visibility, limit: section.limit + 1)
    }
    self.found = found
    let kinds = Set(composition.sections.map(\.kind.name))
    var written: [String: [Int: StoredItem?]] = [:]
    for (kind, id) in writes where kinds.contains(kind.name) {
      written[kind.name, default: [:]].updateValue(
        try reader.item(of: kind, id: id), forKey: id)
    }
    self.written = written
  }

  /// The feed as a preview, with what the transaction has left alone from `reader`.
  ///
  /// - Parameter reader: reads the revision ``revisionNumber``.
  /// - Throws: ``StoreError``.
  package func preparedFeed(
    with reader: any ContentReader, publishing: ItemPublishing
  ) throws -> PreparedFeed {
    let served = try RevisionWalk(
      reader, of: composition.feed, publishing: publishing, now: visibility.moment
    ).newestFeed()
    var preparation = FeedPreparation(revision, visibility: visibility, publishing: publishing)
    preparation.isPreview = true
    preparation.locales = try reader.knownLocales()
    preparation.formerChange = { served?.lastChange(of: $0) }
    return try PreparedFeed(composition, in: preparation) { section in
      let shown: Result<PreparedFeed.ShownItems, any Error>
      do {
        shown = .success(try shownItems(of: section, with: reader))
      } catch let error as StoreError where error.isOfItem {
        shown = .failure(error)
      }
      return PreparedSection(section, of: composition.feed, showing: shown, preparation)
    }
  }

  private func shownItems(
    of section: Composition.Section, with reader: any ContentReader
  ) throws -> PreparedFeed.ShownItems {
    let ids =
      switch section.source {
      case .pinned(let ids): ids
      case .query: found[section.id] ?? []
      }
    // One more than the limit shows what follows.
    var found: [StoredItem] = []
    for id in ids where found.count <= section.limit {
      guard let item = try item(of: section.kind, id: id, with: reader),
        visibility.shows(item.window)
      else { continue }
      found.append(item)
    }
    let stored = Array(found.prefix(section.limit))
    let follower = found.count > section.limit ? found.last : nil
    let shown = stored.map(\.content)
    return PreparedFeed.ShownItems(
      items: shown, photos: try ShownPhotos(of: shown, in: reader), follower: follower?.content.id,
      boundaries: try boundaries(of: section, showing: stored, before: follower, with: reader))
  }

  /// When the section shows other items. What the transaction has written counts wherever it is, so the moment may be
  /// too early: a preview is not kept.
  private func boundaries(
    of section: Composition.Section, showing items: [StoredItem], before follower: StoredItem?,
    with reader: any ContentReader
  ) throws -> Boundaries {
    let others = try SectionBoundaries(
      section: section, visibility: visibility, hasPages: false, reader: reader
    ).boundaries(showing: items, before: follower).boundaries
    let windows = (written[section.kind.name] ?? [:]).values.compactMap { $0?.window }
    return Boundaries([others] + windows.map(visibility.boundaries))
  }

  private func item(
    of kind: ContentKind, id: Int, with reader: any ContentReader
  ) throws -> StoredItem? {
    if let item = written[kind.name]?[id] { return item }
    return try reader.item(of: kind, id: id)
  }
}
