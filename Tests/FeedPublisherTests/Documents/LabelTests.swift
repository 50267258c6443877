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
    #expect(LabelLanguage(for: tag).rating(3.7) == expected)
  }

  @Test(
    "Dates have the form of the setting, or that of the locale",
    arguments: [
      ("ja", DateStyle.numeric, "2022.12.02"), ("en", .numeric, "2022.12.02"),
      ("ja", .locale, "2022年12月2日"), ("en", .locale, "December 2, 2022"),
      ("en-GB", .locale, "2 December 2022"), ("de", .locale, "2. Dezember 2022"),
    ])
  func dates(locale: String, style: DateStyle, expected: String) throws {
    let locales = Locales(try [#require(LocaleTag("ja")), #require(LocaleTag(locale))])
    var publishing = Feeds.publishing
    (publishing.locales, publishing.dateStyle) = (locales, style)
    var topic = try TestContent.topic(1)
    topic.publishedAt = try #require(Timestamp("2022-12-01T15:30:00.000+0000"))
    let item = topic.item
    let composition = Composition(
      feed: "home",
      sections: [.init(id: "topics", kind: .featuredTopics, title: "Topics")])
    let feed = PreparedFeed(
      composition, revision: 1, visibility: Visibility(at: SampleContent.committedAt),
      publishing: publishing
    ) { _ in PreparedFeed.ShownItems(items: [item]) }
    let reader = publishing.readerLocale(for: LocaleTag(locale))
    let document = feed.document(for: ScreenTraits(try .init(width: 390)), in: reader).document
    #expect(document.sections.first?.items.first?.dateLabel == expected)
    #expect(document.sections.first?.items.first?.accessibilityLabel.hasSuffix(expected) == true)
  }
}
