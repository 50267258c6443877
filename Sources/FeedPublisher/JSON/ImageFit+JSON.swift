package import FeedLayout

extension ImageFit {
  /// Writes where the image is drawn, and what `tap` is on: null when there was none.
  package func write(to writer: inout JSONWriter, tap: Tap?) {
    writer.object {
      $0.member("mode", mode.rawValue)
      $0.member("rect", rect)
      if let tap {
        $0.object("tap") {
          $0.member("inside", tap.inside)
          $0.member("point", tap.point)
          $0.member("pixel", tap.pixel)
        }
      } else {
        $0.null("tap")
      }
    }
  }
}

extension JSONWriter {
  package mutating func member(_ name: String, _ point: Point) {
    object(name) {
      $0.member("x", point.x)
      $0.member("y", point.y)
    }
  }

  package mutating func member(_ name: String, _ rect: Rect) {
    object(name) {
      $0.member("x", rect.x)
      $0.member("y", rect.y)
      $0.member("width", rect.width)
      $0.member("height", rect.height)
    }
  }

  package mutating func member(_ name: String, _ pixel: Pixel) {
    object(name) {
      $0.member("x", pixel.x)
      $0.member("y", pixel.y)
    }
  }
}
