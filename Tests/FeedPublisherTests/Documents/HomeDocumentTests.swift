import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

struct HomeDocumentTests {
  static let order = [
    "campaign_banners", "recent_news", "featured_topics", "trend_articles", "pickup_photos",
    "favorite_scenes",
  ]

  @Test("The document has the keys of the contract, in its order")
  func keys() throws {
    let viewport = try Viewport(width: 390)
    let publication = try Feeds.samples()
    let text = String(decoding: publication.screen(for: viewport).bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        {"schema_version":1,"feed":"home","revision":1,"generated_at":"2022-12-01T07:33:20.000Z",\
        "expires_at":null,"viewport":{"width":390},"content_size":{"width":390,"height":
        """))
    #expect(
      text.contains(
        """
        "sections":[{"id":"campaign_banners","kind":"campaign_banners","title":"キャンペーン",\
        "revision":1,"version":1,"frame":{"x":0,"y":0,"width":390,"height":148.928},"header":null,\
        "layout_origin":{"x":0,"y":0},"roles":{"image":"banner_url"},\
        "cell":{"name":"campaign_banners","corner_radius":0,"border":null,"background":null,\
        "slots":[{"type":"image","role":"image","anchor":"top","offset":0,"left":0,"right":0,\
        "height":148.928,"content_mode":"fit","corner_radius":12}]},\
        "layout":{"type":"circular_carousel",\
        "viewport":{"width":390},"content_size":{"width":390,"height":148.928},
        """))
    #expect(
      text.contains(
        """
        "items":[{"id":1,"banner_contents_id":1001,\
        "banner_url":"https://example.com/campaign_banner1.jpg",\
        "image":{"url":"https://example.com/campaign_banner1.jpg"},"impression_id":"
        """))
    #expect(
      text.contains(
        """
        {"id":1,"rating":3.7,"thumbnail_url":"https://example.com/featured_topic1.jpg",\
        "title":"ボリューム満点の洋食セット","caption":"この満足感はそう簡単には味わえないがうまい😆",\
        "published_at":"2022-12-01T07:30:00.000+0000","date_label":"2022.12.01",\
        "stars":[1,1,1,0.7000000000000002,0],\
        "image":{"url":"https://example.com/featured_topic1.jpg"},"impression_id":"
        """))
  }

  @Test(
    "Sections stand in the default order, each directly below the last",
    arguments: [200, 375, 390, 393.5, 1024, 4096])
  func stacking(width: Double) throws {
    let document = try Feeds.published(Feeds.samples(), width: width)
    let sections = document["sections"].elements
    #expect(sections.compactMap { $0["id"].text } == Self.order)
    var top = 0.0
    for section in sections {
      #expect(section["frame"]["x"].number == 0)
      #expect(section["frame"]["y"].number == top)
      #expect(section["frame"]["width"].number == width)
      let height = try #require(section["frame"]["height"].number)
      #expect(section["layout"]["content_size"]["height"].number == height)
      top += height
    }
    #expect(document["content_size"]["height"].number == top)
    #expect(document["content_size"]["width"].number == width)
  }

  @Test("Every item has its own frame and is the stored item")
  func items() throws {
    let sections = try Feeds.published(Feeds.samples())["sections"].elements
    for section in sections {
      let ids = section["items"].elements.map { $0["id"] }
      #expect(!ids.isEmpty)
      #expect(section["layout"]["frames"].elements.map { $0["id"] } == ids)
      let kind = try #require(section["kind"].text.flatMap { ContentKinds.standard[$0] })
      func check<Entity: ContentEntity>(_: Entity.Type) throws {
        // A client's decoder for the sample files reads the published items.
        let items = try JSONEncoder().encode(section["items"])
        let decoded = try JSONDecoder().decode([Entity].self, from: items)
        #expect(try decoded.map(\.item) == SampleContent.items()[kind])
      }
      try check(StandardEntities.type(of: kind))
    }
  }

  @Test("The same revision makes the same bytes, whenever and wherever it is rendered")
  func sameBytes() throws {
    let viewport = try Viewport(width: 402)
    let items = try SampleContent.items()
    let later = Timestamp(Date(timeIntervalSince1970: 1_900_000_000))
    let first = Feeds.prepared(.home, items)
    let second = Feeds.prepared(.home, items, now: later)
    let published = first.screen(for: viewport)
    let onDemand = second.screen(for: viewport)
    #expect(published.bytes == onDemand.bytes)
    #expect(published.entityTag == onDemand.entityTag)
  }

  @Test("A day's label follows the feed's time zone")
  func timeZone() throws {
    let feed = Feeds.home([try TestContent.topic()])
    let items = try Feeds.published(feed)["sections"].elements[2]["items"].elements
    #expect(items.first?["date_label"].text == "2022.12.02")
  }

  @Test("Without content every section is there and empty")
  func empty() throws {
    let feed = Feeds.prepared(.home, [:], revision: nil)
    #expect(feed.failures.isEmpty)
    let document = try Feeds.published(feed)
    #expect(document["revision"].number == 0)
    #expect(document["generated_at"].text == "1970-01-01T00:00:00.000Z")
    #expect(document["content_size"]["height"].number == 0)
    #expect(document["sections"].elements.compactMap { $0["id"].text } == Self.order)
    for section in document["sections"].elements {
      #expect(section["items"] == .array([]) && section["layout"]["frames"] == .array([]))
    }
  }

  @Test("A section shows no more than its limit")
  func limit() throws {
    let photos = try (1...130).map { try TestContent.photo($0) }
    let document = try Feeds.published(Feeds.home(photos))
    let section = document["sections"].elements[4]
    #expect(section["items"].elements.count == Composition.defaultLimit)
    #expect(section["layout"]["frames"].elements.count == Composition.defaultLimit)
  }

  @Test("A kind that cannot be read leaves its section empty and the others as they are")
  func failingKind() throws {
    let feed = Feeds.prepared(
      .home, try SampleContent.items(),
      unreadable: [
        .recentNews: .invalidItem(kind: "recent_news", id: 7, field: "published_at")
      ])
    #expect(feed.failures.map(\.section) == ["recent_news"])
    #expect(feed.failures.first?.reason == "recent_news/7: the stored published_at is not valid")

    let whole = try Feeds.published(Feeds.samples())["sections"].elements
    let partial = try Feeds.published(feed)["sections"].elements
    for (index, id) in Self.order.enumerated() {
      if id == "recent_news" {
        #expect(partial[index]["items"] == .array([]))
        #expect(partial[index]["frame"]["height"].number == 0)
      } else {
        #expect(partial[index]["layout"] == whole[index]["layout"])
        #expect(partial[index]["items"] == whole[index]["items"])
      }
    }
  }
}
