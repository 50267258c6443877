import FeedModel
import FeedPublisher
import StrictJSON

/// The lines of an item a drawing may show, each of them safe to draw.
struct ItemText {
  /// What a person would call the item.
  let headline: String
  /// A few words that belong above the headline.
  let overline: String?
  /// Longer text that belongs below the headline.
  let body: String?
  /// The day of publication.
  let date: String?
  /// `★ 3.7`
  let rating: String?

  init(_ item: FeedItem) {
    headline = item.entity.headline.plainLine
    date = item.dateLabel?.plainLine
    rating = item.entity.starRating.map { "★ \(NumberText.brief($0))" }
    switch item.entity {
    case let news as RecentNews:
      overline = news.newsCategory.plainLine
      body = nil
    case let topic as FeaturedTopic:
      overline = nil
      body = topic.caption.plainLine
    case let article as TrendArticle:
      overline = nil
      body = article.introduction.plainLine
    case let photo as PickupPhoto:
      overline = nil
      body = photo.caption.plainLine
    case let scene as FavoriteScene:
      overline = "\(scene.shopName) · \(scene.author)".plainLine
      body = scene.comment.plainLine
    default:
      overline = nil
      body = nil
    }
  }
}
