/// An article about what is popular.
public struct TrendArticle: ContentEntity {
  public static let kind = ContentKind.trendArticles

  /// Positive, and unique in its kind.
  public var id = 0
  /// Where the picture is.
  public var thumbnailURL = ""
  /// What a person reads first.
  public var title = ""
  /// The article's first paragraph.
  public var introduction = ""
  /// When it was published, in the zone it was written in.
  public var publishedAt = Timestamp(millisecondsSince1970: 0)

  public init() {}

  public mutating func visitFields(with fields: inout some FieldVisitor) {
    fields.identifier("id", &id)
    fields.url("thumbnail_url", &thumbnailURL)
    fields.text("title", &title)
    fields.text("introduction", &introduction)
    fields.date("published_at", &publishedAt)
  }

  public var headline: String { title }
  public var summary: String? { introduction }
  public var pictureURL: String { thumbnailURL }
  public var publicationDate: Timestamp? { publishedAt }
}
