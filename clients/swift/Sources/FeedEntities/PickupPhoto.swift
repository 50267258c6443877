/// A photo with its own size: an item of `pickup_photos`.
public struct PickupPhoto: Codable, Hashable, Identifiable, Sendable {
  /// Positive, and unique in its kind.
  public var id: Int
  /// The address of the picture.
  public var photoURL: String
  /// The width of the picture, in pixels.
  public var photoWidth: Int
  /// The height of the picture, in pixels.
  public var photoHeight: Int
  /// The headline of the photo.
  public var title: String
  /// A line below the title.
  public var caption: String
  /// The time of its publication, in the zone it was written in: `2022-12-01T07:30:00.000+0000`.
  public var publishedAt: String

  private enum CodingKeys: String, CodingKey {
    case id
    case photoURL = "photo_url"
    case photoWidth = "photo_width"
    case photoHeight = "photo_height"
    case title
    case caption
    case publishedAt = "published_at"
  }
}

/// The answer of `GET /v1/content/pickup_photos`, and the file `pickup_photos.json`.
public typealias PickupPhotosResponse = ContentResponse<PickupPhoto>
