import FeedLayout
import FeedModel
import FeedStore
import Foundation

extension FeedPublisher {
  /// The page at `cursor`, behind the items that section `id` of `feed` shows on a screen, of up to `limit` items;
  /// `nil` for a cursor of another copy of the store, or of another layout.
  ///
  /// The first of these pages has the newest content, unless the section on the screen has changed since: then it
  /// has the content of the screen. Those that follow have the same content, whatever is written meanwhile. The
  /// items are read from the store, and no more of them than the page has.
  ///
  /// - Parameters:
  ///   - variant: the name of the variant that the page is of; `nil` for what everybody gets.
  ///   - publication: what was in service when the page was asked for, which says what is newest; by default what is now.
  /// - Throws: ``StoreError``, also for a revision that is no longer kept.
  package func continuation(
    of id: String, in feed: String, variant: String? = nil, at cursor: SectionCursor, limit: Int,
    as publication: Publication? = nil
  ) async throws -> PublishedDocument? {
    let pageReader = reader(of: cursor)
    let locale = documentLocale(of: cursor)
    guard let met = conditions(of: cursor, inVariant: variant, of: feed) else { return nil }
    let newest = (publication ?? current)?
      .newestRevision(of: id, in: feed, meeting: met, for: pageReader)
    let key = newest?.section.feed ?? DocumentKey.edition(of: feed, in: cursor.localeTag)
    let number = cursor.revision
    let cursor = cursor.isOpen == true ? newest?.opening(cursor) ?? cursor : cursor
    let request = DocumentCache.Request.continuation(
      feed: feed, variant: variant, section: id, cursor, limit: limit)
    let visibleTo = MetConditions.only(met)
    let publishing = configuration.items
    let shown: @Sendable (Revision) -> Timestamp = shownMoment(of:)
    let read = {
      try await self.store.read { reader in
        let (content, cursor) = try reader.content(
          of: DocumentKey(feed: key, section: id), at: cursor, newest: newest,
          isOfVariant: variant != nil)
        let document = try content.continuation(
          of: id, in: feed, meeting: visibleTo, at: cursor, for: pageReader, locale, limit: limit,
          publishing: publishing.inVariant(variant), shownAt: shown)
        guard document == nil else { return document }
        // The first kept revision was read in place of a pruned one, and hides the section.
        let first = try reader.firstKeptRevision()
        guard number >= first else { throw StoreError.revisionPruned(number, first: first) }
        return nil
      }
    }
    // A former revision may be removed from the history at any time, so its pages are not cached.
    guard cursor.revision == newest?.revision?.number else { return try await read() }
    return try await cache.document(for: request, in: continuations, reading: read)
  }
}

/// The newest content of a section.
struct NewestContent {
  /// A revision that pages stay with.
  struct Pin {
    let number: Int
    let id: UUID
  }

  /// The number of the revision in service.
  let inService: Int
  /// The last revision that changed the section, or items which its query can find; `nil` before the first write.
  let revision: Pin?
  let section: Section

  /// `cursor` for the newest content, if the section is on the screen as it was.
  func opening(_ cursor: SectionCursor) -> SectionCursor? {
    guard section.revision == cursor.revision, section.revisionID == cursor.revisionID,
      let revision
    else { return nil }
    return cursor.pinned(at: revision)
  }
}

extension Publication {
  /// The last revision that changed the section, or other items that its query can find, for clients that meet `met`.
  private func lastTouch(
    of section: Section, for met: Set<Targeting>
  ) -> NewestContent.Pin? {
    let change = section.lastChange
    let touches = walked.outlook.lastTouches
    guard let touch = touches?.revision(of: section.kind.name, seenBy: met),
      touch.number > change.number
    else { return change.id.map { NewestContent.Pin(number: change.number, id: $0) } }
    return NewestContent.Pin(number: touch.number, id: touch.id)
  }

