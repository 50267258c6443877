package import FeedLayout
package import FeedModel
import FeedStore
package import Foundation

/// A feed as of one revision, ready to be laid out for any viewport: in service, or as a preview.
/// Feeds that show the same share what is made of them in the cache.
package struct Feed: Sendable {
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
  /// The moment that it was prepared for.
  let moment: Timestamp
  /// Whether ``moment`` is not that of the revision, so that another one may show something else.
  let isProvisional: Bool
  let sections: [Section]
  /// The locales in which everybody had seen texts when it was prepared.
  let knownLocales: KnownLocales

  // MARK: Locales

  /// The locale of the edition; `nil` for the default one.
  let locale: LocaleTag?
  /// The editions in other locales, those that show something else than the more general one.
  private(set) var editions: [LocaleTag: Feed] = [:]
  /// The locale of readers who name none.
  package let defaultReader: ReaderLocale
  /// The locale of the documents for the reader that the edition was chosen for.
  package private(set) var documentLocale: ReaderLocale
  /// The keys of the editions of which this one is served, the more special ones first.
  private var servedKeys: [String]

  // MARK: Clients

  /// The sections that are shown to everybody or to some clients, with the items for everybody.
  private(set) var allSections: [Section]
  /// ``allSections`` in other locales.
  private(set) var allEditions: [LocaleTag: [Section]] = [:]
  /// The conditions of sections and items that have an effect, in the order of their texts.
  private(set) var conditions: [Targeting] = []
  /// The last changes of which sections there are, in what order, and until when: for everybody,
  /// and for clients that meet one or two of the conditions. Others follow from these. None, if all
  /// of the feed is shown to everybody.
  private(set) var orders: [Set<Targeting>: LastChange] = [:]
  /// The last changes of the documents for some clients, by the keys by which they are noted.
  private(set) var targetedChanges: [DocumentKey: LastChange] = [:]
  /// The sections for some clients that could not be read, and conditions without an effect.
  private var targetedFailures: [Failure] = []
  /// The name of the variant that it is; `nil` for what everybody gets.
  private(set) var variant: String?
  /// The sections of a variant that are not those of everybody, in all editions.
  private(set) var ownSections: [Section] = []

  // MARK: Documents

  /// The addresses of the next pages of sections; `nil` for a preview, which has no pages.
  private let pages: PageAddresses?
  /// Where what is made of it is kept. Feeds that show the same share it.
  let cache: DocumentCache
  private(set) var space: DocumentCache.Space
  /// Tells a feed that was prepared again from one that was kept.
  let identity: DocumentCache.Space

  package var name: String { composition.feed }
  /// The name of the edition in the keys of documents.
  package var key: String { DocumentKey.edition(of: name, in: locale) }
  /// When it next shows something else; `nil` if nothing is scheduled.
  package var expiresAt: Timestamp? { boundaries.next }
  /// The moment that the revision which changed it last shows.
  package var generatedAt: Timestamp { lastChange.moment }
  /// The number of the revision that changed the feed last; 0 before the first write.
  package var revision: Int { lastChange.number }
  /// Whether some sections or items are shown to some clients only, now or later.
  var isTargeted: Bool { !orders.isEmpty }
  /// The sections that could not be read, or have the default layout since theirs does not exist.
  package var failures: [Failure] { sections.flatMap(\.failures) }
  /// These, the sections that cannot be laid out, and what fails for some clients.
  package var allFailures: [Failure] {
    failures + sections.compactMap(\.layoutFailure) + targetedFailures
  }

  /// Prepares `composition` with `visibility`, whose moment becomes the time of generation.
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
      viewports: viewports)
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
    let forAnybody = preparation.isPreview ? visibility : visibility.meeting(.all)
    let all = try composition.sections.filter { forAnybody.shows($0.window) }.map(prepare)
    allSections = all
    sections = all.filter { visibility.shows($0.written.window) }
    boundaries = Boundaries(
      composition.sections.map { visibility.boundaries(of: $0.window) }
        + sections.map(\.boundaries))
    lastChange = preparation.lastChange(
      of: DocumentKey(feed: composition.feed),
      showing: .ofFeed(composition, sections, until: boundaries.next))
    self.composition = composition
    // Sections for some clients may come where all of the feed is shown to everybody now.
    boundariesForAnybody = Boundaries(
      [boundaries] + composition.sections.map { forAnybody.boundaries(of: $0.window) }
        + all.map(\.boundaries)
        + all.map { Boundaries(next: $0.targeting?.nextBoundary { _ in true }, nextEnd: nil) })
    moment = visibility.moment
    isProvisional = preparation.isProvisional
    knownLocales = preparation.locales
    locale = nil
    servedKeys = [composition.feed]
    cache = preparation.cache
    space = cache.makeSpace()
    identity = space
    defaultReader = preparation.publishing.readerLocale()
    documentLocale = defaultReader
    pages = preparation.isPreview ? nil : preparation.publishing.pages
    documentLocale = documentLocale(for: defaultReader)
    if !preparation.isPreview { target(visibleBy: forAnybody, after: former, in: preparation) }
    for locale in preparation.locales(of: sections) {
      editions[locale] = Feed(
        self, in: locale, after: former, insteadOf: served?.editions[locale],
        likeParent: edition(for: locale.parents(before: defaultReader.tag)), preparation)
    }
    if let served, served.isSame(as: self), served.boundaries == boundaries { space = served.space }
  }

  /// Adds what is shown to some clients, now or later, if there is anything.
  private mutating func target(
    visibleBy visibility: Visibility, after former: Feed?, in preparation: FeedPreparation
  ) {
    let all = Self.conditions(of: allSections)
    guard !all.isEmpty || allSections.contains(where: { $0.targeting != nil }) else { return }
    conditions = Array(all.prefix(Self.maximumConditionCount))
    targetedFailures = Self.failures(in: allSections, conditionCount: all.count)
    for locale in preparation.locales(of: allSections) {
      let known = former.flatMap { former in
        former.allEditions[locale].map { Array(zip(former.allSections, $0)) }
      }
      allEditions[locale] = allSections.editions(
        in: locale, of: name, after: known ?? [],
        like: allSections(for: locale.parents(before: defaultReader.tag)), preparation)
    }
    orders = orders(visibleBy: visibility, in: preparation)
    targetedChanges = targetedLastChanges()
  }

  /// The edition of `base` in `locale`; `nil` if it shows the same as `parent`, that of the next
  /// more general locale.
  private init?(
    _ base: Feed, in locale: LocaleTag, after former: Feed?, insteadOf served: Feed?,
    likeParent parent: Feed, _ preparation: FeedPreparation
  ) {
    let known = former.flatMap { former in
      former.editions[locale].map { Array(zip(former.sections, $0.sections)) }
    }
    let sections = base.sections.editions(
      in: locale, of: base.name, after: known ?? [], like: parent.sections,
      insteadOf: served?.sections ?? [], preparation)
    guard sections.map(\.lastChange) != parent.sections.map(\.lastChange) else { return nil }
    let change = preparation.lastChange(
      of: DocumentKey(feed: DocumentKey.edition(of: base.name, in: locale)),
      showing: .ofFeed(base.composition, sections, in: locale, until: base.boundaries.next))
    self.init(
      base, showing: sections, in: locale, changedBy: change, until: base.boundaries,
      pages: base.pages)
    if let served, served.isAlike(self), served.boundaries == boundaries { space = served.space }
  }

  /// The edition in `locale` of the variant of `feed` called `name`, which shows `sections` to
  /// clients that meet `met`.
  init(
    _ feed: Feed, variant name: String, showing sections: [Section], meeting met: Set<Targeting>,
    in locale: LocaleTag?, pages: PageAddresses?
  ) {
    let general = [feed] + feed.editions.values
    var own: [Section] = []
    let shared = sections.map { section in
      let known = general.lazy.compactMap { $0.section(section.id) }
      if let known = known.first(where: { $0.lastChange == section.lastChange }) { return known }
      let kept = feed.cache.variantSection(section, in: feed.space)
      own.append(kept)
      return kept
    }
    let order = feed.order(for: met) ?? feed.lastChange
    let change = sections.map(\.lastChange).reduce(order) { $0.number < $1.number ? $1 : $0 }
    let visibility = Visibility(at: feed.moment, meeting: .only(met))
    let windows = feed.composition.sections.map(\.window)
    self.init(
      feed, showing: shared, in: locale, changedBy: change,
      until: Boundaries(windows.map(visibility.boundaries) + sections.map(\.boundaries)),
      pages: pages)
    variant = name
    ownSections = own
  }

  /// Another edition of `base`, with nothing for some clients.
  private init(
    _ base: Feed, showing sections: [Section], in locale: LocaleTag?,
    changedBy change: LastChange, until boundaries: Boundaries, pages: PageAddresses?
  ) {
    self.sections = sections
    allSections = sections
    lastChange = change
    self.boundaries = boundaries
    self.locale = locale
    servedKeys = [DocumentKey.edition(of: base.name, in: locale)]
    self.pages = pages
    composition = base.composition
    boundariesForAnybody = base.boundariesForAnybody
    (moment, isProvisional) = (base.moment, base.isProvisional)
    knownLocales = base.knownLocales
    (defaultReader, documentLocale) = (base.defaultReader, base.documentLocale)
    cache = base.cache
    space = cache.makeSpace()
    identity = space
    documentLocale = documentLocale(for: defaultReader)
  }
}

