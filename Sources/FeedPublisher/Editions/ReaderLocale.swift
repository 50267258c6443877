package import FeedModel

/// The locale of a reader, with what documents have in it.
package struct ReaderLocale: Hashable, Sendable {
  /// One of the locales that the server is set to.
  package let tag: LocaleTag
  package let labels: Labels
  /// The locales in which values are looked up, the most specific one first; none in the default locale.
  package let lookup: [LocaleTag]

  /// A reader in `tag`, whether or not it is one of `locales`.
  package init(_ tag: LocaleTag, among locales: Locales, dates style: DateStyle = .numeric) {
    self.tag = tag
    labels = Labels(for: tag, dates: style)
    lookup = locales.lookup(for: tag)
  }

  /// The labels for readers in `locale`, with dates in the same style.
  func labels(in locale: LocaleTag) -> Labels {
    Labels(for: locale, dates: labels.dateLocale == nil ? .numeric : .locale)
  }
}

extension Locales {
  /// The locale in which a reader is served who asks for `tag`; the default one for `nil`.
  package func reader(for tag: LocaleTag? = nil, dates style: DateStyle) -> ReaderLocale {
    ReaderLocale(tag.map(locale) ?? self.default, among: self, dates: style)
  }
}

extension ItemPublishing {
  /// The locale in which a reader is served who asks for `tag`; the default one for `nil`.
  package func readerLocale(for tag: LocaleTag? = nil) -> ReaderLocale {
    locales.reader(for: tag, dates: dateStyle)
  }
}
