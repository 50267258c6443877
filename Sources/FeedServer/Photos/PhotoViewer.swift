import FeedLayout
import FeedModel
import LayoutCatalog
import StrictJSON

/// The geometry of a photo viewer: the frame of the photo, and the range of its zoom.
struct PhotoViewer {
  /// The valid sides of a viewport, in points.
  static let sides = 1.0...16_384
  /// The height of a viewport that is not given, in points.
  static let defaultHeight = 763.0

  private let image: Size
  private let viewport: Size
  private let fits: [ImageFit]
  private let zoom: ScrollZoom

  /// - Throws: `LayoutError` for a viewport without an area.
  init(_ size: PictureSize, viewport: Size) throws(LayoutError) {
    let image = Size(width: Double(size.width), height: Double(size.height))
    self.image = image
    self.viewport = viewport
    var fits: [ImageFit] = []
    for mode in ImageFit.Mode.allCases {
      fits.append(try ImageFit(image: image, viewport: viewport, mode: mode))
    }
    self.fits = fits
    zoom = try ScrollZoom(image: image, bounds: viewport)
  }

  func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("image", image)
      object.member("viewport", viewport)
      for fit in fits { object.member(fit.mode.rawValue, fit.rect) }
      object.member("minimum_scale", zoom.minimumScale)
      object.member("maximum_scale", zoom.maximumScale)
      object.member("double_tap_scale", zoom.doubleTapScale)
      // The initial scale is always within the range of the zoom.
      if let center = try? zoom.center(atScale: zoom.minimumScale) {
        object.member("center", center)
      }
    }
  }
}
