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

/// The limits of a zoom, the image at one scale, and the image after a gesture.
package struct ZoomCalculation: GeometryCalculation {
  package static let name = "zoom"
  package static let abstract = "How far an image zooms in a viewport, and where it is at a scale."
  package static let discussion = """
    The scale is limited to the scroll view's minimum, which shows the whole image, and its \
    maximum: 1, or the minimum for an image smaller than the viewport. "pinch_size" is the size of \
    the image after one pinch of that scale without a scroll view. With any of from, offset, about \
    and double_tap the answer has a "rest" too: where the image comes to rest, and the limits of \
    its offset there.
    """
  package static let options =
    PhotoOptions.declarations.lifted(to: \.photo, of: Self())
    + OptionList(
      Self(),
      [
        .number(
          "scale", \.scale, in: .finite, "scale",
          "The scale, in points per pixel; by default the minimum, without a pinch."),
        .number(
          "from", \.start, in: .finite, "scale",
          "The scale before the gesture, in points per pixel (the minimum)."),
        .point("offset", \.offset, "The scroll offset before the gesture, in points (centred)."),
        .point(
          "about", \.anchor,
          "The place in the viewport that stays where it is while the scale changes (its middle)."),
        .point(
          "double_tap", \.doubleTap,
          "A double tap at this place of the viewport, instead of a scale: it enlarges an image "
            + "that is shown whole, and otherwise shows the whole image."),
      ])

  var photo = PhotoOptions()
  var scale: Double?
  var start: Double?
  var offset: Point?
  var anchor: Point?
  var doubleTap: Point?

  package init() {}

  /// The limits of the scroll view; the image at the given scale within them, by default the minimum, which shows the whole
  /// image; its size after one pinch of that scale without a scroll view; and where it is after a gesture, if there was one.
  package typealias Answer = (
    zoom: ScrollZoom, scale: Double, size: Size, center: Point, pinchSize: Size, rest: Rest?
  )
  package typealias Rest = (state: ScrollZoom.State, limits: ScrollZoom.OffsetLimits)

  package func answer() throws -> Answer {
    if doubleTap != nil, scale != nil || anchor != nil {
      throw OptionProblem(
        option: "double_tap", expected: "neither scale nor about together with it",
        found: "both")
    }
    let zoom = try ScrollZoom(image: photo.image, bounds: photo.viewport)
    var pinch = try PinchZoom(image: photo.image)
    let limited = try scale.map { try zoom.limitedScale($0) } ?? zoom.minimumScale
    if let scale { try pinch.pinch(by: scale) }
    return (
      zoom, limited, try zoom.size(atScale: limited), try zoom.center(atScale: limited),
      pinch.size, try rest(in: zoom)
    )
  }

  /// Where the image is after the gesture; `nil` if there was none.
  private func rest(in zoom: ScrollZoom) throws(LayoutError) -> Rest? {
    guard start != nil || offset != nil || anchor != nil || doubleTap != nil else { return nil }
    let centred = try zoom.initialState.offset
    let before = try zoom.state(scale: start ?? zoom.minimumScale, offset: offset ?? centred)
    let middle = Point(x: photo.viewport.width / 2, y: photo.viewport.height / 2)
    let after =
      if let doubleTap {
        try zoom.doubleTapped(before, at: doubleTap)
      } else {
        try zoom.zoomed(before, to: scale ?? before.scale, about: anchor ?? middle)
      }
    return (after, try zoom.offsetLimits(atScale: after.scale))
  }
}

extension ZoomCalculation {
  package static let published = Published<Answer>(
    "Zoom", "How far an image zooms in a viewport.",
    [
      Member("minimum_scale", .number, "In points per pixel.") { $0.zoom.minimumScale },
      Member("maximum_scale", .number, "In points per pixel.") { $0.zoom.maximumScale },
      Member("scale", .number, "In points per pixel.") { $0.scale },
      Member("size", Size.published, "The image at that scale.") { $0.size },
      Member("center", Point.published, "Where its middle is, in points.") { $0.center },
      Member("pinch_size", Size.published, "The image after a pinch without a scroll view.") {
        $0.pinchSize
      },
      .optional("rest", rest, "Where a gesture ends, if there was one.") { $0.rest },
    ])

  private static let rest = Published<Rest>(
    "ZoomRest", "Where an image comes to rest after a gesture.",
    [
      Member("scale", .number, "In points per pixel.") { $0.state.scale },
      Member("offset", Point.published, "The scroll offset in points.") { $0.state.offset },
      Member("offset_limits", limits) { $0.limits },
    ])

  private static let limits = Published<ScrollZoom.OffsetLimits>([
    Member("x", .list(of: .number, count: 2), "The least and the greatest x, in points.") {
      [$0.x.lowerBound, $0.x.upperBound]
    },
    Member("y", .list(of: .number, count: 2), "The least and the greatest y, in points.") {
      [$0.y.lowerBound, $0.y.upperBound]
    },
  ])
}
