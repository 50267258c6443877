/// A short piece of news.
public struct RecentNews: ContentEntity {
  public static let kind = ContentKind.recentNews

  /// Positive, and unique in its kind.
  public var id: Int
  /// Where the picture is.
  public var thumbnailURL: String
  /// What a person reads first.
  public var title: String
  /// What the news belongs to.
  public var newsCategory: String
  /// When it was published, in the zone it was written in.
  public var publishedAt: Timestamp

  public init(reading fields: inout some FieldReader) {
    id = fields.identifier("id")
    thumbnailURL = fields.url("thumbnail_url")
    title = fields.text("title")
    newsCategory = fields.text("news_category")
    publishedAt = fields.date("published_at")
  }

  public func write(to fields: inout some FieldWriter) {
    fields.integer("id", id)
    fields.text("thumbnail_url", thumbnailURL)
    fields.text("title", title)
    fields.text("news_category", newsCategory)
    fields.date("published_at", publishedAt)
  }

  public var headline: String { title }
  public var pictureURL: String { thumbnailURL }
  public var publicationDate: Timestamp? { publishedAt }
}
