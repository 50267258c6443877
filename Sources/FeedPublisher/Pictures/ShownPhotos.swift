package import FeedModel
package import FeedStore

/// The photos of the store that items show.
package struct ShownPhotos: Sendable {
  private let photos: [PhotoID: Photo]
  private let byAddress: [String: PhotoID]

  /// The photos that `items` show, read from `reader`.
  ///
  /// - Throws: `StoreError`.
  package init(of items: [ContentItem], in reader: any ContentReader) throws {
    let addresses = Set(items.compactMap(\.pictureURL))
    byAddress = try reader.photos(assignedTo: addresses)
    var photos: [PhotoID: Photo] = [:]
    for item in items {
      guard let id = Self.photo(of: item, byAddress), photos[id] == nil else { continue }
      photos[id] = try reader.photo(id)
    }
    self.photos = photos
  }

  /// The photo that `item` shows; `nil` if its picture is none of the store.
  package func photo(of item: ContentItem) -> Photo? {
    Self.photo(of: item, byAddress).flatMap { photos[$0] }
  }

  private static func photo(
    of item: ContentItem, _ byAddress: [String: PhotoID]
  ) -> PhotoID? {
    if let id = item.photoID { return id }
    return item.pictureURL.flatMap { byAddress[$0] ?? PhotoAddress.photo(in: $0) }
  }
}
