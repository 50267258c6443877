package import FeedModel
package import FeedStore

extension FeedStore {
  /// `feed` with the content of a revision, by default the newest one, as it is shown at `moment`, by default
  /// when that was written; `nil` if there is no such feed.
  ///
  /// - Parameters:
  ///   - now: used instead of the newest revision before there is one, and if it is from the future.
  ///   - bound: the bound on what is read; `nil` for none.
  /// - Throws: ``ScreenTooLarge``, errors of `bound`, ``StoreError``, and `DocumentProblems` for a stored composition that is not valid.
  package func preparedFeed(
    _ feed: String, at moment: Timestamp? = nil, revision former: Int? = nil,
    includesDrafts: Bool = false, client: ClientFacts? = nil, publishing: ItemPublishing,
    now: Timestamp, within bound: ReadingBound? = nil
  ) async throws -> Feed? {
    let prepare = { @Sendable (reader: any ContentReader) throws -> Feed? in
      try reader.preparedFeed(
        feed, at: moment, revision: try reader.latestRevision(), isFormer: former != nil,
        includesDrafts: includesDrafts, client: client, publishing: publishing, now: now,
        within: bound)
    }
    return if let former { try await read(at: former, prepare) } else { try await read(prepare) }
  }
}

extension FeedPublisher {
  /// Feed `name` with `content`, which was never in service, as it is shown at `moment`; `nil` if there is no such feed.
  ///
  /// - Parameters:
  ///   - before: the content in service that it is compared with, whose revision the document names.
  ///   - bound: the bound on what is read; `nil` for none.
  /// - Throws: ``ScreenTooLarge``, errors of `bound`, ``StoreError``, and `DocumentProblems` for a stored composition
  ///   that is not valid.
  package func previewedFeed(
    _ name: String, with content: any ContentReader, over before: any ContentReader,
    at moment: Timestamp, includesDrafts: Bool, client: ClientFacts?,
    within bound: ReadingBound?
  ) throws -> Feed? {
    // What is in service need not be read again.
    let (served, revision) = (current, try before.latestRevision())
    let isServed = served?.content.isSettled == true && served?.committed == revision
    return try content.previewedFeed(
      name, at: moment, over: before, knowing: isServed ? served?.feeds[name] : nil,
      includesDrafts: includesDrafts, client: client, publishing: configuration.items,
      within: bound)
  }
}

extension ContentReader {
  /// `feed` with the content that is read, as it is shown at `moment`, by default when `revision` was written;
  /// `nil` if there is no such feed.
  ///
  /// - Parameters:
  ///   - revision: the revision that the document names.
  ///   - isFormer: whether that is asked for as it was, and shows its own moment in any case.
  ///   - now: used instead of a revision before there is one, and if it is from the future.
  ///   - bound: the bound on what is read; `nil` for none.
  /// - Throws: ``ScreenTooLarge``, errors of `bound`, ``StoreError``, and `DocumentProblems` for a stored composition
  ///   that is not valid.
  package func preparedFeed(
    _ feed: String, at moment: Timestamp?, revision: Revision?, isFormer: Bool = false,
    includesDrafts: Bool,
    client: ClientFacts? = nil, publishing: ItemPublishing, now: Timestamp,
    within bound: ReadingBound? = nil
  ) throws -> Feed? {
    guard let composition = try composition(of: feed) else { return nil }
    // 1. As it is served at the revision.
    let isRead = try latestRevision()?.number == revision?.number
    let reader = isRead ? self : try content(at: revision?.number ?? 0)
    let served = try RevisionWalk(
      reader, of: feed, publishing: publishing, now: now, within: bound,
      showsOwnMoment: { _ in isFormer }
    ).newestFeed()
    let isServed = !includesDrafts && client == nil
    let shown = isFormer ? revision?.committedAt : revision?.shownMoment(at: now)
    guard let moment = moment ?? (isServed ? nil : shown ?? now) else {
      return served
    }
    // 2. Otherwise.
    return try preview(
      of: composition, at: moment, of: revision, after: served, includesDrafts: includesDrafts,
      client: client, publishing: publishing, within: bound)
  }

  /// `feed` with the content that is read, which was never in service, as it is shown at `moment`; `nil` if there is no
  /// such feed.
  ///
  /// - Parameters:
  ///   - before: the content in service that it is compared with, whose revision the document names.
  ///   - served: the feed of `before`, if it is known.
  ///   - bound: the bound on what is read; `nil` for none.
  /// - Throws: as ``preparedFeed(_:at:revision:isFormer:includesDrafts:client:publishing:now:within:)``.
  package func previewedFeed(
    _ feed: String, at moment: Timestamp, over before: any ContentReader,
    knowing served: Feed? = nil, includesDrafts: Bool, client: ClientFacts? = nil,
    publishing: ItemPublishing, within bound: ReadingBound? = nil
  ) throws -> Feed? {
    guard let composition = try composition(of: feed) else { return nil }
    let served =
      try served
      ?? RevisionWalk(before, of: feed, publishing: publishing, now: moment, within: bound)
      .newestFeed()
    return try preview(
      of: composition, at: moment, of: try before.latestRevision(), after: served,
      includesDrafts: includesDrafts, client: client, publishing: publishing, within: bound)
  }

  /// - Parameters:
  ///   - revision: the revision that the document names.
  ///   - served: the feed in service at the revision; `nil` if there is none.
  private func preview(
    of composition: Composition, at moment: Timestamp, of revision: Revision?,
    after served: Feed?, includesDrafts: Bool, client: ClientFacts?,
    publishing: ItemPublishing, within bound: ReadingBound?
  ) throws -> Feed {
    var preparation = FeedPreparation(
      revision,
      visibility: try visibility(
        ofPreview: composition, at: moment, includesDrafts: includesDrafts, for: client),
      publishing: publishing)
    preparation.isPreview = true
    preparation.reading = bound.map(ReadingCount.init)
    preparation.locales = try knownLocales(seenBy: preparation.visibility)
    preparation.formerChange = { served?.lastChange(of: $0) }
    return try Feed(composition, reader: self, in: preparation)
  }

  /// The content of `composition` that a preview shows to `client`.
  ///
  /// - Parameter client: `nil` for everybody, or with drafts for editors, who see all of it.
  /// - Throws: ``StoreError``.
  func visibility(
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
