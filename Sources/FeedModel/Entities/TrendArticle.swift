/// An article about what is popular.
public struct TrendArticle: ContentEntity {
  public static let kind = ContentKind.trendArticles

  /// Positive, and unique in its kind.
  public var id: Int
  /// Where the picture is.
  public var thumbnailURL: String
  /// What a person reads first.
  public var title: String
  /// The article's first paragraph.
  public var introduction: String
  /// When it was published, in the zone it was written in.
  public var publishedAt: Timestamp

  public init(reading fields: inout some FieldReader) {
    id = fields.identifier("id")
    thumbnailURL = fields.url("thumbnail_url")
    title = fields.text("title")
    introduction = fields.text("introduction")
    publishedAt = fields.date("published_at")
  }

  public func write(to fields: inout some FieldWriter) {
    fields.integer("id", id)
    fields.text("thumbnail_url", thumbnailURL)
    fields.text("title", title)
    fields.text("introduction", introduction)
    fields.date("published_at", publishedAt)
  }

  public var headline: String { title }
  public var summary: String? { introduction }
  public var pictureURL: String { thumbnailURL }
  public var publicationDate: Timestamp? { publishedAt }
}
