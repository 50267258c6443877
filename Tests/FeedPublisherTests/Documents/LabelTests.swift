import FeedEntities
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// The labels of items in the language of the reader.
struct LabelTests {
  @Test(
    "Ratings are said in the language of the reader, with its decimal separator",
    arguments: [
      ("ja", "5つ星のうち3.7"), ("en-GB", "3.7 out of 5"), ("ar-EG", "3.7 من 5"),
      ("de-AT", "3,7 von 5"), ("tr", "5 üzerinden 3,7"), ("sw", "★ 3.7/5"),
      ("zh-TW", "3.7 分，滿分 5 分"), ("zh-CN", "3.7 分，满分 5 分"),
    ])
  func ratings(locale: String, expected: String) throws {
    let tag = try #require(LocaleTag(locale))
    #expect(Labels(for: tag).rating(3.7) == expected)
  }

  @Test(
    "Dates have the form of the setting, or that of the locale",
    arguments: [
      ("ja", DateStyle.numeric, "2022.12.02"), ("en", .numeric, "2022.12.02"),
      ("ja", .locale, "2022年12月2日"), ("en", .locale, "December 2, 2022"),
      ("en-GB", .locale, "2 December 2022"), ("de", .locale, "2. Dezember 2022"),
    ])
  func dates(locale: String, style: DateStyle, expected: String) throws {
    try Self.expectLabel("2022-12-01T15:30:00.000+0000", locale, style, expected)
  }

  /// Foundation's calendar is Julian before 1582-10-15, and has no days from the 5th to the 14th.
  @Test(
    "Dates before 1582 are those of the Gregorian calendar, in every locale's own form",
    arguments: [
      ("1492-10-12T00:00:00.000+0000", "en", "October 12, 1492"),
      ("1492-10-12T00:00:00.000+0000", "ja", "1492年10月12日"),
      ("1492-10-12T00:00:00.000+0000", "de", "12. Oktober 1492"),
      ("1492-10-12T00:00:00.000+0000", "fa", "۱۲ اکتبر ۱۴۹۲"),
      ("1582-10-04T00:00:00.000+0000", "en", "October 4, 1582"),
      ("1582-10-10T00:00:00.000+0000", "en", "October 10, 1582"),
      ("1582-10-14T14:59:59.999+0000", "en", "October 15, 1582"),
      ("1582-10-15T00:00:00.000+0000", "en", "October 15, 1582"),
      // 1500 is no leap year; 1200 is one.
      ("1500-03-01T00:00:00.000+0000", "en", "March 1, 1500"),
      ("1200-02-29T00:00:00.000+0000", "en", "February 29, 1200"),
      ("0033-04-03T12:00:00.000+0000", "en", "April 3, 33"),
      ("0001-01-01T00:00:00.000+0000", "ja", "1年1月1日"),
      ("9999-12-31T00:00:00.000+0000", "en", "December 31, 9999"),
    ])
  func formerDates(text: String, locale: String, expected: String) throws {
    try Self.expectLabel(text, locale, .locale, expected)
  }

  @Test("Both styles say the same day, whatever its century", arguments: SeededGenerator.seeds)
  func sameDays(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let labels = Labels(for: try #require(LocaleTag("ja")), dates: .locale)
    for name in ["UTC", "Asia/Tokyo", "America/New_York"] {
      let zone = try #require(TimeZone(identifier: name))
      for _ in 0..<200 {
        let days = Int.random(in: -719_000...2_900_000, using: &random)
        let moment = Timestamp(
          millisecondsSince1970: days * 86_400_000 + Int.random(in: 0..<86_400_000, using: &random))
        let parts = moment.label(in: zone).split(separator: ".").compactMap { Int($0) }
        #expect(labels.date(moment, in: zone) == "\(parts[0])年\(parts[1])月\(parts[2])日")
      }
    }
  }

  /// Checks the label of an item that was published at `text`.
  private static func expectLabel(
    _ text: String, _ locale: String, _ style: DateStyle, _ expected: String
  ) throws {
    let locales = Locales(try [#require(LocaleTag("ja")), #require(LocaleTag(locale))])
    var publishing = Feeds.publishing
    (publishing.locales, publishing.dateStyle) = (locales, style)
    var topic = try TestContent.topic(1)
    topic.publishedAt = text
    let item = topic.item
    let composition = Composition(
      feed: "home",
      sections: [.init(id: "topics", kind: .featuredTopics, title: "Topics")])
    let feed = Feed(
      composition, revision: 1, visibility: Visibility(at: SampleContent.committedAt),
      publishing: publishing
    ) { _ in Feed.ShownItems(items: [item]) }
    let reader = publishing.readerLocale(for: LocaleTag(locale))
    let document = feed.document(for: ScreenTraits(try .init(width: 390)), in: reader).document
    #expect(document.sections.first?.items.first?.dateLabel == expected)
    #expect(document.sections.first?.items.first?.accessibilityLabel.hasSuffix(expected) == true)
  }
}
