// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  public import TanadaClient
  public import UIKit

  extension UIColor {
    /// The colour of a document, which follows light and dark surroundings.
    public convenience init(_ color: FeedColor) {
      let light = UIColor(color.light)
      let dark = UIColor(color.dark)
      self.init { $0.userInterfaceStyle == .dark ? dark : light }
    }

    /// The colour of these components.
    public convenience init(_ components: FeedColor.Components) {
      self.init(
        red: components.red, green: components.green, blue: components.blue,
        alpha: components.alpha)
    }
  }

  extension UIImage {
    /// The picture of a placeholder.
    convenience init?(_ pixels: ThumbHash.Pixels) {
      guard let space = CGColorSpace(name: CGColorSpace.sRGB),
        let provider = CGDataProvider(data: Data(pixels.rgba) as CFData),
        let image = CGImage(
          width: pixels.width, height: pixels.height, bitsPerComponent: 8, bitsPerPixel: 32,
          bytesPerRow: pixels.width * 4, space: space,
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue), provider: provider,
          decode: nil, shouldInterpolate: true, intent: .defaultIntent)
      else { return nil }
      self.init(cgImage: image)
    }
  }
#endif
