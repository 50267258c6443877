package import FeedModel
package import FeedStore

extension FeedStore {
  /// `feed` with the content of a revision, by default the newest one, as shown at `moment`, by
  /// default when that was written; `nil` if there is no such feed.
  ///
  /// - Parameter now: stands in for a revision before there is one, or from the future.
  /// - Throws: ``ScreenTooLarge``, ``StoreError``, and `DocumentProblems` for an invalid
  ///   composition.
  package func preparedFeed(
    _ feed: String, at moment: Timestamp? = nil, revision former: Int? = nil,
    includesDrafts: Bool = false, client: ClientFacts? = nil, publishing: ItemPublishing,
    now: Timestamp, within bound: ReadingBound? = nil
  ) async throws -> Feed? {
    let prepare = { @Sendable (reader: any ContentReader) throws -> Feed? in
      guard let composition = try reader.composition(of: feed) else { return nil }
      let revision = try reader.latestRevision()
      // 1. As it is served at the revision.
      let served = try RevisionWalk(
        reader, of: feed, in: FeedPreparation(publishing: publishing, bound: bound), now: now,
        showsOwnMoment: { _ in former != nil }
      ).newestFeed()
      let isServed = !includesDrafts && client == nil
      let shown = former == nil ? revision?.shownMoment(at: now) : revision?.committedAt
      guard let moment = moment ?? (isServed ? nil : shown ?? now) else { return served }
      // 2. Otherwise.
      return try reader.preview(
        of: composition, at: moment, of: revision, after: served, includesDrafts: includesDrafts,
        client: client, publishing: publishing, within: bound)
    }
    return if let former { try await read(at: former, prepare) } else { try await read(prepare) }
  }
}

extension ContentReader {
  /// `feed` with the content that is read, which was never in service, as shown at `moment`; `nil`
  /// if there is no such feed.
  ///
  /// - Parameters:
  ///   - before: the content in service, whose revision the document names.
  ///   - served: the feed of `before`, if it is known.
  package func previewedFeed(
    _ feed: String, at moment: Timestamp, over before: any ContentReader,
    knowing served: Feed? = nil, includesDrafts: Bool, client: ClientFacts? = nil,
    publishing: ItemPublishing, within bound: ReadingBound? = nil
  ) throws -> Feed? {
    guard let composition = try composition(of: feed) else { return nil }
    let served =
      try served
      ?? RevisionWalk(
        before, of: feed, in: FeedPreparation(publishing: publishing, bound: bound), now: moment
      ).newestFeed()
    return try preview(
      of: composition, at: moment, of: try before.latestRevision(), after: served,
      includesDrafts: includesDrafts, client: client, publishing: publishing, within: bound)
  }

  /// `composition` as it differs from `served`, the feed of `revision`, which the document names.
  fileprivate func preview(
    of composition: Composition, at moment: Timestamp, of revision: Revision?,
    after served: Feed?, includesDrafts: Bool, client: ClientFacts?,
    publishing: ItemPublishing, within bound: ReadingBound?
  ) throws -> Feed {
    let visibility = try visibility(
      ofPreview: composition, at: moment, includesDrafts: includesDrafts, for: client)
    var preparation = try FeedPreparation(publishing: publishing, bound: bound)
      .of(revision, in: self, showing: visibility)
    preparation.isPreview = true
    preparation.locales = try knownLocales(seenBy: visibility)
    preparation.formerChange = { served?.lastChange(of: $0) }
    return try Feed(composition, reader: self, in: preparation)
  }

  /// What a preview shows to `client`; without one to everybody, or with drafts to editors.
  private func visibility(
    ofPreview composition: Composition, at moment: Timestamp, includesDrafts: Bool,
    for client: ClientFacts?
  ) throws -> Visibility {
    guard let client else { return .preview(at: moment, includesDrafts: includesDrafts) }
    let asked = try composition.sections.reduce(into: Set<Targeting>()) { all, section in
      if let when = section.window.when { all.insert(when) }
      all.formUnion(
        try self.conditions(of: section, at: moment, includesDrafts: includesDrafts))
    }
    return Visibility(
      at: moment, includesDrafts: includesDrafts,
      meeting: .only(asked.filter { $0.isMet(by: client) }))
  }
}

// MARK: - Sections

extension Feed {
  /// Prepares `composition` with the content of `reader`. A damaged item leaves its section empty;
  /// any other ``StoreError`` is thrown: a section must not be published empty whose items are
  /// there.
  ///
  /// - Parameters:
  ///   - served: the feed in service, whose documents are used as long as they are the same.
  ///   - isRead: whether the items of a section are read; otherwise it is empty.
  init(
    _ composition: Composition, reader: any ContentReader, in preparation: FeedPreparation,
    insteadOf served: Feed? = nil, where isRead: (Composition.Section) -> Bool = { _ in true }
  ) throws {
    let preparation = preparation.of(composition)
    try self.init(composition, in: preparation, insteadOf: served) { section in
      guard isRead(section) else {
        return Section(
          section, of: composition.feed, showing: .success(ShownItems(items: [])), preparation)
      }
      return try Section(
        section, of: composition.feed, reader: reader, in: preparation,
        insteadOf: served?.section(section.id))
    }
  }
}

extension Section {
  /// Section `specification` of `feed` with its items from `reader`; empty if one of them is
  /// damaged. It may be the same as `served`.
  init(
    _ specification: Composition.Section, of feed: String, reader: any ContentReader,
    in preparation: FeedPreparation, insteadOf served: Section? = nil
  ) throws {
    self.init(
      specification, of: feed, showing: try reader.shownItems(of: specification, in: preparation),
      insteadOf: served.map { [$0] } ?? [], preparation)
    targeting = try reader.targeting(of: specification, in: feed, preparation)
  }
}

extension ContentReader {
  /// The items of `specification`, or the error of a damaged one.
  func shownItems(
    of specification: Composition.Section, in preparation: FeedPreparation
  ) throws -> Result<Feed.ShownItems, any Error> {
    let visibility = preparation.visibility
    do {
      let (found, follower) = try beginning(of: specification, visibility: visibility)
      let items = found.map(\.content)
      let hasPages = preparation.looks(of: specification).hasPages
      let (boundaries, lastingFollower) = try boundaries(
        of: specification, showing: (found, follower), visibility, hasPages: hasPages)
      // The items that are pinned behind it are on its pages: it changes when one comes or goes.
      var (source, ofPinned) = (Composition.Source?.none, Boundaries.none)
      if hasPages, follower != nil {
        source = try self.source(of: specification, visibility: visibility)
        ofPinned = try pinnedBoundaries(of: specification, visibility)
      }
      let shown = Feed.ShownItems(
        items: items, photos: try ShownPhotos(of: items, in: self),
        follower: follower?.content.id, source: source,
        boundaries: Boundaries([boundaries, ofPinned]), lastingFollower: lastingFollower)
      try preparation.bound?.add(shown)
      return .success(shown)
    } catch let error as StoreError where error.isOfItem {
      return .failure(error)
    }
  }

  /// When the items that `section` pins begin or cease to be shown; never for a query.
  private func pinnedBoundaries(
    of section: Composition.Section, _ visibility: Visibility
  ) throws -> Boundaries {
    guard case .pinned(let ids) = section.source else { return .none }
    let windows = try ids.compactMap { try item(of: section.kind, id: $0)?.window }
    return Boundaries(windows.map(visibility.boundaries))
  }
}
