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
}
