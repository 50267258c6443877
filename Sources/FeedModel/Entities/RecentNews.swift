/// A short piece of news.
public struct RecentNews: ContentEntity {
  public static let kind = ContentKind.recentNews

  /// Positive, and unique in its kind.
  public var id = 0
  /// Where the picture is.
  public var thumbnailURL = ""
  /// The headline of the news.
  public var title = ""
  /// The category of the news.
  public var newsCategory = ""
  /// When it was published, in the zone it was written in.
  public var publishedAt = Timestamp(millisecondsSince1970: 0)

  public init() {}

  public mutating func visitFields(with fields: inout some EntityFieldVisitor) {
    fields.visit("thumbnail_url", &thumbnailURL)
    fields.visit("title", &title)
    fields.visit("news_category", &newsCategory)
    fields.visit("published_at", &publishedAt)
  }
}
