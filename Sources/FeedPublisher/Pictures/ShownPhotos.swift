package import FeedModel
package import FeedStore
import StrictJSON

/// The photos of the store that items show.
package struct ShownPhotos: Sendable {
  private let photos: [PhotoID: Photo]
  private let byAddress: [ExactText: PhotoID]

  /// The photos that `items` show in any locale, read from `reader`.
  ///
  /// - Throws: `StoreError`.
  package init(of items: [ContentItem], in reader: any ContentReader) throws {
    let items = items + items.flatMap(\.itemsWithOtherPictures)
    let addresses = Set(items.compactMap(\.pictureURL?.exact))
    byAddress = try reader.photos(assignedTo: addresses)
    var photos: [PhotoID: Photo] = [:]
    for item in items {
      guard let id = Self.photo(of: item, byAddress), photos[id] == nil else { continue }
      photos[id] = try reader.photo(id)
    }
    self.photos = photos
  }

  /// Whether no item shows a photo of the store.
  var isEmpty: Bool { photos.isEmpty }

  /// The photo that `item`, as a reader sees it, shows; `nil` if its picture is none of the store.
  package func photo(of item: ContentItem) -> Photo? {
    Self.photo(of: item, byAddress).flatMap { photos[$0] }
  }

  private static func photo(
    of item: ContentItem, _ byAddress: [ExactText: PhotoID]
  ) -> PhotoID? {
    if let id = item.photoID { return id }
    return item.pictureURL.flatMap { byAddress[$0.exact] ?? PhotoAddress.photo(in: $0) }
  }
}

extension ContentItem {
  /// The item in each of the locales in which it has another picture.
  fileprivate var itemsWithOtherPictures: [ContentItem] {
    guard !translations.isEmpty, let image = kind.roles[.image] else { return [] }
    return translations(of: image).map { localized(by: [$0.locale]) }
  }
}
