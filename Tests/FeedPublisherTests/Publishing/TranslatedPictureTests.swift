import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// Pictures that a translation replaces.
struct TranslatedPictureTests {
  @Test("A translated picture has the size of its photo, and one elsewhere that of the item")
  func translatedPictures() async throws {
    let database = try TestDatabase()
    let server = try database.server(EditionTests.publishing)
    // 4,000 × 3,000 pixels; the item says 100 × 720.
    let photo = TestPhotos.photo(1)
    let item = try TestContent.photo(1, width: 100).item
      .translated("photo_url", "en", "https://a.example\(PhotoAddress.path(of: photo.id))")
      .translated("photo_url", "ar", "https://a.example/elsewhere.jpg")
    _ = try await server.store.write(at: SampleContent.committedAt) {
      _ = try $0.add(photo)
      _ = try $0.setComposition(EditionTests.composition, of: "home")
      _ = try $0.upsert(item)
    }
    try await server.publisher.publish()
    let feed = try #require(server.publisher.current?.feeds["home"])
    let traits = ScreenTraits(try Viewport(width: TestServer.widths[0]))
    let ratios = try ["ja", "en", "ar"].map { tag in
      let reader = EditionTests.publishing.readerLocale(for: LocaleTag(tag))
      let document = try JSONValue.parse(feed.edition(for: reader).screen(for: traits).bytes)
      let section = try #require(document["sections"].elements.first)
      let frame = try #require(section["layout"]["frames"].elements.first)
      return try #require(frame["height"].number) / #require(frame["width"].number)
    }
    #expect(ratios[0] == ratios[2] && ratios[0] > 2 * ratios[1], "\(ratios)")
  }
}
