package import FeedLayout
package import StrictJSON

/// What one scale makes of an image, in both kinds of zoom: `tanada layout zoom`.
package struct ZoomAnswer: Hashable, Sendable {
  /// The scroll view's limits.
  package let zoom: ScrollZoom
  /// The scale asked for within those limits; the minimum, which shows the whole image, when none
  /// was.
  package let scale: Double
  /// The image at that scale in the scroll view, in points.
  package let size: Size
  /// Where its centre is.
  package let center: Point
  /// The image after one pinch gesture of the scale asked for, without a scroll view; its own size
  /// when none was.
  package let pinchSize: Size

  /// - Throws: ``LayoutError`` for a side that is not finite or not above 0, and a scale that is not
  ///   finite.
  package init(image: Size, viewport: Size, scale: Double?) throws(LayoutError) {
    zoom = try ScrollZoom(image: image, bounds: viewport)
    var pinch = try PinchZoom(image: image)
    if let scale {
      self.scale = try zoom.limitedScale(scale)
      try pinch.pinch(by: scale)
    } else {
      self.scale = zoom.minimumScale
    }
    size = try zoom.size(atScale: self.scale)
    center = try zoom.center(atScale: self.scale)
    pinchSize = pinch.size
  }

  /// Where the image is after a gesture.
  package struct Rest: Hashable, Sendable {
    package let state: ScrollZoom.State
    package let limits: ScrollZoom.OffsetLimits
  }

  package func write(to writer: inout JSONWriter, rest: Rest? = nil) {
    writer.object {
      $0.member("minimum_scale", zoom.minimumScale)
      $0.member("maximum_scale", zoom.maximumScale)
      $0.member("scale", scale)
      $0.member("size", size)
      $0.member("center", center)
      $0.member("pinch_size", pinchSize)
      if let rest {
        $0.object("rest") {
          $0.member("scale", rest.state.scale)
          $0.member("offset", rest.state.offset)
          $0.object("offset_limits") {
            $0.member("x", rest.limits.x)
            $0.member("y", rest.limits.y)
          }
        }
      }
    }
  }
}

extension JSONWriter {
  /// A range as a pair of its ends.
  mutating func member(_ name: String, _ range: ClosedRange<Double>) {
    array(name, [range.lowerBound, range.upperBound]) { $0.value($1) }
  }
}
