package import FeedModel

/// A picture that is made of a photo.
package enum PictureRequest: Hashable, Sendable {
  case rendition(Rendition)

  package var photo: PhotoID {
    switch self {
    case .rendition(let rendition): rendition.photo
    }
  }

  /// The media type of the picture.
  package var mediaType: String {
    switch self {
    case .rendition(let rendition): rendition.format.mediaType
    }
  }

  /// The name of the picture, which no other one has and which is one of a file. It begins with the photo's
  /// id.
  package var name: String {
    switch self {
    case .rendition(let rendition):
      "\(photo)-\(rendition.pixels)-\(rendition.fit.rawValue)-\(rendition.focus)"
        + ".\(rendition.format.rawValue)"
    }
  }

  /// What a worker is asked for.
  ///
  /// - Parameter path: the file of the photo.
  func task(path: String, photo: Photo) -> PictureTask {
    switch self {
    case .rendition(let rendition):
      .render(path: path, orientation: photo.orientation, RenditionOptions(rendition))
    }
  }
}
