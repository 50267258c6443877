/// A photo with its own size.
public struct PickupPhoto: ContentEntity {
  public static let kind = ContentKind.pickupPhotos

  /// Positive, and unique in its kind.
  public var id = 0
  /// Where the picture is.
  public var photoURL = ""
  /// Width of the picture, in pixels.
  public var photoWidth = 0
  /// Height of the picture, in pixels.
  public var photoHeight = 0
  /// The headline of the photo.
  public var title = ""
  /// A line below the title.
  public var caption = ""
  /// When it was published, in the zone it was written in.
  public var publishedAt = Timestamp(millisecondsSince1970: 0)

  public init() {}

  public mutating func visitFields(with fields: inout some EntityFieldVisitor) {
    fields.visit("photo_url", &photoURL)
    fields.visit("photo_width", &photoWidth)
    fields.visit("photo_height", &photoHeight)
    fields.visit("title", &title)
    fields.visit("caption", &caption)
    fields.visit("published_at", &publishedAt)
  }
}
