import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// What clients and everybody get in locales whose parents are around the default one.
struct VariantLocaleTests {
  private static let when = #""when":{"platforms":["ios"]}"#
  private static let composition = """
    {"sections":[
      {"id":"some","kind":"featured_topics","title":"Favourites","title@en":"Favorites",\(when)},
      {"id":"all","kind":"featured_topics","title":"Favourites","title@en":"Favorites"}]}
    """

  @Test("What is more general than the default locale is not what others see in its place")
  func general() async throws {
    let database = try TestDatabase()
    var publishing = Feeds.publishing
    publishing.locales = Locales(["en-GB", "en-AU", "en"].compactMap { LocaleTag($0) })
    let server = try database.server(publishing)
    let colour = try TestContent.topic(1).item.translated("title", "en", "Color")
    let arvo = try TestContent.topic(2).item.translated("title", "en-AU", "Arvo")
    _ = try await server.store.write(at: SampleContent.committedAt) {
      _ = try $0.setComposition(Self.composition, of: "home")
      for item in [colour, arvo] { _ = try $0.upsert(item) }
    }
    try await server.publisher.publish()
    let feed = try #require(server.publisher.current?.feeds["home"])
    let variant = try await server.publisher.served(to: ClientFacts(platform: "ios")).feed
    let width = try Viewport(width: 390)
    for (tag, titles) in [
      // The default locale is a parent of Australian English, before American English.
      ("en-AU", ["Favourites", "Arvo"]), ("en", ["Favorites", "Color"]), ("en-GB", ["Favourites"]),
    ] {
      let reader = publishing.readerLocale(for: LocaleTag(tag))
      let screens = [feed, variant].map {
        $0.edition(for: reader).screen(for: ScreenTraits(width))
      }
      for (screen, count) in zip(screens, [1, 2]) {
        let text = String(decoding: screen.bytes, as: UTF8.self)
        #expect(try JSONValue.parse(screen.bytes)["sections"].elements.count == count)
        for title in ["Favourites", "Favorites", "Arvo", "Color"] {
          #expect(
            text.contains(#""title":"\#(title)""#) == titles.contains(title), "\(title) in \(tag)")
        }
      }
    }
  }
}
