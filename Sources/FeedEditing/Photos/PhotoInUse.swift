package import FeedModel
package import FeedStore

/// A photo cannot be removed, because content shows it.
package struct PhotoInUse: Error, Sendable, CustomStringConvertible {
  /// The most places that are listed.
  package static let maximumCount = 100

  package let id: PhotoID
  package let uses: [PhotoUse]

  package var description: String {
    "the photo \(id) is shown by \(uses.map(\.description).joined(separator: ", "))"
  }
}
