/// An article about what is popular: an item of `trend_articles`.
public struct TrendArticle: Codable, Hashable, Identifiable, Sendable {
  /// Positive, and unique in its kind.
  public var id: Int
  /// The address of the picture.
  public var thumbnailURL: String
  /// The headline of the article.
  public var title: String
  /// The article's first paragraph.
  public var introduction: String
  /// The time of its publication, in the zone it was written in: `2022-12-01T07:30:00.000+0000`.
  public var publishedAt: String

  private enum CodingKeys: String, CodingKey {
    case id
    case thumbnailURL = "thumbnail_url"
    case title
    case introduction
    case publishedAt = "published_at"
  }
}

/// The answer of `GET /v1/content/trend_articles`, and the file `trend_articles.json`.
public typealias TrendArticlesResponse = ContentResponse<TrendArticle>
