package import FeedModel
import Foundation

extension PhotoPlaceholder {
  /// The placeholder of a picture.
  ///
  /// - Precondition: at most ``ThumbHash/largestSide`` pixels a side.
  package init(of pixels: RGBAPixels) {
    self.init(
      blurHash: BlurHash.encode(pixels),
      thumbHash: Data(ThumbHash.encode(pixels)).base64EncodedString(),
      color: DominantColor(of: pixels).text)
  }
}
