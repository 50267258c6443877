/// What justified rows need of an item.
struct JustifiedItem: Codable, Hashable, Sendable {
  let id: Int
  /// Width divided by height; inside ``JustifiedRowsLayout/supportedAspectRatios``.
  let aspectRatio: Double

  private enum CodingKeys: String, CodingKey {
    case id
    case aspectRatio = "aspect_ratio"
  }

  /// - Throws: ``LayoutError/missingMediaSize(index:id:)``, or
  ///   ``LayoutError/unusableMediaSize(index:id:size:)`` for a side that is not a positive finite
  ///   number.
  init(_ item: LayoutItem, index: Int) throws(LayoutError) {
    guard let media = item.mediaSize else {
      throw .missingMediaSize(index: index, id: item.id)
    }
    guard media.width.isFinite, media.width > 0, media.height.isFinite, media.height > 0 else {
      throw .unusableMediaSize(index: index, id: item.id, size: media)
    }
    id = item.id
    // A quotient of two positive numbers may be 0 or infinite, and is limited from there.
    aspectRatio = (media.width / media.height)
      .limited(to: JustifiedRowsLayout.supportedAspectRatios)
  }
}
