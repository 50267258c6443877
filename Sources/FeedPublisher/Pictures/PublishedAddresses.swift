import FeedModel

extension ContentItem {
  /// The item with addresses of photos that every client reaches.
  ///
  /// The path of a photo begins with the address of the server, if that is known. The picture may be one that was written
  /// with an address of the writer's own machine, such as `http://localhost:8080/v1/photos/….jpg`.
  ///
  /// - Parameter photo: the photo that the item shows; `nil` for none.
  func published(showing photo: Photo?, at addresses: PictureAddresses) -> ContentItem {
    var item = self
    for (place, field) in kind.fields.enumerated() {
      switch values[place] {
      case .text(let address):
        guard let own = addresses.published(address), field.type is URLField else { continue }
        item.values[place] = .text(own)
      case .list(let elements):
        guard (field.type as? ListField)?.element is URLField else { continue }
        item.values[place] = .list(
          elements.map { element in
            guard case .text(let address) = element, let own = addresses.published(address) else {
              return element
            }
            return .text(own)
          })
      default: continue
      }
    }
    if let photo, let address = pictureURL, PhotoAddress.photo(in: address) == photo.id,
      AbsoluteURL.isOfOneMachine(address)
    {
      item[.image] = .text(addresses.wholePicture(of: photo.id))
    }
    return item
  }
}

extension PictureAddresses {
  /// The address for clients of the photo whose path is `address`; `nil` for any other address.
  fileprivate func published(_ address: String) -> String? {
    PhotoAddress.photo(atPath: address).map { wholePicture(of: $0) }
  }
}
