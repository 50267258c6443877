package import FeedLayout
package import FeedModel

/// The locale of a reader, or of a document, which readers of several locales may share.
package struct ReaderLocale: Hashable, Sendable {
  /// One of the locales that the server is set to.
  package let tag: LocaleTag
  package let labels: Labels
  /// The locales in which values are looked up, the most specific one first; of a document, only
  /// its own. None in the default locale.
  package let lookup: [LocaleTag]
  /// What the reader is told about how the request was read.
  package private(set) var notes: [DocumentNote] = []

  /// A reader in `tag`, whether or not it is one of `locales`.
  package init(
    _ tag: LocaleTag, among locales: Locales, dates style: DateStyle = .numeric,
    notes: [DocumentNote] = []
  ) {
    self.init(
      tag: tag, labels: Labels(for: tag, dates: style), lookup: locales.lookup(for: tag),
      notes: notes)
  }

  /// The locale of a document with `labels`.
  init(tag: LocaleTag, labels: Labels, lookup: [LocaleTag], notes: [DocumentNote] = []) {
    self.tag = tag
    self.labels = labels
    self.lookup = lookup
    self.notes = notes
  }

  /// A locale for drawings whose labels are not read.
  package static let anyLabels = ReaderLocale(Locales.standard.default, among: .standard)

  /// The labels for readers in `locale`, with dates in the same style.
  func labels(in locale: LocaleTag) -> Labels {
    Labels(for: locale, dates: labels.dateLocale == nil ? .numeric : .locale)
  }

  /// The same without notes: that of the parts of documents.
  var withoutNotes: ReaderLocale {
    var locale = self
    locale.notes = []
    return locale
  }
}

extension Locales {
  /// The reader who asks for `asked`, in the nearest of these locales; by default in the default
  /// one.
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

extension LocaleTag {
  /// Which way screens in it read.
  package var direction: LayoutDirection { isRightToLeft ? .rightToLeft : .leftToRight }
}
