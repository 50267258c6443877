package import StrictJSON

/// A picture in the store, with its data that a screen needs.
package struct Photo: Hashable, Sendable {
  package let id: PhotoID
  package let format: PictureFormat
  /// The size in pixels as the photo is shown.
  package let size: PictureSize
  /// The EXIF orientation that a decoder has to apply, 1 to 8.
  package let orientation: Int
  /// The size of the file, in bytes.
  package let byteCount: Int
  package let camera: CameraData
  package let placeholder: PhotoPlaceholder
  package var description: PhotoDescription
  /// When the file was added, the last time.
  package var addedAt: Timestamp

  package init(
    id: PhotoID, format: PictureFormat, size: PictureSize, orientation: Int, byteCount: Int,
    camera: CameraData, placeholder: PhotoPlaceholder,
    description: PhotoDescription = PhotoDescription(), addedAt: Timestamp
  ) {
    self.id = id
    self.format = format
    self.size = size
    self.orientation = orientation
    self.byteCount = byteCount
    self.camera = camera
    self.placeholder = placeholder
    self.description = description
    self.addedAt = addedAt
  }
}

/// The description of a photo by its editors.
package struct PhotoDescription: Hashable, Sendable {
  /// The alternative text: the content of the photo for those who do not see it; `nil` until
  /// someone has written it.
  package var alt: String?
  /// The point that stays visible where the photo is cut off; `nil` for the centre.
  package var focus: PhotoFocus?

  package init(alt: String? = nil, focus: PhotoFocus? = nil) {
    self.alt = alt
    self.focus = focus
  }

  package static func == (left: PhotoDescription, right: PhotoDescription) -> Bool {
    left.alt?.exact == right.alt?.exact && left.focus == right.focus
  }
}

/// The formats of picture files that tanada reads.
package enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  case jpeg
  case png
  case webp
  case heic
  case avif
  case tiff

  /// The media type, as registered with IANA.
  package var mediaType: String { "image/\(rawValue)" }

  /// The name, as people write it.
  package var name: String { self == .webp ? "WebP" : rawValue.uppercased() }

  /// The formats of photos: uploads and imports take no others.
  package static let ofPhotos = allCases.filter { $0 != .tiff }
}

/// The placeholder that is shown in the place of a photo until it has been loaded.
package struct PhotoPlaceholder: Hashable, Sendable {
  /// The BlurHash of 4 × 3 components: 28 characters.
  package var blurHash: String
  /// The ThumbHash in base64 with padding: up to 25 bytes.
  package var thumbHash: String
  /// The dominant colour, `#rrggbb`.
  package var color: String

  package init(blurHash: String, thumbHash: String, color: String) {
    self.blurHash = blurHash
    self.thumbHash = thumbHash
    self.color = color
  }
}

extension PhotoPlaceholder {
  /// Writes the placeholder as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("blurhash", blurHash)
      object.member("thumbhash", thumbHash)
      object.member("color", color)
    }
  }
}

/// The point of a photo that stays visible when it is cropped.
package struct PhotoFocus: Hashable, Sendable {
  /// 0 at the left edge, 1 at the right.
  package let x: Double
  /// 0 at the top edge, 1 at the bottom.
  package let y: Double

  package static let center = PhotoFocus(unchecked: 0.5, 0.5)

  /// `nil` unless both lie in 0…1.
  package init?(x: Double, y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.init(unchecked: x, y)
  }

  private init(unchecked x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

extension PhotoFocus {
  /// The point as addresses have it: `0.5,0.25`.
  package var text: String { "\(NumberText.shortest(x)),\(NumberText.shortest(y))" }

  /// The point of a text such as `0.5,0.25`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { NumberField().value(of: String($0))?.double }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension PhotoFocus {
  /// Writes the point as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("x", x)
      object.member("y", y)
    }
  }
}