  fileprivate func newestRevision(
    of id: String, in feed: String, meeting met: Set<Targeting>, for reader: ReaderLocale
  ) -> NewestContent? {
    let feed = met.isEmpty ? feeds[feed] : feeds[feed]?.variant(meeting: met)
    return feed?.edition(for: reader).feed.section(id).map { section in
      NewestContent(
        inService: revision, revision: lastTouch(of: section, for: met), section: section)
    }
  }
}

extension ContentReader {
  /// The content of `cursor`, and a cursor of that content: the present content as long as it is unchanged since the
  /// cursor's revision, which may no longer be kept.
  fileprivate func content(
    of section: DocumentKey, at cursor: SectionCursor, newest: NewestContent?, isOfVariant: Bool
  ) throws -> (any ContentReader, SectionCursor) {
    if let newest, cursor.revision == newest.revision?.number {
      let isNewest = try latestRevision()?.number == newest.inService
      return (isNewest ? self : try content(at: newest.inService), cursor)
    }
    let isOpen = cursor.isOpen == true
    let kept =
      isOfVariant
      ? cursor.revision
      : try keptRevision(showing: section, since: cursor.revision, includingPages: !isOpen)
    let content = try content(at: kept)
    // Behind the screen it may have other items, with which the pages go on.
    guard isOpen, kept != cursor.revision, let revision = try content.latestRevision() else {
      return (content, cursor)
    }
    return (content, cursor.pinned(at: NewestContent.Pin(number: kept, id: revision.id)))
  }

  /// A kept revision with the same content of `section` as the revision `number`; `number` if there is none.
  ///
  /// - Parameter includingPages: whether it also has the same items behind those that the section shows on a screen.
  func keptRevision(
    showing section: DocumentKey, since number: Int, includingPages: Bool = false
  ) throws -> Int {
    let first = try firstKeptRevision()
    guard number < first,
      let specification = try content(at: first).composition(of: section.composedFeed)?.sections
        .first(where: { $0.id == section.section })
    else { return number }
    let next = try nextChange(of: section, after: number)
    let isShown = next.map { first < $0 } ?? true
    guard isShown else { return number }
    let kind = specification.kind.name
    let hasPages = try !includingPages || lastTouch(ofKind: kind, through: first) <= number
    return hasPages ? first : number
  }

  /// The page at `cursor` of the content that is read.
  ///
  /// - Parameter shownMoment: the moment whose content a revision shows.
  fileprivate func continuation(
    of id: String, in feed: String, meeting conditions: MetConditions, at cursor: SectionCursor,
    for reader: ReaderLocale, _ locale: DocumentLocale, limit: Int, publishing: ItemPublishing,
    shownAt shownMoment: (Revision) -> Timestamp
  ) throws -> PublishedDocument? {
    guard let last = cursor.last, let revision = try self.revision(cursor.revision),
      revision.id == cursor.revisionID,
      let specification = try composition(of: feed)?.sections.first(where: { $0.id == id })
    else { return nil }
    // That of the content which is read: items that were written since, with windows that ended before, are in it.
    let moment = shownMoment(try latestRevision() ?? revision)
    let visibility = Visibility(at: moment, meeting: conditions)
    guard visibility.shows(specification.window) else { return nil }
    let preparation = FeedPreparation(
      revision: cursor.revision, id: cursor.revisionID, visibility: visibility,
      publishing: publishing)
    let (items, follower) = try page(
      of: specification, after: ListPosition(values: last.values, id: last.id), limit: limit,
      visibility: visibility)
    let shown = Feed.ShownItems(
      items: items, photos: try ShownPhotos(of: items, in: self), follower: follower)
    let section = Section(
      specification, of: feed, showing: .success(shown), from: cursor.position,
      in: reader.lookup.first, preparation)
    let traits = try cursor.traits
    guard section.isUsable(cursor, for: traits) else { return nil }
    return try section.page(
      at: cursor, of: feed, for: traits, in: locale, limit: limit,
      next: { try publishing.pages.page(at: $0, of: id, in: feed, limit: limit) },
      whole: { design, _ throws(LayoutError) in design.emptyLayout })
  }
}
