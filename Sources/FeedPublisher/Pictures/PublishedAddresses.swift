import FeedModel

extension ContentItem {
  /// The item with addresses of photos that every client reaches.
  ///
  /// The path of a photo begins with the address of the server, if that is known. So does one that was written with an
  /// address of the writer's own machine, such as `http://localhost:8080/v1/photos/….jpg`.
  func published(at addresses: PictureAddresses) -> ContentItem {
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
    return item
  }
}

extension PictureAddresses {
  /// The address for clients of the photo, or the picture of it, that `address` leads to by its path or on the machine of
  /// whoever follows it; `nil` for any other address.
  fileprivate func published(_ address: String) -> String? {
    if let photo = PhotoAddress.photo(atPath: address) { return wholePicture(of: photo) }
    guard let path = PhotoAddress.path(in: address), PhotoAddress.photo(in: address) != nil,
      AbsoluteURL.isOfOneMachine(address)
    else { return nil }
    return server + path
  }
}
