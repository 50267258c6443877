package import FeedModel
package import Foundation

/// The labels that are made of the values of items: dates, and the texts for screen readers.
package struct Labels: Hashable, Sendable {
  package let language: LabelLanguage
  /// The locale in whose own form dates are written; `nil` for `yyyy.MM.dd`.
  package let dateLocale: LocaleTag?

  /// The labels for readers in `locale`.
  package init(for locale: LocaleTag, dates style: DateStyle = .numeric) {
    language = LabelLanguage(for: locale)
    dateLocale = style == .locale ? locale : nil
  }

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

  /// 1582-10-15 in days since 1970. Foundation takes all days before it for those of the Julian calendar.
  private static let firstDayOfFoundation = -141_427
  /// The Gregorian calendar repeats itself, days of the week included, after 400 years.
  private static let daysOf2000Years = 5 * 146_097

  /// Returns these labels without what items of `kinds` do not have: equal ones make equal labels.
  func reduced(for kinds: some Sequence<ContentKind>) -> Labels {
    let hasRatings = kinds.contains { $0.roles[.rating] != nil }
    let hasDates = kinds.contains { $0.roles[.date] != nil }
    return Labels(
      language: hasRatings ? language : .neutral, dateLocale: hasDates ? dateLocale : nil)
  }

  private init(language: LabelLanguage, dateLocale: LocaleTag?) {
    self.language = language
    self.dateLocale = dateLocale
  }
}

/// The form of the dates of items.
package enum DateStyle: String, CaseIterable, Sendable {
  /// `2022.12.02`, everywhere.
  case numeric
  /// The long form of the reader's locale, such as `December 2, 2022`.
  case locale
}
