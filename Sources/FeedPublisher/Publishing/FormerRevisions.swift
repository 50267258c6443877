package import FeedModel
import FeedStore

extension FeedPublisher {
  /// Feed `name` as it was served at a former revision; `nil` if there was no such feed.
  ///
  /// - Parameter client: the client that it was shown to; `nil` for what everybody got.
  /// - Throws: ``StoreError``, also for a revision that does not exist or is no longer kept.
  package func formerFeed(
    _ name: String, at revision: Int, for client: ClientFacts? = nil,
    within bound: ReadingBound? = nil
  ) async throws -> Feed? {
    guard let client else {
      return try await formerFeed(name, section: nil, at: revision, within: bound)
    }
    await noteDocumentRevisionsNow()
    return try await store.preparedFeed(
      name, revision: revision, client: client, publishing: configuration.items, now: clock.now,
      within: bound)
  }

  /// - Parameter section: the only section whose items are read; `nil` for all.
  private func formerFeed(
    _ name: String, section: String?, at revision: Int, within bound: ReadingBound? = nil
  ) async throws -> Feed? {
    let (items, now, service) = (configuration.items, clock.now, InService(cache: cache))
    await noteDocumentRevisionsNow()
    return try await store.read(at: revision) { reader in
      try RevisionWalk(
        reader, of: name, publishing: items, now: now, within: bound, on: service,
        showsOwnMoment: { _ in true }
      ).newestFeed(section: section)
    }
  }

  /// Feed `name` as it was served at `moment`, or would have been; `nil` if there was no such feed.
  ///
  /// - Throws: ``StoreError/noSuchRevision(_:)`` for a moment before the first revision, and other
  ///   ``StoreError``.
  ///
  /// - Parameter client: the client that it is shown to; `nil` for everybody, or for editors with drafts.
  package func formerFeed(
    _ name: String, at moment: Timestamp, includesDrafts: Bool, client: ClientFacts? = nil,
    within bound: ReadingBound? = nil
  ) async throws -> Feed? {
    let revision = try await store.read { reader in
      if let revision = try reader.revision(at: moment) { return revision.number }
      let first = try reader.firstKeptRevision()
      throw first > 1 ? StoreError.revisionPruned(first - 1, first: first) : .noSuchRevision(0)
    }
    if !includesDrafts, client == nil {
      let served = try await formerFeed(name, at: revision, within: bound)
      // If no server was running to apply a boundary, items may have begun or ceased to be shown since.
      let end = served?.expiresAt?.millisecondsSince1970 ?? .max
      if moment.millisecondsSince1970 < end { return served }
    }
    return try await store.preparedFeed(
      name, at: moment, revision: revision, includesDrafts: includesDrafts, client: client,
      publishing: configuration.items, now: moment, within: bound)
  }

  /// Section `id` of `feed` as it was when `cursor` was made; `nil` if it was made for another copy of the
  /// store.
  ///
  /// - Throws: ``StoreError``, also for a revision that is no longer kept.
  ///
  /// - Parameters:
  ///   - variant: the variant that the page is of, with its feed unless there is none any more; `nil` for what
  ///     everybody gets.
  ///   - publication: what was in service when the page was asked for; by default what is now.
  package func section(
    _ id: String, of feed: String, variant: (name: String, feed: Feed?)? = nil,
    at cursor: SectionCursor, as publication: Publication? = nil
  ) async throws -> Section? {
    // 1. In memory.
    let reader = reader(of: cursor)
    let served = variant.map(\.feed) ?? (publication ?? current)?.feeds[feed]
    let edition = served?.edition(for: reader).feed
    let key = edition?.section(id)?.feed ?? edition?.key ?? feed
    let known =
      edition?.section(id).flatMap { $0.revision == cursor.revision ? $0 : nil }
      ?? pinned.section(
        id, of: key, variant: variant?.name, revision: cursor.revision, at: clock.now)
    if let known { return known.revisionID == cursor.revisionID ? known : nil }
    // 2. From the history.
    if let variant {
      guard let met = conditions(of: cursor, inVariant: variant.name, of: feed) else { return nil }
      return try await formerSection(id, of: feed, meeting: met, at: cursor, for: reader)
    }
    await noteDocumentRevisionsNow()
    let document = DocumentKey(feed: key, section: id)
    let kept = try await store.read {
      try $0.keptRevision(showing: document, since: cursor.revision)
    }
    let section = try await formerFeed(feed, section: id, at: kept)?
      .edition(for: reader.lookup).sections.first { $0.id == id }
    guard let section else {
      if kept == cursor.revision { return nil }
      throw StoreError.revisionPruned(cursor.revision, first: kept)
    }
    return section.revisionID == cursor.revisionID ? section : nil
  }

  /// Section `id` of a variant of `feed`, whose clients meet `met`, as it was at the revision of `cursor`; `nil` if
  /// there was none.
  private func formerSection(
    _ id: String, of feed: String, meeting met: Set<Targeting>, at cursor: SectionCursor,
    for reader: ReaderLocale
  ) async throws -> Section? {
    let (publishing, service) = (configuration.items, InService(cache: cache))
    let shown: @Sendable (Revision) -> Timestamp = shownMoment(of:)
    return try await store.read(at: cursor.revision) { content -> Section? in
      guard let revision = try content.revision(cursor.revision), revision.id == cursor.revisionID,
        let specification = try content.composition(of: feed)?.sections.first(where: { $0.id == id }
        )
      else { return nil }
      let visibility = Visibility(at: shown(revision), meeting: .only(met))
      guard visibility.shows(specification.window) else { return nil }
      var preparation = FeedPreparation(revision, visibility: visibility, publishing: publishing)
      preparation.service = service
      preparation.isOfVariant = true
      return Section(
        specification, of: feed,
        showing: try content.shownItems(of: specification, in: preparation),
        in: reader.lookup.first, preparation)
    }
  }

  /// The locale of the reader of the pages at `cursor`.
  package func reader(of cursor: SectionCursor) -> ReaderLocale {
    let items = configuration.items
    return cursor.localeTag.map { ReaderLocale($0, among: items.locales, dates: items.dateStyle) }
      ?? items.readerLocale()
  }

  /// The locale of the document with the page of a section at `cursor`.
  package func documentLocale(of cursor: SectionCursor) -> DocumentLocale {
    let reader = reader(of: cursor)
    return DocumentLocale(
      tag: reader.tag, labels: reader.labels, otherTag: cursor.localeTag)
  }
}