// MARK: - Locales

extension Feed {
  /// The edition for readers who look values up in `tags`, the most specific one first.
  package func edition(for tags: [LocaleTag]) -> Feed {
    tags.lazy.compactMap { editions[$0] }.first ?? self
  }

  /// The edition for `reader`, with the locale of its documents. Called of the default edition.
  ///
  /// - Parameter name: the name of the variant by which it was asked for; `nil` for none.
  package func edition(for reader: ReaderLocale, inVariant name: String? = nil) -> Feed {
    let tags = reader.lookup
    let place = tags.firstIndex { editions[$0] != nil }
    var edition = place.flatMap { editions[tags[$0]] } ?? self
    let others = tags.prefix(place.map { $0 + 1 } ?? tags.count)
    edition.servedKeys =
      others.map { DocumentKey.edition(of: self.name, in: $0) } + (place == nil ? [self.name] : [])
    edition.documentLocale = edition.documentLocale(for: reader)
    edition.variant = name ?? variant
    return edition
  }

  /// The locale of the documents for `reader`: the one that the texts are in, unless labels differ.
  private func documentLocale(for reader: ReaderLocale) -> ReaderLocale {
    let kinds = sections.map(\.specification.kind)
    let own = locale ?? defaultReader.tag
    let ownLabels = defaultReader.labels(in: own).reduced(for: kinds)
    let labels = reader.labels.reduced(for: kinds)
    let tag = labels == ownLabels ? own : labels.dateLocale ?? labels.language ?? reader.tag
    return ReaderLocale(
      tag: tag, labels: labels, lookup: tag == defaultReader.tag ? [] : [tag], notes: reader.notes)
  }

