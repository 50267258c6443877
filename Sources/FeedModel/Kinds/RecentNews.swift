/// A short piece of news.
public struct RecentNews: ContentEntity {
  public static let kind = ContentKind.recentNews

  /// Positive, and unique in its kind.
  public var id = 0
  /// Where the picture is.
  public var thumbnailURL = ""
  /// What a person reads first.
  public var title = ""
  /// What the news belongs to.
  public var newsCategory = ""
  /// When it was published, in the zone it was written in.
  public var publishedAt = Timestamp(millisecondsSince1970: 0)

  public init() {}

  public mutating func visitFields(with fields: inout some FieldVisitor) {
    fields.identifier("id", &id)
    fields.url("thumbnail_url", &thumbnailURL)
    fields.text("title", &title)
    fields.text("news_category", &newsCategory)
    fields.date("published_at", &publishedAt)
  }

  public var headline: String { title }
  public var pictureURL: String { thumbnailURL }
  public var publicationDate: Timestamp? { publishedAt }
}
