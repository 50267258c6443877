package import FeedLayout
package import FeedModel
import FeedStore
package import Foundation
import LayoutCatalog
package import StrictJSON

/// A feed as of one revision, ready to be laid out for any viewport: in service, or as a preview.
///
/// A screen is put together from its sections. What is made of a feed in service is kept in a cache, and feeds that show
/// the same share it.
package struct Feed: Sendable {
  /// The items that a section shows, in its order, and their photos.
  package struct ShownItems: Sendable {
    package let items: [ContentItem]
    /// The photos that the items show; `nil` for none.
    package let photos: ShownPhotos?
    /// The item behind the last one, which the section has no room for; `nil` at the end.
    package let follower: Int?
    /// What its readers may know of its source; `nil` for all of it.
    let source: Composition.Source?
    /// When it shows other items.
    let boundaries: Boundaries
    /// The id of the item behind the section that outlasts those before it, so that their ends are no boundaries; `nil`
    /// if there is none.
    let lastingFollower: Int?

    package init(
      items: [ContentItem], photos: ShownPhotos? = nil, follower: Int? = nil,
      source: Composition.Source? = nil, boundaries: Boundaries = .none,
      lastingFollower: Int? = nil
    ) {
      self.source = source
      self.items = items
      self.photos = photos
      self.follower = follower
      self.boundaries = boundaries
      self.lastingFollower = lastingFollower
    }

    /// The estimated size in memory, in bytes.
    var byteCount: Int { items.reduce(0) { $0 + $1.byteCount } }
  }

  /// A section that is empty because of an error.
  package struct Failure: Hashable, Sendable {
    package let section: String
    package let reason: String
    /// Whether everybody may know of it: not of what is for some clients.
    package var isPublic = true
  }

  package let composition: Composition
  /// The revision that changed the feed last.
  package let lastChange: LastChange
  /// When it next shows other items or sections.
  package let boundaries: Boundaries
  /// When it next shows something else to everybody or to some clients.
  let boundariesForAnybody: Boundaries
  let sections: [Section]
  /// The editions in other locales, those that show something else than the more general one.
  private(set) var editions: [LocaleTag: Feed] = [:]
  /// The name of the variant that it is; `nil` for what everybody gets.
  let variant: String?
  /// The sections of a variant that are not those of everybody, in all editions.
  private(set) var ownSections: [Section] = []
  /// The locales in which everybody had seen texts when it was prepared.
  let knownLocales: KnownLocales
  /// The sections and items for some clients; `nil` if all of the feed is shown to everybody.
  let targeted: TargetedFeed?
  /// The locale of the edition; `nil` for the default one.
  let locale: LocaleTag?
  /// The locale of readers who name none.
  package let defaultReader: ReaderLocale
  /// The addresses of the next pages of sections; `nil` for a preview, which has no pages.
  private let pages: PageAddresses?
  /// Where what is made of it is kept. Feeds that show the same share it.
  let cache: DocumentCache
  private(set) var space: DocumentCache.Space
  /// Tells a feed that was prepared again from one that was kept.
  private let identity: DocumentCache.Space

  package var name: String { composition.feed }
  /// The name of the edition in the keys of documents.
  package var key: String { DocumentKey.edition(of: name, in: locale) }
  /// When it next shows something else; `nil` if nothing is scheduled.
  package var expiresAt: Timestamp? { boundaries.next }
  /// The moment that the revision which changed it last shows.
  package var generatedAt: Timestamp { lastChange.moment }
  /// The number of the revision that changed the feed last; 0 before the first write.
  package var revision: Int { lastChange.number }
  /// The sections whose content could not be read, and those whose layout does not exist, which are
  /// laid out with the default layout of their kind.
  package var failures: [Failure] { sections.flatMap(\.failures) }
  /// These, the sections that cannot be laid out on the screens that are checked, and what fails for some clients.
  package var allFailures: [Failure] {
    failures + sections.compactMap(\.layoutFailure) + (targeted?.failures ?? [])
  }

  /// Prepares `composition` with `visibility`, changed by the revision.
  ///
  /// The moment of `visibility` becomes the document's time of generation. In service it is the
  /// commit of the revision, so that every server makes the same bytes of a revision.
  ///
  /// - Parameters:
  ///   - viewports: the screens that layouts are checked for.
  ///   - items: reads the items of a section, which is empty if that throws.
  package init(
    _ composition: Composition, revision: Int, id: UUID? = nil, visibility: Visibility,
    publishing: ItemPublishing, checking viewports: [Viewport] = [],
    items: (Composition.Section) throws -> ShownItems
  ) {
    let preparation = FeedPreparation(
      revision: revision, id: id, visibility: visibility, publishing: publishing,
      service: InService(viewports: viewports))
    self.init(composition, in: preparation) { section in
      Section(
        section, of: composition.feed, showing: Result { try items(section) }, preparation)
    }
  }

  /// Prepares `composition`, whose sections `prepare` prepares, in all locales.
  ///
  /// - Parameters:
  ///   - former: the feed before, whose unchanged sections are reused.
  ///   - served: the feed in service, whose documents are used as long as they are the same.
  init(
    _ composition: Composition, in preparation: FeedPreparation, after former: Feed? = nil,
    insteadOf served: Feed? = nil, sections prepare: (Composition.Section) throws -> Section
  ) rethrows {
    let visibility = preparation.visibility
    let forAnybody =
      preparation.isPreview ? visibility : visibility.meeting(.all)
    let all = try composition.sections.filter { forAnybody.shows($0.window) }.map(prepare)
    sections = all.filter { visibility.shows($0.written.window) }
    let boundaries = Boundaries(
      composition.sections.map { visibility.boundaries(of: $0.window) }
        + sections.map(\.boundaries))
    lastChange = preparation.lastChange(
      of: DocumentKey(feed: composition.feed),
      showing: .ofFeed(composition, sections, until: boundaries.next))
    self.composition = composition
    self.boundaries = boundaries
    // Sections for some clients may come where all of the feed is shown to everybody now.
    boundariesForAnybody = Boundaries(
      [boundaries] + composition.sections.map { forAnybody.boundaries(of: $0.window) }
        + all.map(\.boundaries)
        + all.map { Boundaries(next: $0.targeting?.nextBoundary { _ in true }, nextEnd: nil) })
    (locale, variant) = (nil, nil)
    cache = preparation.service.cache
    space = cache.makeSpace()
    identity = space
    knownLocales = preparation.locales
    targeted =
      preparation.isPreview
      ? nil
      : TargetedFeed(
        composition, all, visibleBy: forAnybody, until: boundaries,
        forAnybody: boundariesForAnybody, after: former, in: preparation)
    defaultReader = preparation.publishing.readerLocale()
    pages = preparation.isPreview ? nil : preparation.publishing.pages
    for locale in preparation.locales(of: sections) {
      editions[locale] = Feed(
        self, in: locale, after: former, insteadOf: served?.editions[locale],
        likeParent: edition(for: locale.parents(before: preparation.publishing.locales.default)),
        preparation)
    }
    if let served, served.isSame(as: self), served.boundaries == boundaries { space = served.space }
  }

  /// The edition of `base` in `locale`; `nil` if it shows nothing else than `parent`, the edition of the next more
  /// general locale. What has no translation in it is that of the parent.
  ///
  /// - Parameter former: the feed before, whose unchanged sections are reused.
  private init?(
    _ base: Feed, in locale: LocaleTag, after former: Feed?, insteadOf served: Feed?,
    likeParent parent: Feed, _ preparation: FeedPreparation
  ) {
    let formerSections = former.flatMap { former in
      former.editions[locale].map { Array(zip(former.sections, $0.sections)) }
    }
    sections = base.sections.editions(
      in: locale, of: base.name, after: formerSections ?? [], like: parent.sections,
      insteadOf: served?.sections ?? [], preparation)
    guard sections.map(\.lastChange) != parent.sections.map(\.lastChange) else { return nil }
    lastChange = preparation.lastChange(
      of: DocumentKey(feed: DocumentKey.edition(of: base.name, in: locale)),
      showing: .ofFeed(base.composition, sections, in: locale, until: base.boundaries.next))
    (targeted, variant) = (nil, nil)
    knownLocales = base.knownLocales
    self.locale = locale
    cache = base.cache
    space = cache.makeSpace()
    identity = space
    (composition, boundaries, pages) = (base.composition, base.boundaries, base.pages)
    boundariesForAnybody = base.boundariesForAnybody
    defaultReader = base.defaultReader
    if let served, served.isAlike(self), served.boundaries == boundaries { space = served.space }
  }

  /// The edition of the variant of `feed` called `name` in `locale`, `nil` for the default one, that shows `sections` to
  /// clients that meet `met`. It shares what is the same.
  init(
    _ feed: Feed, variant name: String, showing sections: [Section], meeting met: Set<Targeting>,
    in locale: LocaleTag?, pages: PageAddresses?
  ) {
    let general = [feed] + feed.editions.values
    var own: [Section] = []
    self.sections = sections.map { section in
      let known = general.lazy.compactMap { $0.section(section.id) }
      if let known = known.first(where: { $0.lastChange == section.lastChange }) { return known }
      let kept = feed.cache.variantSection(section, in: feed.space)
      own.append(kept)
      return kept
    }
    ownSections = own
    variant = name
    cache = feed.cache
    space = cache.makeSpace()
    identity = space
    self.locale = locale
    self.pages = pages
    (composition, defaultReader, targeted) = (feed.composition, feed.defaultReader, nil)
    knownLocales = feed.knownLocales
    let order = feed.targeted?.order(for: met) ?? feed.lastChange
    lastChange = sections.map(\.lastChange).reduce(order) { $0.number < $1.number ? $1 : $0 }
    let visibility = Visibility(at: feed.targeted?.moment ?? order.moment, meeting: .only(met))
    let windows = feed.composition.sections.map(\.window)
    boundaries = Boundaries(windows.map(visibility.boundaries) + sections.map(\.boundaries))
    boundariesForAnybody = feed.boundariesForAnybody
  }

  /// This feed with `editions`.
  func with(_ editions: [LocaleTag: Feed]) -> Feed {
    var feed = self
    feed.editions = editions
    feed.ownSections += editions.values.flatMap(\.ownSections)
    return feed
  }

  /// This edition and those in other locales, in the order of their keys.
  var allEditions: [Feed] {
    [self] + editions.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The documents that the revision `number` changed last.
  func documents(changedBy number: Int) -> [DocumentKey] {
    allEditions.flatMap { edition in
      let sections = edition.sections.filter { $0.lastChange.number == number }
      return (edition.revision == number ? [DocumentKey(feed: edition.key)] : [])
        + sections.map { DocumentKey(feed: edition.key, section: $0.id) }
    }
  }

  /// Whether every document of this edition is the same as those of `other`.
  func isAlike(_ other: Feed) -> Bool {
    lastChange == other.lastChange
      && sections.map(\.lastChange) == other.sections.map(\.lastChange)
  }

  private func isTargeted(like other: Feed) -> Bool {
    switch (targeted, other.targeted) {
    case (nil, nil): true
    case (let one?, let other?): one.isSame(as: other)
    default: false
    }
  }

  /// Whether it is the value `other` itself, and was not prepared again.
  package func isIdentical(to other: Feed) -> Bool { identity == other.identity }

  /// Whether the documents of it that are in service are those of `other`.
  func isServed(as other: Feed) -> Bool { space == other.space }

  /// Whether every document of it is the same as those of `other`, in all editions and variants, and clients are told the
  /// same of when that ends.
  func isSame(as other: Feed) -> Bool {
    if isIdentical(to: other) { return true }
    return isAlike(other) && isTargeted(like: other) && editions.count == other.editions.count
      && allSections.map(\.targeting) == other.allSections.map(\.targeting)
      && editions.allSatisfy { locale, edition in
        other.editions[locale].map { edition.isSame(as: $0) } ?? false
      }
  }

  /// The document for `reader` on a screen with `traits`, and the sections that could not be laid out. These are
  /// empty, and the other sections are laid out as usual.
  ///
  /// - Parameter reader: the locale of the reader; `nil` for the default one.
  package func document(
    for traits: ScreenTraits, in reader: ReaderLocale? = nil
  ) -> (document: FeedDocument, failures: [Failure]) {
    let reader = reader ?? defaultReader
    let edition = edition(for: reader.lookup)
    let locale = edition.documentLocale(for: reader)
    var failures: [Failure] = []
    var column = SectionColumn(spacing: composition.spacing)
    let placed = edition.sections.filter { $0.isShown(for: traits) }.map { section in
      let (placed, failure) = section.placed(
        on: &column, for: traits, in: locale)
      if let failure { failures.append(failure) }
      return placed
    }
    return (
      FeedDocument(head: edition.head(for: traits, in: locale), sections: placed), failures
    )
  }

  /// Writes the document that ``document(for:in:)`` returns, with one section in memory at a time beside what is
  /// written: it may be large.
  package func write(
    for traits: ScreenTraits, in reader: ReaderLocale? = nil, to writer: inout JSONWriter
  ) {
    let reader = reader ?? defaultReader
    let edition = edition(for: reader.lookup)
    let locale = edition.documentLocale(for: reader)
    let shown = edition.sections.filter { $0.isShown(for: traits) }
    // 1. The height of all is written first.
    var column = SectionColumn(spacing: composition.spacing)
    let placed = shown.map { section in
      let height = section.placed(for: traits, top: 0).section.frame.height
      return (section: section, top: column.append(height: height))
    }
    // 2. The sections.
    edition.head(for: traits, in: locale).write(placed, height: column.height, to: &writer) {
      let section = $0.section.placed(for: traits, top: 0, in: locale, includingNext: true).section
      return (SectionFragment(section), $0.top)
    }
  }

  /// The head of the document of this edition on a screen with `traits`.
  func head(for traits: ScreenTraits, in locale: DocumentLocale) -> ScreenHead {
    ScreenHead(
      feed: name, revision: revision, generatedAt: generatedAt, expiresAt: expiresAt,
      locale: locale.tag, notes: locale.notes, traits: traits, pages: pages)
  }

  /// The document for a screen with the standard text size, from left to right.
  package func document(for viewport: Viewport) -> (document: FeedDocument, failures: [Failure]) {
    document(for: ScreenTraits(viewport))
  }
}

extension Feed {
  /// Prepares `composition` with the content of `reader`. A damaged item leaves its section empty.
  ///
  /// - Parameters:
  ///   - served: the feed in service, whose documents are used as long as they are the same.
  ///   - isRead: whether the items of a section are read; otherwise it is empty.
  /// - Throws: ``StoreError`` for any other reason, such as a storage that failed: a section must not be
  ///   published empty whose items are there.
  init(
    _ composition: Composition, reader: any ContentReader, in preparation: FeedPreparation,
    insteadOf served: Feed? = nil, where isRead: (Composition.Section) -> Bool = { _ in true }
  ) throws {
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
  /// Section `specification` of `feed` with its items from `reader`; empty if one of them is damaged.
  ///
  /// - Parameter served: the section in service.
  /// - Throws: ``StoreError`` for any other reason.
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
  ///
  /// - Throws: ``StoreError`` for any other reason.
  func shownItems(
    of specification: Composition.Section, in preparation: FeedPreparation
  ) throws -> Result<Feed.ShownItems, any Error> {
    do {
      let (found, follower) = try beginning(
        of: specification, visibility: preparation.visibility)
      let items = found.map(\.content)
      let hasPages = SectionLooks.of(specification).looks.hasPages
      let (boundaries, lastingFollower) = try SectionBoundaries(
        section: specification, visibility: preparation.visibility, hasPages: hasPages,
        reader: self
      ).boundaries(showing: found, before: follower)
      // The items that are pinned behind it are on its pages, so that it is another one when one of them comes or goes.
      var (source, ofPinned) = (Composition.Source?.none, Boundaries.none)
      if hasPages, follower != nil {
        source = try self.source(of: specification, visibility: preparation.visibility)
        ofPinned = try pinnedBoundaries(of: specification, preparation.visibility)
      }
      let shown = Feed.ShownItems(
        items: items, photos: try ShownPhotos(of: items, in: self),
        follower: follower?.content.id, source: source,
        boundaries: Boundaries([boundaries, ofPinned]), lastingFollower: lastingFollower)
      try preparation.reading?.add(shown)
      return .success(shown)
    } catch let error as StoreError where error.isOfItem {
      return .failure(error)
    }
  }

  /// When the items that `section` pins begin or cease to be shown; none for a section with a query.
  private func pinnedBoundaries(
    of section: Composition.Section, _ visibility: Visibility
  ) throws -> Boundaries {
    guard case .pinned(let ids) = section.source else { return .none }
    let windows = try ids.compactMap { try item(of: section.kind, id: $0)?.window }
    return Boundaries(windows.map(visibility.boundaries))
  }
}
