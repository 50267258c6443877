package import FeedModel
import Foundation

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
  func date(_ moment: Timestamp, in timeZone: TimeZone) -> String {
    guard let dateLocale else { return moment.label(in: timeZone) }
    let seconds = Double(moment.millisecondsSince1970) / 1_000
    return Date(timeIntervalSince1970: seconds).formatted(
      Date.FormatStyle(
        date: .long, time: .omitted, locale: Locale(identifier: dateLocale.text),
        calendar: Calendar(identifier: .gregorian), timeZone: timeZone))
  }

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
