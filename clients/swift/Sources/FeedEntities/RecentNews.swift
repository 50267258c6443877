/// A short piece of news: an item of `recent_news`.
public struct RecentNews: Codable, Hashable, Identifiable, Sendable {
  /// Positive, and unique in its kind.
  public var id: Int
  /// The address of the picture.
  public var thumbnailURL: String
  /// The headline of the news.
  public var title: String
  /// The category of the news.
  public var newsCategory: String
  /// The time of its publication, in the zone it was written in: `2022-12-01T07:30:00.000+0000`.
  public var publishedAt: String

  private enum CodingKeys: String, CodingKey {
    case id
    case thumbnailURL = "thumbnail_url"
    case title
    case newsCategory = "news_category"
    case publishedAt = "published_at"
  }
}

/// The answer of `GET /v1/content/recent_news`, and the file `recent_news.json`.
public typealias RecentNewsResponse = ContentResponse<RecentNews>
