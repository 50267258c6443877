import FeedLayout
import FeedModel
import FeedStore
import Foundation

extension FeedPublisher {
  /// The page at `cursor`, behind the items that section `id` of `feed` shows on a screen, of up to
  /// `limit` items; `nil` for a cursor of another copy of the store, or of another layout.
  ///
  /// The first page has the newest content, or that of the screen if the section has changed since.
  /// The following pages have the same content, also after further writes.
  ///
  /// - Parameters:
  ///   - variant: the name of the variant; `nil` for everybody.
  ///   - publication: what was in service when the page was asked for; by default what is now.
  /// - Throws: ``StoreError``, also for a revision that is no longer kept.
  package func continuation(
    of id: String, in feed: String, variant: String? = nil, at cursor: SectionCursor, limit: Int,
    as publication: Publication? = nil
  ) async throws -> PublishedDocument? {
    let pageReader = reader(of: cursor)
    let locale = documentLocale(of: cursor)
    guard let met = conditions(of: cursor, inVariant: variant, of: feed) else { return nil }
    let served = publication ?? current
    let newest = served?.newestContent(of: id, in: feed, meeting: met, for: pageReader)
    let key = newest?.section.feed ?? DocumentKey.edition(of: feed, in: cursor.localeTag)
    let number = cursor.revision
    var cursor = cursor
    // The section is on the screen as it was.
    if cursor.isOpen == true, let newest, let revision = newest.revision,
      newest.section.revision == cursor.revision, newest.section.revisionID == cursor.revisionID
    {
      cursor = cursor.pinned(at: revision)
    }
    let request = DocumentCache.Request.continuation(
      feed: feed, variant: variant, section: id, cursor, limit: limit)
    let visibleTo = MetConditions.only(met)
    let publishing = configuration.items
    let shown: @Sendable (Revision) -> Timestamp = shownMoment(of:)
    let isNewest = newest != nil && cursor.revision == newest?.revision?.number
    let inService = isNewest ? served?.revision : nil
    let read = { [cursor] in
      try await self.store.read { reader in
        let (content, cursor) = try reader.content(
          of: DocumentKey(feed: key, section: id), at: cursor, inService: inService,
          isOfVariant: variant != nil)
        let document = try content.continuation(
          of: id, in: feed, meeting: visibleTo, at: cursor, for: pageReader, locale, limit: limit,
          publishing: publishing, pages: publishing.pages.inVariant(variant), shownAt: shown)
        guard document == nil else { return document }
        // The first kept revision was read in place of a pruned one, and hides the section.
        let first = try reader.firstKeptRevision()
        guard number >= first else { throw StoreError.revisionPruned(number, first: first) }
        return nil
      }
    }
    // A former revision may be removed from the history at any time, so its pages are not cached.
    guard isNewest else { return try await read() }
    return try await cache.document(for: request, in: continuations, reading: read)
  }
}

/// A section in service, and the last revision that changed it, or items that its query finds.
private typealias NewestContent = (section: Section, revision: SectionCursor.Revision?)

extension Publication {
  fileprivate func newestContent(
    of id: String, in feed: String, meeting met: Set<Targeting>, for reader: ReaderLocale
  ) -> NewestContent? {
    let feed = met.isEmpty ? feeds[feed] : feeds[feed]?.knownVariant(meeting: met)
    return feed?.edition(for: reader.lookup).section(id).map { section in
      let change = section.lastChange
      guard
        let touch = content.lastTouches?.revision(of: section.kind.name, seenBy: met),
        touch.number > change.number
      else { return (section, change.id.map { (change.number, $0) }) }
      return (section, (touch.number, touch.id))
    }
  }
}

extension ContentReader {
  /// The content of `cursor`, and a cursor of that content, whose revision may no longer be kept.
  ///
  /// - Parameter inService: the number of the revision in service, if the cursor is of its content.
  fileprivate func content(
    of section: DocumentKey, at cursor: SectionCursor, inService: Int?, isOfVariant: Bool
  ) throws -> (any ContentReader, SectionCursor) {
    if let inService {
      let isNewest = try latestRevision()?.number == inService
      return (isNewest ? self : try content(at: inService), cursor)
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
    return (content, cursor.pinned(at: (kept, revision.id)))
  }

  /// A kept revision with the same content of `section` as the revision `number`; `number` if there
  /// is none.
  ///
  /// - Parameter includingPages: whether it also has the same items behind those on a screen.
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

  /// The page at `cursor` of the content that is read, where revisions show `shownMoment`.
  fileprivate func continuation(
    of id: String, in feed: String, meeting conditions: MetConditions, at cursor: SectionCursor,
    for reader: ReaderLocale, _ locale: ReaderLocale, limit: Int, publishing: ItemPublishing,
    pages: PageAddresses, shownAt shownMoment: (Revision) -> Timestamp
  ) throws -> PublishedDocument? {
    guard let last = cursor.last, let revision = try self.revision(cursor.revision),
      revision.id == cursor.revisionID,
      let composition = try composition(of: feed),
      let specification = composition.sections.first(where: { $0.id == id })
    else { return nil }
    // That of the content which is read: it has items that were written since.
    let moment = shownMoment(try latestRevision() ?? revision)
    let visibility = Visibility(at: moment, meeting: conditions)
    guard visibility.shows(specification.window) else { return nil }
    let preparation = try FeedPreparation(publishing: publishing)
      .of(revision, in: self, showing: visibility).of(composition)
    let (items, follower) = try page(
      of: specification, after: last, limit: limit, visibility: visibility)
    let shown = Feed.ShownItems(
      items: items, photos: try ShownPhotos(of: items, in: self), follower: follower)
    let section = Section(
      specification, of: feed, showing: .success(shown), from: cursor.position,
      in: reader.lookup.first, preparation)
    let traits = try cursor.traits
    guard section.isUsable(cursor, for: traits) else { return nil }
    return try section.page(
      at: cursor, for: traits, in: locale, limit: limit,
      next: { try pages.page(at: $0, of: id, in: feed, limit: limit) },
      whole: { design, _ throws(LayoutError) in design.emptyLayout })
  }
}
