import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

struct ItemExtrasTests {
  private static let sections = [
    Composition.Section(
      id: "photos", kind: .pickupPhotos, title: "Photos",
      action: .init(deepLink: "app://{kind}/{id}", webURL: "https://example.com/{id}?t={title}"),
      category: "media", minSchemaVersion: 2),
    Composition.Section(id: "topics", kind: .featuredTopics, title: "Topics"),
    Composition.Section(id: "again", kind: .featuredTopics, title: "Topics again"),
  ]

  @Test("An item that stands in two sections is once in the JSON Feed")
  func jsonFeed() throws {
    let document = try JSONValue.parse(
      try feed(revision: 3).jsonFeed().bytes)
    let ids = document["items"].elements.compactMap { $0["id"].text }
    #expect(ids == ["pickup_photos:7", "featured_topics:1", "featured_topics:2"])
    #expect(document["items"].elements[0]["url"].text == "https://example.com/7?t=Photo")
    #expect(document["items"].elements[0]["content_text"].text == "Photo", "no empty text")
  }

  private func sections(revision: Int = 3) throws -> [JSONValue] {
    try Feeds.published(feed(revision: revision))["sections"].elements
  }

  private func feed(revision: Int) throws -> Feed {
    Feeds.prepared(
      Composition(feed: "home", sections: Self.sections),
      [
        .pickupPhotos: [try TestContent.photo(7, width: 960, height: 720).item],
        .featuredTopics: [try TestContent.topic(1).item, try TestContent.topic(2).item],
      ], revision: revision)
  }

  @Test("An item says where its picture is and, where it is known, how large")
  func image() throws {
    let sections = try sections()
    let photo = try #require(sections[0]["items"].elements.first)["image"]
    #expect(photo["url"].text == "https://example.com/photo.jpg")
    #expect(photo["width"].number == 960 && photo["height"].number == 720)
    #expect(photo["aspect"].number == 960.0 / 720)
    let topic = try #require(sections[1]["items"].elements.first)["image"]
    #expect(topic == .object(["url": .text("https://example.com/topic.jpg")]))
  }

  @Test("An item leads where the template of its section says, and nowhere without one")
  func action() throws {
    let sections = try sections()
    #expect(
      sections[0]["items"].elements.first?["action"]
        == .object([
          "deep_link": .text("app://pickup_photos/7"),
          "web_url": .text("https://example.com/7?t=Photo"),
        ]))
    #expect(sections[1]["items"].elements.first?["action"] == .null)
  }

  @Test("An impression keeps its id in its section until something of the item changes")
  func impressions() throws {
    func ids(_ sections: [JSONValue]) -> [String] {
      sections.flatMap { $0["items"].elements.compactMap { $0["impression_id"].text } }
    }
    let first = ids(try sections())
    #expect(first.count == 5 && Set(first).count == 5)
    #expect(first.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{16}/) != nil })
    #expect(ids(try sections(revision: 4)) == first)
    // The first topic changes, and moves below a new one.
    var changed = try TestContent.topic(1).item
    changed[.headline] = .text("Bread")
    let next = ids(
      try Feeds.published(
        Feeds.prepared(
          Composition(feed: "home", sections: Self.sections),
          [
            .pickupPhotos: [try TestContent.photo(7, width: 960, height: 720).item],
            .featuredTopics: [
              try TestContent.topic(3).item, changed, try TestContent.topic(2).item,
            ],
          ], revision: 5))["sections"].elements)
    #expect(next.count == 7 && Set(next).count == 7)
    #expect(Set(next).intersection(first) == [first[0], first[2], first[4]])
  }

  @Test("A screen reader is told everything that a cell can say, on one line")
  func everythingOnOneLine() throws {
    let scenes = try #require(try SampleContent.items()[.favoriteScenes])
    var scene = try #require(scenes.first)
    scene[.headline] = .text("A dish\r\nin two lines ")
    scene[.label] = .text("Special")
    scene[.summary] = .text("\nWarm\n\n and\u{2028}rich")
    scene[.place] = .text("")
    let section = Composition.Section(id: "scenes", kind: .favoriteScenes, title: "Scenes")
    let document = try Feeds.published(
      Feeds.prepared(
        Composition(feed: "home", sections: [section]), [.favoriteScenes: [scene]]))
    let label = document["sections"].elements.first?["items"].elements.first?["accessibility_label"]
    #expect(
      label?.text == "A dish in two lines, Special, Warm and rich, 編集部●●●●, 2022.12.01")
  }

  @Test("A screen reader is told the headline, the stars, the summary and the day")
  func accessibility() throws {
    let sections = try sections()
    #expect(
      sections[1]["items"].elements.first?["accessibility_label"].text
        == "Rice, 5つ星のうち3.7, with curry, 2022.12.02")
    #expect(
      sections[0]["items"].elements.first?["accessibility_label"].text == "Photo, 2022.12.02")
  }

  @Test("Category and version stand on the sections that have them")
  func sectionExtras() throws {
    let sections = try sections()
    #expect(sections[0]["category"].text == "media")
    #expect(sections[0]["min_schema_version"].number == 2)
    #expect(sections[1]["category"] == .null && sections[1]["min_schema_version"] == .null)
  }
}

struct SurrogateKeysTests {
  @Test("The keys of a screen are the feed and its sections, those of a page its section")
  func keys() throws {
    let feed = Feeds.home([try TestContent.photo(7)])
    #expect(
      feed.surrogateKeys.text.hasPrefix(
        "feed:home section:home/campaign_banners section:home/recent_news "))
    let section = DocumentKey(feed: "home", section: "pickup_photos")
    #expect(SurrogateKeys(of: [section]).text == "section:home/pickup_photos")
  }

  @Test("The keys stay below two kilobytes, however many sections there are")
  func bounded() throws {
    let composition = Composition(
      feed: "home",
      sections: (0..<Composition.maximumSectionCount).map {
        .init(id: "photos_of_the_day_\($0)", kind: .pickupPhotos, title: "")
      })
    let feed = Feeds.prepared(composition, [:])
    #expect(feed.surrogateKeys.text == "feed:home")
  }
}

struct JSONFeedTests {
  @Test("A JSON Feed has the members version 1.1 requires, and each item once")
  func members() throws {
    let feed = try Feeds.samples().jsonFeed()
    let document = try JSONValue.parse(feed.bytes)
    #expect(document["version"].text == "https://jsonfeed.org/version/1.1")
    #expect(document["title"].text == "home")
    let items = document["items"].elements
    #expect(items.count == 62 && Set(items.compactMap { $0["id"].text }).count == 62)
    for item in items {
      #expect(item["content_text"].text?.isEmpty == false)
      #expect(item["url"].text?.hasPrefix("https://") == true)
    }
    let topic = try #require(items.first { $0["id"].text == "featured_topics:1" })
    #expect(topic["title"].text == "ボリューム満点の洋食セット")
    #expect(topic["content_text"].text == "この満足感はそう簡単には味わえないがうまい😆")
    #expect(topic["image"].text == "https://example.com/featured_topic1.jpg")
    #expect(topic["date_published"].text == "2022-12-01T07:30:00.000Z")
  }
}
