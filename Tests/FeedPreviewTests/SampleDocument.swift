import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import TestSupport

/// Documents to draw.
enum SampleDocument {
  /// The sample content in `composition`, in Tokyo, with each item as `change` returns it.
  static func prepared(
    _ composition: Composition = .home, itemCount: Int = .max, timeZone: TimeZone? = nil,
    _ change: @escaping (any ContentEntity) -> any ContentEntity = { $0 }
  ) throws -> PreparedFeed {
    let items = try SampleContent.items()
    return PreparedFeed(
      composition, revision: 1, visibility: Visibility(at: SampleContent.committedAt), until: nil,
      timeZone: timeZone ?? TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt
    ) { section in
      items[section.kind, default: []].prefix(min(itemCount, section.limit)).map(change)
    }
  }

  /// The home screen with at most `itemCount` items in each section, as `change` returns them.
  static func home(
    itemCount: Int = .max, width: Double,
    _ change: @escaping (any ContentEntity) -> any ContentEntity = { $0 }
  ) throws -> FeedDocument {
    try prepared(itemCount: itemCount, change).document(for: try Viewport(width: width)).document
  }

  /// The home screen with `text` wherever an editor can write.
  static func home(text: String, width: Double) throws -> FeedDocument {
    try home(width: width) { rewritten($0, text) }
  }

  /// The home screen whose photos are all `photoHeight` pixels high.
  static func home(photoHeight: Int, width: Double) throws -> FeedDocument {
    try home(width: width) { entity in
      guard var photo = entity as? PickupPhoto else { return entity }
      photo.photoHeight = photoHeight
      return photo
    }
  }

  private static func rewritten(_ entity: any ContentEntity, _ text: String) -> any ContentEntity {
    switch entity {
    case var news as RecentNews:
      (news.title, news.newsCategory) = (text, text)
      return news
    case var topic as FeaturedTopic:
      (topic.title, topic.caption) = (text, text)
      return topic
    case var article as TrendArticle:
      (article.title, article.introduction) = (text, text)
      return article
    case var photo as PickupPhoto:
      (photo.title, photo.caption) = (text, text)
      return photo
    case var scene as FavoriteScene:
      (scene.title, scene.author, scene.shopName, scene.comment) = (text, text, text, text)
      return scene
    default: return entity
    }
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
