import FeedEntities
import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import StrictJSON
import TestSupport

/// Documents to draw.
enum SampleDocument {
  /// The sample content in `composition`, in Tokyo, with each item as `change` returns it.
  static func prepared(
    _ composition: Composition = .home, _ items: [ContentKind: [ContentItem]]? = nil,
    itemCount: Int = .max, timeZone: TimeZone? = nil,
    _ change: @escaping (ContentItem) -> ContentItem = { $0 }
  ) throws -> Feed {
    let items = try items ?? SampleContent.items()
    return Feed(
      composition, revision: 1, visibility: Visibility(at: SampleContent.committedAt),
      publishing: ItemPublishing(
        timeZone: timeZone ?? TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt,
        pictures: PictureAddresses(server: "", secret: []), pages: PageAddresses(secret: []))
    ) { section in
      let shown = items[section.kind, default: []].prefix(min(itemCount, section.limit))
      return Feed.ShownItems(items: shown.map(change))
    }
  }

  /// The screen of a new database: the composition of `Seeds`, with its own kinds.
  static func newDatabase(width: Double) throws -> Screen {
    let seeds = PackageFiles.seeds
    let shops = try KindProposal(
      reading: JSONTree(
        parsing: Array(Data(contentsOf: seeds.appending(path: "kinds/shops.json"))))
    ).kind
    var decoder = ItemListDecoder<ContentItem>(of: shops)
    let items = try SampleContent.items().merging(
      [shops: decoder.decodeAll(Data(contentsOf: seeds.appending(path: "shops.json")))]
    ) { $1 }
    let composition = try Composition(
      reading: Data(contentsOf: seeds.appending(path: "feeds/home.json")), of: "home",
      kinds: ContentKinds.standard.replacing(shops))
    return try prepared(composition, items).document(for: try Viewport(width: width)).document
  }

  /// The home screen with at most `itemCount` items in each section, as `change` returns them.
  static func home(
    itemCount: Int = .max, width: Double,
    _ change: @escaping (ContentItem) -> ContentItem = { $0 }
  ) throws -> Screen {
    try prepared(itemCount: itemCount, change).document(for: try Viewport(width: width)).document
  }

  /// The home screen at `traits`.
  static func home(_ traits: ScreenTraits) throws -> Screen {
    try prepared().document(for: traits).document
  }

  /// The home screen with `text` wherever an editor can write.
  static func home(text: String, width: Double) throws -> Screen {
    try home(width: width) { rewritten($0, text) }
  }

  /// The home screen whose photos are all `photoHeight` pixels high.
  static func home(photoHeight: Int, width: Double) throws -> Screen {
    try home(width: width) { item in
      guard var photo = PickupPhoto(item) else { return item }
      photo.photoHeight = photoHeight
      return photo.item
    }
  }

  private static func rewritten(_ item: ContentItem, _ text: String) -> ContentItem {
    if var news = RecentNews(item) {
      (news.title, news.newsCategory) = (text, text)
      return news.item
    }
    if var topic = FeaturedTopic(item) {
      (topic.title, topic.caption) = (text, text)
      return topic.item
    }
    if var article = TrendArticle(item) {
      (article.title, article.introduction) = (text, text)
      return article.item
    }
    if var photo = PickupPhoto(item) {
      (photo.title, photo.caption) = (text, text)
      return photo.item
    }
    if var scene = FavoriteScene(item) {
      (scene.title, scene.author, scene.shopName, scene.comment) = (text, text, text, text)
      return scene.item
    }
    return item
  }
}

/// Titles somebody might store to break what is drawn around them.
enum HostileText {
  static let all = [
    "</text></g></svg><script>alert('1')</script>", "a & b &amp; \"c\" 'd' ]]> <!-- -->",
    "\u{0}\u{1}\u{8}\u{B}\u{1F}\u{7F}\u{85}\u{9B}31m", "\u{FFFE}\u{FFFF}\u{10FFFF}",
    "\u{1B}[2J\u{1B}]0;owned\u{7}\u{1B}[31m", "one\r\ntwo\tthree\u{2028}four",
    "\u{202E}desrever\u{2066}", "", " ", String(repeating: "長い😆", count: 500),
    "ﾊ\u{FF9E}ﾋ\u{FF9F}" + "e" + String(repeating: "\u{301}", count: 200), "👨\u{200D}👩\u{200D}👧🇯🇵",
  ]
}
