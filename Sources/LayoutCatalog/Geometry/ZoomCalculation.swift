import FeedLayout
package import Foundation
import StrictJSON

/// The limits of a zoom, the image at one scale, and what a gesture makes of it.
package struct ZoomCalculation: Calculation {
  package static let name = "zoom"
  package static let abstract =
    "How far an image zooms in a viewport, and where it is at a scale."
  package static let discussion = """
    The scale is limited to the scroll view's minimum, which shows the whole image, and its \
    maximum: 1, or the minimum for an image smaller than the viewport. "pinch_size" is what one \
    pinch of that scale makes of the image without a scroll view. With any of from, offset, about \
    and double_tap the answer has a "rest" too: where the image comes to rest, and the limits of \
    its offset there.
    """
  package static let options =
    OptionTable<Self>.part(\.photo, PhotoForm.options)
    + OptionTable<Self>([
      .number(
        "scale", \.scale, in: .finite, "scale",
        "The scale asked for, in points per pixel; the minimum, and no pinch, if none is."),
      .number(
        "from", \.start, in: .finite, "scale",
        "The scale before the gesture, in points per pixel (the minimum)."),
      .point("offset", \.offset, "The scroll offset before the gesture, in points (centred)."),
      .point(
        "about", \.anchor,
        "The place in the viewport that stays where it is while the scale changes (its middle)."),
      .point(
        "double_tap", \.doubleTap,
        "A double tap at this place of the viewport, instead of a scale: the whole image grows, any "
          + "other goes back to the whole."),
    ])

  var photo = PhotoForm()
  var scale: Double?
  var start: Double?
  var offset: Point?
  var anchor: Point?
  var doubleTap: Point?

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    if doubleTap != nil, scale != nil || anchor != nil {
      throw OptionProblem(
        option: "double_tap", expected: "to be alone, without a scale or a place to keep",
        found: "both")
    }
    let zoom = try ZoomAnswer(image: photo.image, viewport: photo.viewport, scale: scale)
    let rest = try rest(of: zoom)
    return JSONWriter.encode { zoom.write(to: &$0, rest: rest) }
  }

  /// Where the image is after the gesture; `nil` if there was none.
  private func rest(of answer: ZoomAnswer) throws(LayoutError) -> ZoomAnswer.Rest? {
    guard start != nil || offset != nil || anchor != nil || doubleTap != nil else { return nil }
    let zoom = answer.zoom
    let centred = try zoom.initialState.offset
    let before = try zoom.state(scale: start ?? zoom.minimumScale, offset: offset ?? centred)
    let middle = Point(x: photo.viewport.width / 2, y: photo.viewport.height / 2)
    let after =
      if let doubleTap {
        try zoom.doubleTapped(before, at: doubleTap)
      } else {
        try zoom.zoomed(before, to: scale ?? before.scale, about: anchor ?? middle)
      }
    return ZoomAnswer.Rest(
      state: after, limits: try zoom.offsetLimits(atScale: after.scale))
  }
}

extension OptionTable.Row {
  /// A place that may be left out.
  static func point(_ name: String, _ path: OptionPath<Root, Point?>, _ help: String) -> Self {
    .optionalText(name, path, "X,Y", help, expected: Point.optionForm) { Point(text: $0) }
  }
}
