/// A photo with its own size.
public struct PickupPhoto: ContentEntity {
  public static let kind = ContentKind.pickupPhotos

  /// Positive, and unique in its kind.
  public var id: Int
  /// Where the picture is.
  public var photoURL: String
  /// Width of the picture, in pixels.
  public var photoWidth: Int
  /// Height of the picture, in pixels.
  public var photoHeight: Int
  /// What a person reads first.
  public var title: String
  /// A line below the title.
  public var caption: String
  /// When it was published, in the zone it was written in.
  public var publishedAt: Timestamp

  public init(reading fields: inout some FieldReader) {
    id = fields.identifier("id")
    photoURL = fields.url("photo_url")
    photoWidth = fields.positiveInteger("photo_width")
    photoHeight = fields.positiveInteger("photo_height")
    title = fields.text("title")
    caption = fields.text("caption")
    publishedAt = fields.date("published_at")
  }

  public func write(to fields: inout some FieldWriter) {
    fields.integer("id", id)
    fields.text("photo_url", photoURL)
    fields.integer("photo_width", photoWidth)
    fields.integer("photo_height", photoHeight)
    fields.text("title", title)
    fields.text("caption", caption)
    fields.date("published_at", publishedAt)
  }

  public var headline: String { title }
  public var summary: String? { caption }
  public var pictureURL: String { photoURL }
  public var publicationDate: Timestamp? { publishedAt }
  public var pictureSize: PictureSize? { PictureSize(width: photoWidth, height: photoHeight) }
}
