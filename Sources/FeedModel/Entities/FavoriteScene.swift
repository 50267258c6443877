/// A photo with the story behind it.
public struct FavoriteScene: ContentEntity {
  public static let kind = ContentKind.favoriteScenes

  /// Positive, and unique in its kind.
  public var id: Int
  /// Where the picture is.
  public var photoURL: String
  /// Who wrote the story.
  public var author: String
  /// What a person reads first.
  public var title: String
  /// What the story belongs to.
  public var category: String
  /// The place the photo was taken at.
  public var shopName: String
  /// The story itself.
  public var comment: String
  /// When it was published, in the zone it was written in.
  public var publishedAt: Timestamp

  public init(reading fields: inout some FieldReader) {
    id = fields.identifier("id")
    photoURL = fields.url("photo_url")
    author = fields.text("author")
    title = fields.text("title")
    category = fields.text("category")
    shopName = fields.text("shop_name")
    comment = fields.text("comment")
    publishedAt = fields.date("published_at")
  }

  public func write(to fields: inout some FieldWriter) {
    fields.integer("id", id)
    fields.text("photo_url", photoURL)
    fields.text("author", author)
    fields.text("title", title)
    fields.text("category", category)
    fields.text("shop_name", shopName)
    fields.text("comment", comment)
    fields.date("published_at", publishedAt)
  }

  public var headline: String { title }
  public var summary: String? { comment }
  public var pictureURL: String { photoURL }
  public var publicationDate: Timestamp? { publishedAt }
}
