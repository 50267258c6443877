package import FeedLayout
package import Foundation
package import StrictJSON

/// An image and the viewport that it is shown in.
struct PhotoOptions: DeclaredOptions {
  static let declarations = OptionList(
    Self(),
    [
      .size("image", \.image, "The image's size in pixels as it is displayed, such as 256x1024."),
      .size("viewport", \.viewport, "The viewport's size in points, such as 390x763."),
    ])

  var image = Size.zero
  var viewport = Size.zero
}

/// The rectangle of an image, and the pixel under a tap.
package struct ImageFitCalculation: Calculation {
  package static let name = "image_fit"
  package static let abstract =
    "Where an image is drawn in a viewport, and which of its pixels a tap is on."
  package static let discussion = """
    The rectangle is centred, and enlarges an image smaller than the viewport unless the mode is \
    actual. A tap beside the image counts as the nearest one on it, with "inside" false.
    """
  package static let options =
    PhotoOptions.declarations.lifted(to: \.photo, of: Self())
    + OptionList(
      Self(),
      [
        .choice(
          "mode", \.mode, "mode",
          "{default} shows all of the image (the default), fill covers all of the viewport, actual is a "
            + "point per pixel."),
        .optionalText(
          "tap", \.tap, "X,Y", "A tap in viewport coordinates, such as 120,-30.5.",
          expected: Point.optionForm
        ) { Point(text: $0) },
        .optionalText(
          "orientation", \.orientation, "number",
          "The image's EXIF orientation, 1 to 8: the tap then names the pixel in the file as well.",
          expected: "a whole number from 1 to 8"
        ) { Int($0).flatMap { ImageOrientation(rawValue: $0) } },
      ])

  var photo = PhotoOptions()
  var mode = ImageFit.Mode.fit
  var tap: Point?
  var orientation: ImageOrientation?

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    let fit = try ImageFit(image: photo.image, viewport: photo.viewport, mode: mode)
    let hit = try tap.map { try fit.tap(at: $0) }
    return JSONWriter.encode { fit.write(to: &$0, tap: hit, orientation: orientation) }
  }
}

extension ImageFit {
  /// Writes where the image is drawn, and the place of `tap` on it: null when there was none. With
  /// an `orientation` the tap names the pixel in the file too.
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
