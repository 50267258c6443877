package import FeedLayout
package import FeedModel
package import Foundation
import StrictJSON

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

  /// The locales that words of cells are looked up in, the best first.
  var words: [String] { [tag.text] + lookup.map(\.text) }

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

/// The labels that are made of the values of items: dates, and the texts for screen readers.
package struct Labels: Hashable, Sendable {
  /// The language of the phrases; `nil` for the form without words.
  package let language: LocaleTag?
  /// The locale in whose own form dates are written; `nil` for `yyyy.MM.dd`.
  package let dateLocale: LocaleTag?

  /// The labels for readers in `locale`.
  package init(for locale: LocaleTag, dates style: DateStyle = .numeric) {
    self.init(
      language: locale.lookup.first { Self.ratingPhrases[$0.text] != nil },
      dateLocale: style == .locale ? locale : nil)
  }

  private init(language: LocaleTag?, dateLocale: LocaleTag?) {
    self.language = language
    self.dateLocale = dateLocale
  }

  /// Returns these labels without what items of `kinds` do not have: equal ones make equal labels.
  func reduced(for kinds: some Sequence<ContentKind>) -> Labels {
    let hasRatings = kinds.contains { $0.roles[.rating] != nil }
    let hasDates = kinds.contains { $0.roles[.date] != nil }
    return Labels(language: hasRatings ? language : nil, dateLocale: hasDates ? dateLocale : nil)
  }
}

extension Labels {
  /// The phrase for a rating from 0 to 5, such as `3.7 out of 5`.
  package func rating(_ value: Double) -> String {
    let phrase = language.flatMap { Self.ratingPhrases[$0.text] } ?? "★ #/5"
    let hasComma = phrase.contains("#,")
    let number = NumberText.shortest(value).replacing(".", with: hasComma ? "," : ".")
    return phrase.replacing(hasComma ? "#," : "#", with: number)
  }

  /// The phrases for a rating by language, with `#` for the number; `#,` with a decimal comma.
  private static let ratingPhrases = [
    "ar": "# من 5", "da": "#, ud af 5", "de": "#, von 5", "en": "# out of 5", "es": "#, de 5",
    "fa": "# از 5", "fi": "#, viidestä", "fr": "#, sur 5", "he": "# מתוך 5", "hi": "5 में से #",
    "id": "#, dari 5", "it": "#, su 5", "ja": "5つ星のうち#", "ko": "5점 만점에 #점",
    "nb": "#, av 5", "nl": "#, van 5", "no": "#, av 5", "pl": "#, na 5", "pt": "#, de 5",
    "ru": "#, из 5", "sv": "#, av 5", "th": "# จาก 5", "tr": "5 üzerinden #,", "uk": "#, з 5",
    "ur": "5 میں سے #", "vi": "#, trên 5", "zh": "# 分，满分 5 分", "zh-HK": "# 分，滿分 5 分",
    "zh-Hant": "# 分，滿分 5 分", "zh-TW": "# 分，滿分 5 分",
  ]

  /// The day of `moment` in a time zone.
  package func date(_ moment: Timestamp, in timeZone: TimeZone) -> String {
    guard let dateLocale else { return moment.label(in: timeZone) }
    let locale = Locale(identifier: dateLocale.text)
    let day = moment.day(in: timeZone)
    guard day.daysSince1970 < Self.firstDayOfFoundation else {
      let seconds = Double(moment.millisecondsSince1970) / 1_000
      return Date(timeIntervalSince1970: seconds).formatted(Self.style(locale, timeZone))
    }
    // The same day 2000 years later, in the year that it is.
    let seconds = Double((day.daysSince1970 + Self.daysOf2000Years) * 86_400)
    var text = Date(timeIntervalSince1970: seconds).formatted(
      Self.style(locale, .gmt).attributedStyle)
    let year = day.year.formatted(IntegerFormatStyle<Int>(locale: locale).grouping(.never))
    if let place = text.runs.first(where: { $0.dateField == .year })?.range {
      text.replaceSubrange(place, with: AttributedString(year))
    }
    return String(text.characters)
  }

  private static func style(_ locale: Locale, _ timeZone: TimeZone) -> Date.FormatStyle {
    Date.FormatStyle(
      date: .long, time: .omitted, locale: locale, calendar: Calendar(identifier: .gregorian),
      timeZone: timeZone)
  }

  /// 1582-10-15 in days since 1970. Foundation takes days before it for Julian ones.
  private static let firstDayOfFoundation = -141_427
  /// The Gregorian calendar repeats itself, days of the week included, after 400 years.
  private static let daysOf2000Years = 5 * 146_097
}

/// The form of the dates of items.
package enum DateStyle: String, CaseIterable, Sendable {
  /// `2022.12.02`, everywhere.
  case numeric
  /// The long form of the reader's locale, such as `December 2, 2022`.
  case locale
}
