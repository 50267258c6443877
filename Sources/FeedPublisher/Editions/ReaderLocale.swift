package import FeedModel

/// The locale of a reader, with what documents have in it.
package struct ReaderLocale: Hashable, Sendable {
  /// One of the locales that the server is set to.
  package let tag: LocaleTag
  package let labels: Labels
  /// The locales in which values are looked up, the most specific one first; none in the default locale.
  package let lookup: [LocaleTag]
  /// What the reader is told about how the request was read.
  package let notes: [DocumentNote]

  /// A reader in `tag`, whether or not it is one of `locales`.
  package init(
    _ tag: LocaleTag, among locales: Locales, dates style: DateStyle = .numeric,
    notes: [DocumentNote] = []
  ) {
    self.tag = tag
    self.notes = notes
    labels = Labels(for: tag, dates: style)
    lookup = locales.lookup(for: tag)
  }

  /// The labels for readers in `locale`, with dates in the same style.
  func labels(in locale: LocaleTag) -> Labels {
    Labels(for: locale, dates: labels.dateLocale == nil ? .numeric : .locale)
  }
}

extension Locales {
  /// The reader who asks for `asked`, in the nearest of these locales; in the default one for `nil`, and for what cannot
  /// be read.
  package func reader(for asked: AskedLocales? = nil, dates style: DateStyle) -> ReaderLocale {
    ReaderLocale(
      locale(for: asked?.tags ?? []), among: self, dates: style,
      notes: asked?.areUnknown == true ? [.unreadableLocale] : [])
  }
}

extension ItemPublishing {
  /// The reader who asks for `asked`: see `Locales.reader(for:dates:)`.
  package func readerLocale(for asked: AskedLocales? = nil) -> ReaderLocale {
    locales.reader(for: asked, dates: dateStyle)
  }
}
