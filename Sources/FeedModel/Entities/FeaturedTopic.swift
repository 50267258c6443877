/// A dish or place the editors feature, with a rating.
public struct FeaturedTopic: ContentEntity {
  public static let kind = ContentKind.featuredTopics

  /// Positive, and unique in its kind.
  public var id = 0
  /// 0…5, with decimals.
  public var rating = 0.0
  /// Where the picture is.
  public var thumbnailURL = ""
  /// The headline of the topic.
  public var title = ""
  /// A line below the title.
  public var caption = ""
  /// When it was published, in the zone it was written in.
  public var publishedAt = Timestamp(millisecondsSince1970: 0)

  public init() {}

  public mutating func visitFields(with fields: inout some EntityFieldVisitor) {
    fields.visit("rating", &rating)
    fields.visit("thumbnail_url", &thumbnailURL)
    fields.visit("title", &title)
    fields.visit("caption", &caption)
    fields.visit("published_at", &publishedAt)
  }
}
