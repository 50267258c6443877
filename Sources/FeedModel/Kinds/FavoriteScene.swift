/// A photo with the story behind it.
public struct FavoriteScene: ContentEntity {
  public static let kind = ContentKind.favoriteScenes

  /// Positive, and unique in its kind.
  public var id = 0
  /// Where the picture is.
  public var photoURL = ""
  /// Who wrote the story.
  public var author = ""
  /// What a person reads first.
  public var title = ""
  /// What the story belongs to.
  public var category = ""
  /// The place the photo was taken at.
  public var shopName = ""
  /// The story itself.
  public var comment = ""
  /// When it was published, in the zone it was written in.
  public var publishedAt = Timestamp(millisecondsSince1970: 0)

  public init() {}

  public mutating func visitFields(with fields: inout some FieldVisitor) {
    fields.identifier("id", &id)
    fields.url("photo_url", &photoURL)
    fields.text("author", &author)
    fields.text("title", &title)
    fields.text("category", &category)
    fields.text("shop_name", &shopName)
    fields.text("comment", &comment)
    fields.date("published_at", &publishedAt)
  }

  public var headline: String { title }
  public var summary: String? { comment }
  public var pictureURL: String { photoURL }
  public var publicationDate: Timestamp? { publishedAt }
}
