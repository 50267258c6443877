/// A photo with the story behind it: an item of `favorite_scenes`.
public struct FavoriteScene: Codable, Hashable, Identifiable, Sendable {
  /// Positive, and unique in its kind.
  public var id: Int
  /// The address of the picture.
  public var photoURL: String
  /// The author of the story.
  public var author: String
  /// The headline of the story.
  public var title: String
  /// The category of the story.
  public var category: String
  /// The place where the photo was taken.
  public var shopName: String
  /// The story itself.
  public var comment: String
  /// The time of its publication, in the zone it was written in: `2022-12-01T07:30:00.000+0000`.
  public var publishedAt: String

  private enum CodingKeys: String, CodingKey {
    case id
    case photoURL = "photo_url"
    case author
    case title
    case category
    case shopName = "shop_name"
    case comment
    case publishedAt = "published_at"
  }
}

/// The answer of `GET /v1/content/favorite_scenes`, and the file `favorite_scenes.json`.
public typealias FavoriteScenesResponse = ContentResponse<FavoriteScene>
