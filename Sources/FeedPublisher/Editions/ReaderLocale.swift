package import FeedModel

/// The locale of a reader, with what documents have in it.
package struct ReaderLocale: Hashable, Sendable {
  /// One of the locales that the server is set to.
  package let tag: LocaleTag
  package let labels: Labels

  package init(_ tag: LocaleTag, dates style: DateStyle = .numeric) {
    self.tag = tag
    labels = Labels(for: tag, dates: style)
  }

  /// The labels for readers in `locale`, with dates in the same style.
  func labels(in locale: LocaleTag) -> Labels {
    Labels(for: locale, dates: labels.dateLocale == nil ? .numeric : .locale)
  }

  /// The locales in which values are looked up, the most specific one first.
  package var lookup: [LocaleTag] { tag.lookup }
}

extension ItemPublishing {
  /// The locale in which a reader is served who asks for `tag`; the default one for `nil`.
  package func readerLocale(for tag: LocaleTag? = nil) -> ReaderLocale {
    ReaderLocale(tag.map(locales.locale) ?? locales.default, dates: dateStyle)
  }
}
