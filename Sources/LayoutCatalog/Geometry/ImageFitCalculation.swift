import FeedLayout
package import Foundation
import StrictJSON

/// An image and what it is shown in.
struct PhotoForm: Hashable, Sendable {
  static let options = OptionTable<Self>([
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
    OptionTable<Self>.part(\.photo, PhotoForm.options)
    + OptionTable<Self>([
      .choice(
        "mode", \.mode, "mode",
        "fit shows all of the image (the default), fill covers all of the viewport, actual is a "
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

  var photo = PhotoForm()
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
