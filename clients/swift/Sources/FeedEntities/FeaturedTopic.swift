/// A dish or place that the editors feature, with a rating: an item of `featured_topics`.
public struct FeaturedTopic: Codable, Hashable, Identifiable, Sendable {
  /// Positive, and unique in its kind.
  public var id: Int
  /// 0 to 5, with decimals.
  public var rating: Double
  /// The address of the picture.
  public var thumbnailURL: String
  /// The headline of the topic.
  public var title: String
  /// A line below the title.
  public var caption: String
  /// The time of its publication, in the zone it was written in: `2022-12-01T07:30:00.000+0000`.
  public var publishedAt: String

  private enum CodingKeys: String, CodingKey {
    case id
    case rating
    case thumbnailURL = "thumbnail_url"
    case title
    case caption
    case publishedAt = "published_at"
  }
}

/// The answer of `GET /v1/content/featured_topics`, and the file `featured_topics.json`.
public typealias FeaturedTopicsResponse = ContentResponse<FeaturedTopic>
