/// The address at which a photo of the store is one whole picture. Items may have it in a `url` field.
package enum PhotoAddress {
  /// What precedes the id in the path.
  package static let prefix = "/v1/photos/"

  /// The path of the whole picture of `id`.
  package static func path(of id: PhotoID) -> String { "\(prefix)\(id).jpg" }

  /// The photo that `url` is an address of, on whatever server; `nil` for other addresses.
  package static func photo(in url: String) -> PhotoID? {
    guard let range = url.firstRange(of: prefix) else { return nil }
    return PhotoID(url[range.upperBound...].prefix(PhotoID.length))
  }
}
