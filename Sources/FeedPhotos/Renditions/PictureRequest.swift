package import FeedModel

/// A picture that is made of a photo.
package enum PictureRequest: Hashable, Sendable {
  case rendition(Rendition)
  /// The EXIF card.
  case card(PhotoID, CardOptions)

  package var photo: PhotoID {
    switch self {
    case .rendition(let rendition): rendition.photo
    case .card(let photo, _): photo
    }
  }

  /// The media type of the picture.
  package var mediaType: String {
    switch self {
    case .rendition(let rendition): rendition.format.mediaType
    case .card(_, let options): options.format.mediaType
    }
  }

  /// The unique name of the picture, which is a valid file name. It begins with the photo's id.
  package var name: String {
    switch self {
    case .rendition(let rendition):
      "\(photo)-\(rendition.pixels)-\(rendition.fit.rawValue)-\(rendition.focus)"
        + ".\(rendition.format.rawValue)"
    case .card(_, let options):
      "\(photo)-card-\(options.width)-\(options.locale.rawValue)"
        + (options.style == .standard ? "" : "-\(options.style.rawValue)")
        + (options.equivalent35mm ? "-35mm" : "") + (options.omitsUnknown ? "-known" : "")
        + ".\(options.format.rawValue)"
    }
  }

  /// How many pixels are worked on to make the picture of a photo of `size`: those of the photo, or of a card that is larger.
  package func workedPixels(of size: PictureSize) -> Int {
    let decoded = size.width * size.height
    guard case .card(_, let options) = self else { return decoded }
    let photo = CardLayout.photo(size, options.style, width: options.width)
    return max(decoded, options.width * photo.maxY)
  }

  /// The worker task that makes the picture.
  ///
  /// - Parameter path: the file of the photo.
  func task(path: String, photo: Photo) -> PictureTask {
    switch self {
    case .rendition(let rendition):
      .render(path: path, orientation: photo.orientation, RenditionOptions(rendition))
    case .card(_, let options): .frame(path: path, options)
    }
  }
}

extension PictureRequest {
  /// The picture that stands in for this one while it is made; `nil` for one that is made as soon as another.
  package var substitute: PictureRequest? {
    guard case .rendition(let rendition) = self, rendition.format == .avif else { return nil }
    return .rendition(rendition.formatted(.webp))
  }
}