  /// The locale of the document that `reader` gets. Called of the edition of the default locale.
  package func locale(for reader: ReaderLocale) -> LocaleTag {
    edition(for: reader.lookup).documentLocale(for: reader).tag
  }

  /// This feed with `editions`.
  func with(_ editions: [LocaleTag: Feed]) -> Feed {
    var feed = self
    feed.editions = editions
    feed.ownSections += editions.values.flatMap(\.ownSections)
    return feed
  }

  /// The feed and its editions, in the order of their keys.
  var withEditions: [Feed] { [self] + editions.sorted { $0.key < $1.key }.map(\.value) }

  /// The surrogate keys of the screens.
  package var surrogateKeys: SurrogateKeys {
    guard variant == nil else {
      return SurrogateKeys(of: servedKeys.map { DocumentKey(feed: $0) }).inVariants(of: name)
    }
    return SurrogateKeys(of: self, insteadOf: servedKeys.filter { $0 != key })
  }

  /// The surrogate keys of the pages of a section: those with the items of the screens or, with
  /// `kind`, those behind them.
  package func surrogateKeys(of section: String, behind kind: String? = nil) -> SurrogateKeys {
    var documents = servedKeys.map { DocumentKey(feed: $0, section: section) }
    // In a variant, what is above the section may be for some clients only.
    if variant != nil { documents += servedKeys.map { DocumentKey(feed: $0) } }
    let keys =
      kind.map { SurrogateKeys(behind: documents, kind: $0) } ?? SurrogateKeys(of: documents)
    return variant == nil ? keys : keys.inVariants(of: name)
  }
}

// MARK: - Documents

extension Feed {
  /// The section `id`; `nil` if there is none.
  package func section(_ id: String) -> Section? { sections.first { $0.id == id } }

  /// Whether clients do not see section `id` on a screen with `traits`, since they draw too little.
  package func leavesOut(_ id: String, for traits: ScreenTraits) -> Bool {
    section(id).map { !$0.isShown(for: traits) } ?? false
  }

  /// The estimated size of the items of all its sections in memory, in bytes.
  package var contentByteCount: Int { sections.reduce(0) { $0 + $1.byteCount } }

  /// The estimated size of a variant in memory with its editions, in bytes, without its sections.
  var byteCount: Int {
    editions.values.reduce(4_096 + 2 * MemoryLayout<Section>.stride * sections.count) {
      $0 + $1.byteCount
    }
  }

  /// The screen on which nothing is yet.
  func emptyScreen(for traits: ScreenTraits) -> Screen {
    Screen(
      feed: name, revision: revision, generatedAt: generatedAt, expiresAt: expiresAt,
      traits: traits, locale: documentLocale.tag, notes: documentLocale.notes, pages: pages)
  }
}
