import FeedLayout
import FeedModel
import FeedPublisher
import TestSupport
import Testing

struct PublicationTests {
  @Test("A screen for another width is made on demand, the same for everyone")
  func onDemand() throws {
    let published = try Viewport(width: 390)
    let other = try Viewport(width: 391)
    let publication = PublishedFeed(rendering: try Feeds.samples(), for: [published])
    let first = publication.screen(for: other)
    #expect(first.bytes == publication.screen(for: other).bytes)
    #expect(first.bytes != publication.screen(for: published).bytes)
    #expect(try JSONValue.parse(first.bytes)["viewport"]["width"].number == 391)
  }

  @Test(
    "However many screens are rendered at a time, they are the same", arguments: [1, 2, 7, 100])
  func atATime(width: Int) async throws {
    let viewports = try PublishedWidths.all.map { try Viewport(width: $0) }
    let content = try Feeds.samples()
    let alone = PublishedFeed(rendering: content, for: viewports)
    // What is not known already would be made, and counted.
    let cache = DocumentCache()
    let together = await PublishedFeed.rendering(
      content, for: viewports, cache: cache, atATime: width)
    for viewport in viewports {
      #expect(together.screen(for: viewport).bytes == alone.screen(for: viewport).bytes)
    }
    #expect(cache.missCount == 0 && together.failures.isEmpty)
  }

  @Test("A height in the viewport is published, and used by the cards")
  func height() throws {
    let viewport = try Viewport(width: 393, height: 852)
    let publication = PublishedFeed(rendering: try Feeds.samples(), for: [])
    let document = try JSONValue.parse(publication.screen(for: viewport).bytes)
    #expect(document["viewport"]["height"].number == 852)
    #expect(document["sections"].elements.last?["frame"]["height"].number == 852)
  }

  @Test("More banners than a ring can hold are cut by the section's limit first")
  func largeRing() throws {
    let banners = try (1...1_001).map { try TestContent.banner($0) }
    let publication = PublishedFeed(
      rendering: Feeds.home(banners), for: [try Viewport(width: 390)])
    #expect(publication.failures.isEmpty)
  }

  @Test("The published widths can all be laid out, and hold the default")
  func widths() throws {
    #expect(PublishedWidths.all.contains(Viewport.defaultWidth))
    #expect(Set(PublishedWidths.all).count == PublishedWidths.all.count)
    for width in PublishedWidths.all { _ = try Viewport(width: width) }
  }
}
