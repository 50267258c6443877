/// A photo with the story behind it.
public struct FavoriteScene: ContentEntity {
  public static let kind = ContentKind.favoriteScenes

  public var id: Int
  /// Where the picture is.
  public var photoURL: String
  public var author: String
  public var title: String
  public var category: String
  public var shopName: String
  public var comment: String
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
  public var publicationDate: Timestamp? { publishedAt }
}
