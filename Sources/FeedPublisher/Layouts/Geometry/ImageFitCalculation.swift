package import FeedLayout

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
package struct ImageFitCalculation: GeometryCalculation {
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

  /// Where the image is drawn, and the place of the tap on it; with an orientation the pixel in the file too.
  package typealias Answer = (fit: ImageFit, tap: ImageFit.Tap?, storedPixel: Pixel?)

  package func answer() throws -> Answer {
    let fit = try ImageFit(image: photo.image, viewport: photo.viewport, mode: mode)
    let tap = try tap.map { try fit.tap(at: $0) }
    let stored = orientation.flatMap { orientation in
      tap.flatMap { fit.storedPixel(of: $0.pixel, orientation) }
    }
    return (fit, tap, stored)
  }

  package static let published = Published<Answer>(
    "ImageFit", "Where an image is drawn in a viewport.",
    [
      Member("mode", .name(of: ImageFit.Mode.allCases.map(\.rawValue))) { $0.fit.mode.rawValue },
      Member("rect", Rect.published, "Where the image is, in points of the viewport.") {
        $0.fit.rect
      },
      Member("tap", taps.orNull, "The place of a tap; null without one.") { answer in
        answer.tap.map { ($0, answer.storedPixel) }
      },
    ])

  private static let taps = Published<(tap: ImageFit.Tap, storedPixel: Pixel?)>([
    Member("inside", .flag, "Whether the tap is on the image.") { $0.tap.inside },
    Member("point", Point.published, "The nearest place on it, in points.") { $0.tap.point },
    Member("pixel", pixels, "The pixel there.") { $0.tap.pixel },
    .optional("stored_pixel", pixels, "The pixel in the file, with an orientation.") {
      $0.storedPixel
    },
  ])

  private static let pixels = Published<Pixel>(
    "Pixel", "A pixel of an image.",
    [
      Member("x", .integer(Int.min...Int.max), "From the left, from 0.") { $0.x },
      Member("y", .integer(Int.min...Int.max), "From the top, from 0.") { $0.y },
    ])
}

extension ImageFit {
  /// Where the file has the pixel that is displayed at `pixel`; `nil` for an image whose sides are
  /// not whole numbers of pixels.
  fileprivate func storedPixel(of pixel: Pixel, _ orientation: ImageOrientation) -> Pixel? {
    guard let width = Int(exactly: image.width), let height = Int(exactly: image.height),
      let stored = orientation.exchangesSides
        ? try? PixelSize(width: height, height: width)
        : try? PixelSize(width: width, height: height)
    else { return nil }
    return orientation.storedPixel(of: pixel, in: stored)
  }
}
