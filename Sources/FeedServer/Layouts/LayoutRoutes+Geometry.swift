import FeedModel
import DocumentSchemas
import FeedLayout
import LayoutCatalog

/// The schemas of what geometry without items answers.
extension LayoutRoutes {
  static let geometry: [Schema.Component] =
    Documents.samples.map { sample in
      (
        "\(sample.name)Sample",
        .object(
          [
            .required("effect", .component("EffectName")),
            .required("progress", .number(), "Pages from the middle."),
            .optional("keyframes", .component("CardKeyframes")),
          ] + sample.members
        ).described(sample.words)
      )
    } + [
      ("EffectMotion", motion), ("ImageFit", imageFit), ("Pixel", pixel), ("Zoom", zoom),
      ("ZoomRest", zoomRest), ("Stars", stars), ("StarStrip", strip), ("Paging", paging),
      ("LivePage", livePage),
    ]

  /// The answer of the calculation called `name`.
  static func geometryAnswer(of name: String) -> Schema {
    switch name {
    case TransformCalculation.name:
      .any(
        of: Documents.samples.map { .component("\($0.name)Sample") } + [.component("EffectMotion")])
    case ImageFitCalculation.name: .component("ImageFit")
    case ZoomCalculation.name: .component("Zoom")
    case StarsCalculation.name: .component("Stars")
    case PagingCalculation.name: .component("Paging")
    default: preconditionFailure("\(name) has no schema: LayoutRoutes describes calculations")
    }
  }

  private static let motion = Schema.object([
    .required("effect", .component("EffectName")),
    .required("keyframes", .component("CardKeyframes")),
  ]).described("A motion alone, of a request without a progress.")

  private static let count = Schema.integer(0...Int.max)

  private static let imageFit = Schema.object([
    .required("mode", .knownText(of: ImageFit.Mode.allCases.map(\.rawValue))),
    .required("rect", .component("Rect"), "Where the image is, in points of the viewport."),
    .required(
      "tap",
      Schema.object([
        .required("inside", .boolean, "Whether the tap is on the image."),
        .required("point", .component("Point"), "The nearest place on it, in points."),
        .required("pixel", .component("Pixel"), "The pixel there."),
        .optional(
          "stored_pixel", .component("Pixel"), "The pixel in the file, with an orientation."),
      ]).orNull, "The place of a tap; null without one."),
  ]).described("Where an image is drawn in a viewport.")

  private static let pixel = Schema.object([
    .required("x", .integer(), "From the left, from 0."),
    .required("y", .integer(), "From the top, from 0."),
  ]).described("A pixel of an image.")

  private static let zoom = Schema.object([
    .required("minimum_scale", .number(), "In points per pixel."),
    .required("maximum_scale", .number(), "In points per pixel."),
    .required("scale", .number(), "In points per pixel."),
    .required("size", .component("Size"), "The image at that scale."),
    .required("center", .component("Point"), "Where its middle is, in points."),
    .required("pinch_size", .component("Size"), "The image after a pinch without a scroll view."),
    .optional("rest", .component("ZoomRest"), "Where a gesture ends, if there was one."),
  ]).described("How far an image zooms in a viewport.")

  private static let range = Schema.array(of: .number(), count: 2...2)

  private static let zoomRest = Schema.object([
    .required("scale", .number(), "In points per pixel."),
    .required("offset", .component("Point"), "The scroll offset in points."),
    .required(
      "offset_limits",
      .object([
        .required("x", range, "The least and the greatest x, in points."),
        .required("y", range, "The least and the greatest y, in points."),
      ])),
  ]).described("Where an image comes to rest after a gesture.")

  private static let stars = Schema.object([
    .required("stars", .array(of: .number(0...1)), "How full each star is, 0 to 1."),
    .optional("strip", .component("StarStrip"), "Where the stars are, if a size was given."),
    .optional("touched_rating", .number(), "The rating that a touch gives."),
    .optional("displayed_rating", .number(), "The rating as it is shown, for a screen reader."),
    .optional(
      "accessibility",
      .object([
        .required("value", .text(), "What a screen reader says."),
        .required("increment", .number(), "The rating one step up."),
        .required("decrement", .number(), "The rating one step down."),
      ])),
  ]).described("The stars of a rating.")

  private static let strip = Schema.object([
    .required("size", .component("Size")),
    .required("positions", .array(of: .number()), "The left edge of each star, in points."),
    .required("filled", .array(of: .component("Rect")), "The covered part of each star."),
    .required("clip", .component("Rect"), "The part to show of a strip of full stars."),
    .required("hit_area", .component("Rect"), "Where the stars can be touched."),
  ]).described("Where the stars of a rating are.")

  private static let paging = Schema.object([
    .required("page_length", .number(), "The length of a page, in points."),
    .required("content_size", .component("Size")),
    .required("card", .component("Rect"), "The card in its page."),
    .required("current_page", count.orNull, "The page in view; null without pages."),
    .required("live_pages", .array(of: .component("LivePage")), "The pages to draw."),
    .optional(
      "scroll",
      .object([
        .required("target_offset", .number(), "Where the scroll ends, in points."),
        .required("offset", .number(), "How far it is at the time, in points."),
      ]), "A scroll to a page, with a target."),
  ]).described("The pages of a pager at one offset.")

  private static let livePage = Schema.object([
    .required("page", count, "The page, from 0."),
    .required("progress", .number(), "Pages from the middle."),
    .required("z_index", .number(), "The order from back to front."),
  ]).described("A page that is drawn.")
}
