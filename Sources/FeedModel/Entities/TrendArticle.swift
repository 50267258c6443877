/// An article about what is popular.
public struct TrendArticle: ContentEntity {
  public static let kind = ContentKind.trendArticles

  /// Positive, and unique in its kind.
  public var id = 0
  /// Where the picture is.
  public var thumbnailURL = ""
  /// The headline of the article.
  public var title = ""
  /// The article's first paragraph.
  public var introduction = ""
  /// When it was published, in the zone it was written in.
  public var publishedAt = Timestamp(millisecondsSince1970: 0)

  public init() {}

  public mutating func visitFields(with fields: inout some EntityFieldVisitor) {
    fields.visit("thumbnail_url", &thumbnailURL)
    fields.visit("title", &title)
    fields.visit("introduction", &introduction)
    fields.visit("published_at", &publishedAt)
  }
}
