/// A photo with the story behind it.
public struct FavoriteScene: ContentEntity {
  public static let kind = ContentKind.favoriteScenes

  /// Positive, and unique in its kind.
  public var id = 0
  /// Where the picture is.
  public var photoURL = ""
  /// Who wrote the story.
  public var author = ""
  /// The headline of the story.
  public var title = ""
  /// The category of the story.
  public var category = ""
  /// The place the photo was taken at.
  public var shopName = ""
  /// The story itself.
  public var comment = ""
  /// When it was published, in the zone it was written in.
  public var publishedAt = Timestamp(millisecondsSince1970: 0)

  public init() {}

  public mutating func visitFields(with fields: inout some EntityFieldVisitor) {
    fields.visit("photo_url", &photoURL)
    fields.visit("author", &author)
    fields.visit("title", &title)
    fields.visit("category", &category)
    fields.visit("shop_name", &shopName)
    fields.visit("comment", &comment)
    fields.visit("published_at", &publishedAt)
  }
}
