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
    let publication = try Feeds.samples()
    let first = publication.screen(for: other)
    #expect(first.bytes == publication.screen(for: other).bytes)
    #expect(first.bytes != publication.screen(for: published).bytes)
    #expect(try JSONValue.parse(first.bytes)["viewport"]["width"].number == 391)
  }

  @Test("A screen that is put together from its sections is the one that is written as a whole")
  func sections() throws {
    let content = try Feeds.samples()
    let feed = content
    for viewport in Viewport.common {
      let whole = PublishedDocument { content.document(for: viewport).document.write(to: &$0) }
      #expect(feed.screen(for: viewport).bytes == whole.bytes)
    }
  }

  @Test("A height in the viewport is published, and used by the cards")
  func height() throws {
    let viewport = try Viewport(width: 393, height: 852)
    let publication = try Feeds.samples()
    let document = try JSONValue.parse(publication.screen(for: viewport).bytes)
    #expect(document["viewport"]["height"].number == 852)
    #expect(document["sections"].elements.last?["frame"]["height"].number == 852)
  }

  @Test("More banners than a ring can hold are cut by the section's limit first")
  func largeRing() throws {
    let banners = try (1...1_001).map { try TestContent.banner($0) }
    let publication = Feeds.home(banners, checking: [try Viewport(width: 390)])
    #expect(publication.allFailures.isEmpty)
  }

  @Test("The published widths can all be laid out, and hold the default")
  func widths() throws {
    let widths = Viewport.common.map(\.width)
    #expect(widths.contains(Viewport.defaultWidth))
    #expect(widths.count == 24 && Set(widths).count == widths.count)
    #expect(Viewport.withPictures.count == 9)
  }
}
