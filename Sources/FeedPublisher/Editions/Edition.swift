package import FeedLayout
import FeedModel
package import FeedStore

/// A feed as readers of one locale get it.
package struct Edition: Sendable {
  package let feed: PublishedFeed
  /// The locale of its documents.
  package let locale: DocumentLocale
  /// The keys of its editions of which one is served, the more special ones first.
  private let keys: [String]

  /// The edition of `feed`, that of the default locale, for `reader`.
  fileprivate init(of feed: PublishedFeed, for reader: ReaderLocale) {
    let tags = reader.lookup
    let place = tags.firstIndex { feed.editions[$0] != nil }
    let served = place.flatMap { feed.editions[tags[$0]] } ?? feed
    let others = tags.prefix(place.map { $0 + 1 } ?? tags.count)
      .map { DocumentKey.edition(of: feed.name, in: $0) }
    keys = others + (place == nil ? [feed.name] : [])
    self.feed = served
    locale = served.content.documentLocale(for: reader)
  }

  /// The surrogate keys of the screens.
  package var surrogateKeys: SurrogateKeys {
    SurrogateKeys(of: feed.content, insteadOf: keys.filter { $0 != feed.content.key })
  }

  /// The keys of a section in the editions.
  package func documents(of section: String) -> [DocumentKey] {
    keys.map { DocumentKey(feed: $0, section: section) }
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
  package var jsonFeed: PublishedDocument { feed.jsonFeed(in: locale) }

  /// The feed for feed readers, if it is in memory.
  package var knownJSONFeed: PublishedDocument? { feed.knownJSONFeed(in: locale) }

  /// The first page of `section`, which belongs to the feed, of up to `limit` items.
  ///
  /// - Parameter next: makes the address of the page that begins at a cursor.
  package func firstPage(
    of section: PublishedSection, for traits: ScreenTraits, limit: Int,
    next: (SectionCursor) throws -> String
  ) rethrows -> PublishedDocument {
    try feed.firstPage(of: section, for: traits, in: locale, limit: limit, next: next)
  }
}

extension PublishedFeed {
  /// The feed as `reader` gets it. Called of the edition of the default locale.
  package func edition(for reader: ReaderLocale) -> Edition { Edition(of: self, for: reader) }
}
