package import FeedLayout
import FeedModel
import FeedStore

/// A feed as readers of one locale get it.
package struct Edition: Sendable {
  package let feed: Feed
  /// The feed, or the variant of it, in the default locale.
  package let base: Feed
  /// The locale of its documents.
  package let locale: DocumentLocale
  /// The name of the variant by which it was asked for; `nil` for what everybody gets.
  private let variant: String?
  /// The keys of its editions of which one is served, the more special ones first.
  private let keys: [String]

  /// The edition of `feed`, that of the default locale, for `reader`.
  fileprivate init(of feed: Feed, for reader: ReaderLocale, inVariant name: String?) {
    variant = name ?? feed.variant
    let tags = reader.lookup
    let place = tags.firstIndex { feed.editions[$0] != nil }
    let served = place.flatMap { feed.editions[tags[$0]] } ?? feed
    let others = tags.prefix(place.map { $0 + 1 } ?? tags.count)
      .map { DocumentKey.edition(of: feed.name, in: $0) }
    keys = others + (place == nil ? [feed.name] : [])
    self.feed = served
    base = feed
    locale = served.documentLocale(for: reader)
  }

  /// The surrogate keys of the screens.
  package var surrogateKeys: SurrogateKeys {
    let keys = SurrogateKeys(
      of: feed, insteadOf: keys.filter { $0 != feed.key })
    return variant == nil ? keys : SurrogateKeys(of: documents).inVariants(of: feed.name)
  }

  /// The feed in the editions.
  private var documents: [DocumentKey] { keys.map { DocumentKey(feed: $0) } }

  /// The surrogate keys of the pages of a section, by default of those that have the items of the screens.
  ///
  /// - Parameter kind: the kind of the items behind those of the screens, for pages of them.
  package func surrogateKeys(of section: String, behind kind: String? = nil) -> SurrogateKeys {
    let own = keys.map { DocumentKey(feed: $0, section: section) }
    // In a variant, what is above the section may be for some clients only.
    let documents = variant == nil ? own : own + documents
    let keys =
      kind.map { SurrogateKeys(behind: documents, kind: $0) } ?? SurrogateKeys(of: documents)
    return variant == nil ? keys : keys.inVariants(of: feed.name)
  }

  /// The screen for `traits`.
  package func screen(for traits: ScreenTraits) -> PublishedDocument {
    feed.screen(for: traits, in: locale)
  }

  /// The screen for `traits`, if it is in memory.
  package func knownScreen(for traits: ScreenTraits) -> PublishedDocument? {
    feed.knownScreen(for: traits, in: locale)
  }

  /// The feed for feed readers (JSON Feed 1.1).
  ///
  /// - Parameter version: the newest version of documents that the client draws: sections that need more may be left out.
  package func jsonFeed(upTo version: Int = DocumentVersion.newest) -> PublishedDocument {
    feed.jsonFeed(in: locale, version: version)
  }

  /// The feed for feed readers, if it is in memory.
  package func knownJSONFeed(upTo version: Int) -> PublishedDocument? {
    feed.knownJSONFeed(in: locale, version: version)
  }

  /// Whether `section` is on screens for `traits`.
  package func shows(_ section: Section, for traits: ScreenTraits) -> Bool {
    section.isShown(for: traits)
  }

  /// The first page of `section`, which belongs to the feed and is shown for `traits`, of up to `limit` items.
  ///
  /// - Parameter next: makes the address of the page that begins at a cursor.
  package func firstPage(
    of section: Section, for traits: ScreenTraits, limit: Int,
    next: (SectionCursor) throws -> String
  ) rethrows -> PublishedDocument {
    try feed.firstPage(
      of: section, for: traits, in: locale, variant: variant, limit: limit, next: next)
  }
}

extension Feed {
  /// The feed as `reader` gets it. Called of the edition of the default locale.
  ///
  /// - Parameter name: the name of the variant by which it was asked for; `nil` for what everybody gets.
  package func edition(for reader: ReaderLocale, inVariant name: String? = nil) -> Edition {
    Edition(of: self, for: reader, inVariant: name)
  }
}
