/// A dish or place the editors feature, with a rating.
public struct FeaturedTopic: ContentEntity {
  public static let kind = ContentKind.featuredTopics

  /// Positive, and unique in its kind.
  public var id: Int
  /// 0…5, with decimals.
  public var rating: Double
  /// Where the picture is.
  public var thumbnailURL: String
  /// What a person reads first.
  public var title: String
  /// A line below the title.
  public var caption: String
  /// When it was published, in the zone it was written in.
  public var publishedAt: Timestamp

  public init(reading fields: inout some FieldReader) {
    id = fields.identifier("id")
    rating = fields.rating("rating")
    thumbnailURL = fields.url("thumbnail_url")
    title = fields.text("title")
    caption = fields.text("caption")
    publishedAt = fields.date("published_at")
  }

  public func write(to fields: inout some FieldWriter) {
    fields.integer("id", id)
    fields.number("rating", rating)
    fields.text("thumbnail_url", thumbnailURL)
    fields.text("title", title)
    fields.text("caption", caption)
    fields.date("published_at", publishedAt)
  }

  public var headline: String { title }
  public var summary: String? { caption }
  public var pictureURL: String { thumbnailURL }
  public var publicationDate: Timestamp? { publishedAt }
  public var starRating: Double? { rating }
}
