package import FeedModel
package import FeedStore

// MARK: - Content

extension FeedPublisher {
  /// The public list or item of `kind` at `address`, made by `make` unless it is known since
  /// nothing was written to the kind. It includes all writes of this process.
  ///
  /// - Parameter make: reads the document, and the revision that it is of.
  package func content(
    of kind: String, at address: String,
    reading make: () async throws -> (document: PublishedDocument, revision: Revision?)
  ) async rethrows -> PublishedDocument {
    guard let publication = current, let request = request(for: kind, at: address) else {
      return try await make().document
    }
    if let known = cache.knownDocument(for: request, in: lists) { return known }
    let content = try await make()
    // Content of a newer revision than the publication is not cached.
    if content.revision == publication.committed {
      cache.keep(content.document, for: request, in: lists)
    }
    return content.document
  }

  /// The list or item of `kind` at `address`, if it is in memory and nothing was written since.
  package func knownContent(of kind: String, at address: String) -> PublishedDocument? {
    request(for: kind, at: address).flatMap { cache.knownDocument(for: $0, in: lists) }
  }

  /// The generation of the publication in service, if content can be taken from memory by it.
  package var contentGeneration: Int? {
    // A revision from the future shows more as time goes by.
    hasUnservedWrites || isOverdue || isFromFuture ? nil : currentGeneration
  }

  private func request(for kind: String, at address: String) -> DocumentCache.Request? {
    guard contentGeneration != nil, address.utf8.count <= Self.maximumAddressSize else {
      return nil
    }
    return current?.content.lastTouches?.revision(of: kind).map {
      .content(address: address, revisionID: $0.id)
    }
  }

  /// Content with longer addresses is not kept, in bytes.
  private static var maximumAddressSize: Int { 512 }
}

// MARK: - Previews and former revisions

extension FeedPublisher {
  /// Feed `name` with `content`, which was never in service, as shown at `moment`; `nil` if there
  /// is no such feed.
  ///
  /// - Parameter before: the content in service, whose revision the document names.
  /// - Throws: ``ScreenTooLarge``, ``StoreError``, and `DocumentProblems` for an invalid
  ///   composition.
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

  /// Feed `name` as it was served to `client`, `nil` for everybody, at a former revision; `nil` if
  /// there was no such feed.
  ///
  /// - Parameter section: the only section whose items are read; `nil` for all.
  /// - Throws: ``StoreError``, also for a revision that does not exist or is no longer kept.
  package func formerFeed(
    _ name: String, at revision: Int, for client: ClientFacts? = nil, section: String? = nil,
    within bound: ReadingBound? = nil
  ) async throws -> Feed? {
    let (items, now, cache) = (configuration.items, clock.now, cache)
    await noteDocumentRevisionsNow()
    if let client {
      return try await store.preparedFeed(
        name, revision: revision, client: client, publishing: items, now: now, within: bound)
    }
    return try await store.read(at: revision) { reader in
      try RevisionWalk(
        reader, of: name,
        in: FeedPreparation(publishing: items, cache: cache, bound: bound), now: now,
        showsOwnMoment: { _ in true }
      ).newestFeed(section: section)
    }
  }

  /// Feed `name` as it was or would have been served at `moment`; `nil` if there was no such feed.
  ///
  /// - Parameter client: the client; `nil` for everybody, or for editors with drafts.
  /// - Throws: ``StoreError``, also for a moment before the first revision.
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
      // If no server has applied a boundary, other items may be shown since.
      let end = served?.expiresAt?.millisecondsSince1970 ?? .max
      if moment.millisecondsSince1970 < end { return served }
    }
    return try await store.preparedFeed(
      name, at: moment, revision: revision, includesDrafts: includesDrafts, client: client,
      publishing: configuration.items, now: moment, within: bound)
  }
}

// MARK: - Pages

extension FeedPublisher {
  /// Section `id` of `feed` as it was when `cursor` was made; `nil` for a cursor of another copy of
  /// the store.
  ///
  /// - Parameters:
  ///   - variant: the variant, with its feed if that still exists; `nil` for everybody.
  ///   - publication: what was in service when the page was asked for; by default what is now.
  /// - Throws: ``StoreError``, also for a revision that is no longer kept.
  package func section(
    _ id: String, of feed: String, variant: (name: String, feed: Feed?)? = nil,
    at cursor: SectionCursor, as publication: Publication? = nil
  ) async throws -> Section? {
    // 1. In memory.
    let reader = reader(of: cursor)
    let served = variant.map(\.feed) ?? (publication ?? current)?.feeds[feed]
    let edition = served?.edition(for: reader.lookup)
    let key = edition?.section(id)?.feed ?? edition?.key ?? feed
    let known =
      edition?.section(id).flatMap { $0.revision == cursor.revision ? $0 : nil }
      ?? cache.pinnedSection(
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
    let section = try await formerFeed(feed, at: kept, section: id)?
      .edition(for: reader.lookup).section(id)
    guard let section else {
      if kept == cursor.revision { return nil }
      throw StoreError.revisionPruned(cursor.revision, first: kept)
    }
    return section.revisionID == cursor.revisionID ? section : nil
  }

  /// Section `id` of the variant of `feed` for clients that meet `met`, as it was at the revision
  /// of `cursor`.
  private func formerSection(
    _ id: String, of feed: String, meeting met: Set<Targeting>, at cursor: SectionCursor,
    for reader: ReaderLocale
  ) async throws -> Section? {
    let (publishing, cache) = (configuration.items, cache)
    let shown: @Sendable (Revision) -> Timestamp = shownMoment(of:)
    return try await store.read(at: cursor.revision) { content -> Section? in
      guard let revision = try content.revision(cursor.revision), revision.id == cursor.revisionID,
        let composition = try content.composition(of: feed),
        let specification = composition.sections.first(where: { $0.id == id })
      else { return nil }
      let visibility = Visibility(at: shown(revision), meeting: .only(met))
      guard visibility.shows(specification.window) else { return nil }
      var preparation = try FeedPreparation(publishing: publishing, cache: cache)
        .of(revision, in: content, showing: visibility).of(composition)
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
  package func documentLocale(of cursor: SectionCursor) -> ReaderLocale {
    let reader = reader(of: cursor)
    return ReaderLocale(
      tag: reader.tag, labels: reader.labels, lookup: cursor.localeTag.map { [$0] } ?? [])
  }
}
