package import FeedLayout
import FeedModel
import FeedStore

/// The served documents of one feed from one revision on, until another revision changes it. It is immutable.
///
/// A screen is put together from its sections, and those that are the same as in the revision before are not laid
/// out again. Everything is made when it is first asked for, and kept in a cache.
package final class PublishedFeed: Sendable {
  package let content: PreparedFeed
  /// The failed sections of the screen, and why they failed.
  package let failures: [PreparedFeed.Failure]
  /// The editions in other locales, those that show something else than the more general one.
  let editions: [LocaleTag: PublishedFeed]

  /// The name of the variant that it is; `nil` for what everybody gets.
  let variant: String?

  /// From top to bottom.
  private let sections: [PublishedSection]
  /// The sections of a variant that are not those of everybody, in all editions.
  let ownSections: [PublishedSection]
  private let cache: DocumentCache
  private let space: DocumentCache.Space

  /// The published feed of `content`.
  ///
  /// - Parameters:
  ///   - viewports: the viewports for which the layouts of all sections are checked.
  ///   - former: the published feed before, whose unchanged sections are reused.
  package init(
    _ content: PreparedFeed, checking viewports: [Viewport], after former: PublishedFeed? = nil,
    cache: DocumentCache = DocumentCache()
  ) {
    let sections = content.sections.map { section in
      let before = former?.section(section.id)
      if let before, before.isSame(as: section) { return before }
      return PublishedSection(
        section, of: content.key, cache: cache, checking: viewports, after: before)
    }
    self.content = content
    self.cache = cache
    (variant, ownSections) = (nil, [])
    self.sections = sections
    failures =
      content.failures + sections.compactMap(\.layoutFailure) + (content.targeted?.failures ?? [])
    space = cache.makeSpace()
    var editions: [LocaleTag: PublishedFeed] = [:]
    for edition in content.allEditions.sortedFromGeneral {
      guard let locale = edition.locale else { continue }
      let general =
        locale.parents(before: content.defaultReader.tag).compactMap { editions[$0]?.sections }
        + [sections]
      editions[locale] = PublishedFeed(
        edition, checking: viewports, after: former?.editions[locale], besides: general,
        cache: cache)
    }
    self.editions = editions
  }

  /// The edition `content`, whose sections are those of an edition of `general`, the more general ones, where they are
  /// the same.
  private init(
    _ content: PreparedFeed, checking viewports: [Viewport], after former: PublishedFeed?,
    besides general: [[PublishedSection]], cache: DocumentCache
  ) {
    sections = content.sections.map { section in
      let before = former?.section(section.id)
      let known =
        general.compactMap { $0.first { $0.id == section.id } } + [before].compactMap(\.self)
      return known.first { $0.isSame(as: section) }
        ?? PublishedSection(
          section, of: content.key, cache: cache, checking: viewports, after: before)
    }
    self.content = content
    self.cache = cache
    (variant, ownSections) = (nil, [])
    failures = []
    space = cache.makeSpace()
    editions = [:]
  }

  /// The variant `content` of `feed`, or an edition of it, which shares what is the same.
  private init(
    _ content: PreparedFeed, variant name: String, of feed: PublishedFeed,
    editions: [LocaleTag: PublishedFeed]
  ) {
    let general = [feed] + feed.editions.values
    var own: [PublishedSection] = []
    sections = content.sections.map { section in
      let known = general.lazy.compactMap { $0.section(section.id) }
      if let known = known.first(where: { $0.isSame(as: section) }) { return known }
      let made = feed.cache.variantSection(section, in: feed.space) {
        PublishedSection(section, of: content.targetedKey, cache: feed.cache)
      }
      own.append(made)
      return made
    }
    ownSections = own + editions.values.flatMap(\.ownSections)
    self.content = content
    self.editions = editions
    variant = name
    cache = feed.cache
    failures = []
    space = cache.makeSpace()
  }

  /// The estimated size of a variant in memory with its editions, in bytes, without its sections.
  var byteCount: Int {
    let section = MemoryLayout<PreparedSection>.stride + MemoryLayout<PublishedSection>.stride
    return editions.values.reduce(4_096 + section * sections.count) { $0 + $1.byteCount }
  }

  /// The variant for clients that meet `conditions`, if it is in memory.
  func variant(meeting conditions: Set<Targeting>) -> PublishedFeed? {
    cache.variant(meeting: conditions, in: space)
  }

  /// Keeps `feed`, unless the variant is known by now, and returns the one that is kept.
  func keep(_ feed: PublishedFeed, meeting conditions: Set<Targeting>) -> PublishedFeed {
    cache.keep(feed, meeting: conditions, in: space)
  }

  /// The estimated size of the items of all its sections in memory, in bytes.
  package var contentByteCount: Int { sections.reduce(0) { $0 + $1.byteCount } }

  /// The variant of this feed called `name` with `content`.
  func variant(_ name: String, _ content: PreparedFeed) -> PublishedFeed {
    let editions = content.editions.mapValues {
      PublishedFeed($0, variant: name, of: self, editions: [:])
    }
    return PublishedFeed(content, variant: name, of: self, editions: editions)
  }

  package var name: String { content.feed }
  package var revision: Int { content.revision }

  /// The section `id`; `nil` if there is none.
  package func section(_ id: String) -> PublishedSection? { sections.first { $0.id == id } }

  /// The screen for `traits`.
  func screen(for traits: ScreenTraits, in locale: DocumentLocale) -> PublishedDocument {
    cache.document(for: .screen(traits, locale), in: space) {
      let (sections, height) = fragments(for: traits, in: locale)
      let head = content.head(for: traits, in: locale)
      return .packed { head.write(sections, height: height, to: &$0) }
    }
  }

  /// The screen for `viewport` at the standard text size, from left to right, in the default locale.
  package func screen(for viewport: Viewport) -> PublishedDocument {
    edition(for: content.defaultReader).screen(for: ScreenTraits(viewport))
  }

  /// The feed for feed readers (JSON Feed 1.1).
  ///
  /// - Parameter version: the newest version of documents that the client draws.
  func jsonFeed(in locale: DocumentLocale, version: Int) -> PublishedDocument {
    cache.document(for: .jsonFeed(locale, version: version), in: space) {
      .packed { JSONFeed(content, in: locale, version: version).write(to: &$0) }
    }
  }

  /// The screen for `traits`, if it is in memory.
  func knownScreen(for traits: ScreenTraits, in locale: DocumentLocale) -> PublishedDocument? {
    cache.knownDocument(for: .screen(traits, locale), in: space)
  }

  /// The feed for feed readers, if it is in memory.
  func knownJSONFeed(in locale: DocumentLocale, version: Int) -> PublishedDocument? {
    cache.knownDocument(for: .jsonFeed(locale, version: version), in: space)
  }

  /// The first page of `section`, which belongs to this feed and is shown for `traits`, of up to `limit` items.
  ///
  /// - Parameter next: makes the address of the page that begins at a cursor.
  func firstPage(
    of section: PublishedSection, for traits: ScreenTraits, in locale: DocumentLocale,
    variant: String?, limit: Int, next: (SectionCursor) throws -> String
  ) rethrows -> PublishedDocument {
    let sections = fragments(for: traits, in: locale).sections
    let top = sections.first { $0.fragment.id == section.id }?.top ?? 0
    return try section.page(
      from: 0, top: top, for: traits, in: locale, variant: variant, limit: limit, next: next
    ) {
      section.beginning(for: traits, in: locale, top: top)
    }
  }

  /// The inputs of a section's pages: its last change, and its place on the screens.
  struct PlacedSection: Hashable {
    let lastChange: LastChange
    /// Its top edges on the screens that were checked, in points.
    let tops: [Double]
  }

  /// The feed and its sections, as those of the edition with this key.
  func documents(of edition: String) -> [DocumentKey] {
    [DocumentKey(feed: edition)] + sections.map { DocumentKey(feed: edition, section: $0.id) }
  }

  /// The feed and its editions by their keys.
  var allEditions: [String: PublishedFeed] {
    editions.reduce(into: [name: self]) { editions, edition in
      editions[DocumentKey.edition(of: name, in: edition.key)] = edition.value
    }
  }

  /// The sections by their ids, with their places.
  var placedSections: [String: PlacedSection] {
    var columns =
      sections.first.map { first in
        first.heights.map { _ in SectionColumn(spacing: content.composition.spacing) }
      } ?? []
    return sections.reduce(into: [:]) { placed, section in
      let tops = section.heights.enumerated().map { columns[$0].append(height: $1) }
      placed[section.id] = PlacedSection(lastChange: section.content.lastChange, tops: tops)
    }
  }

  /// The sections and their top edges, and the height of all, in points.
  private func fragments(
    for traits: ScreenTraits, in locale: DocumentLocale
  ) -> (sections: [(fragment: SectionFragment, top: Double)], height: Double) {
    var column = SectionColumn(spacing: content.composition.spacing)
    let placed = sections.filter { $0.content.isShown(for: traits) }.map { section in
      let fragment = section.fragment(for: traits, in: locale.withoutNotes)
      return (fragment: fragment, top: column.append(height: fragment.height))
    }
    return (placed, column.height)
  }
}

extension Sequence<PreparedFeed> {
  /// The editions, the more general ones first.
  fileprivate var sortedFromGeneral: [PreparedFeed] {
    sorted { ($0.locale?.lookup.count ?? 0) < ($1.locale?.lookup.count ?? 0) }
  }
}

/// The widths of screens that the server works for before somebody asks.
package enum PublishedWidths {
  /// The widths that compositions are checked for: those of iPhones and iPads in portrait and landscape, in points.
  package static let all: [Double] = [
    320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 744, 768, 810, 820, 834, 1024, 1032, 1112,
    1133, 1180, 1194, 1210, 1366, 1376,
  ]
  /// The widths that pictures are made for: those of most phones, and of a window on a desk.
  package static let ofPictures: [Double] = [390, 360, 375, 393, 402, 412, 414, 430, 1440]
}
