package import FeedLayout
package import StrictJSON

extension ImageFit {
  /// Writes where the image is drawn, and what `tap` is on: null when there was none. With an
  /// `orientation` the tap names the pixel in the file too.
  package func write(
    to writer: inout JSONWriter, tap: Tap?, orientation: ImageOrientation? = nil
  ) {
    writer.object {
      $0.member("mode", mode.rawValue)
      $0.member("rect", rect)
      if let tap {
        $0.object("tap") {
          $0.member("inside", tap.inside)
          $0.member("point", tap.point)
          $0.member("pixel", tap.pixel)
          if let stored = orientation.flatMap({ storedPixel(of: tap.pixel, $0) }) {
            $0.member("stored_pixel", stored)
          }
        }
      } else {
        $0.null("tap")
      }
    }
  }
}

extension ImageFit {
  /// Where the file has the pixel that is displayed at `pixel`; `nil` for an image whose sides are
  /// not whole numbers of pixels.
  private func storedPixel(of pixel: Pixel, _ orientation: ImageOrientation) -> Pixel? {
    guard let width = Int(exactly: image.width), let height = Int(exactly: image.height),
      let stored = orientation.exchangesSides
        ? try? PixelSize(width: height, height: width)
        : try? PixelSize(width: width, height: height)
    else { return nil }
    return orientation.storedPixel(of: pixel, in: stored)
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
    key(name)
    value(rect)
  }

  package mutating func value(_ rect: Rect) {
    object {
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
