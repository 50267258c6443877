/// An article about what is popular.
public struct TrendArticle: ContentEntity {
  public static let kind = ContentKind.trendArticles

  public var id: Int
  /// Where the picture is.
  public var thumbnailURL: String
  public var title: String
  public var introduction: String
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
  public var publicationDate: Timestamp? { publishedAt }
}
