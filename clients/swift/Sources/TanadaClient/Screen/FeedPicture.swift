public import FeedLayout
public import Foundation

/// A picture that a view asks its app for.
public struct FeedPicture: Hashable, Sendable {
  /// The address of the best source for the box.
  public let url: URL
  /// The picture of the item.
  public let image: FeedImage
  /// The box that it is drawn in, in points.
  public let box: Size
  /// The pixels in a point.
  public let scale: Double

  /// The picture `image` in a box on a screen with `scale` pixels in a point; `nil` if it has no address.
  ///
  /// - Parameters:
  ///   - image: the picture of an item.
  ///   - box: the size of the box, in points.
  ///   - scale: the pixels in a point of the screen.
  ///   - base: the address of the server, which the addresses of documents are relative to.
  public init?(_ image: FeedImage, box: Size, scale: Double, base: URL) {
    guard let address = image.address(scale: scale),
      let url = URL(string: address, relativeTo: base)?.absoluteURL
    else { return nil }
    self.url = url
    self.image = image
    self.box = box
    self.scale = scale
  }
}
