import DocumentSchemas
import FeedModel
import FeedPhotos

extension PictureRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/photos/{id}.jpg", path: "/v1/photos/{id}.jpg", id: "getWholePicture",
        tag: "photos", summary: "A whole photo as a JPEG of at most 2048 × 2048 pixels.",
        parameters: [.photo, .ifNoneMatch],
        answers: [picture(["image/jpeg"]), .notModified], problems: [404, 422, 503]),
      Operation(
        route: "GET /v1/photos/{id}/{picture}", path: "/v1/photos/{id}/{picture}",
        id: "getRendition", tag: "photos",
        summary: "A photo scaled into a box. Published addresses are signed; some sizes are open.",
        parameters: [
          .photo,
          .path(
            "picture", .text(pattern: "^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\\.(jpg|webp|avif|auto)$"),
            "The size in pixels at a ratio of 1, and the format; auto follows Accept."),
          .query(
            "fit", .oneText(of: Rendition.Fit.allCases.map(\.rawValue)),
            "cover fills the box, contain shows all of the photo."),
          .query(
            "focus", .text(), "The point that stays visible, such as 0.5,0.25, or smart."),
          .query("dpr", .number(1...4), "The device pixel ratio: 1, 1.5, 2, 3 or 4."),
          .query("signature", .text(), "The signature of a published address."),
          .header("Accept", .text(), "The media types among which auto chooses."),
          .ifNoneMatch,
        ],
        answers: [picture(Rendition.Format.allCases.map(\.mediaType)), .notModified],
        problems: [403, 404, 422, 503]),
      Operation(
        route: "GET /v1/photos/{id}/viewer", path: "/v1/photos/{id}/viewer", id: "getViewer",
        tag: "photos",
        summary: "Where a viewer places a photo, and how far it can be zoomed.",
        parameters: [
          .photo,
          .query("width", .number(viewerSides), "The width of the viewport, in points."),
          .query("height", .number(viewerSides), "The height of the viewport, in points."),
          .ifNoneMatch,
        ],
        answers: [.ok(viewer, "The geometry, in points."), .notModified], problems: [404]),
      Operation(
        route: "GET /v1/photos/{id}/card.jpg", path: "/v1/photos/{id}/card.jpg", id: "getCard",
        tag: "photos", summary: "The EXIF card: the photo on white, its camera data below.",
        parameters: cardParameters + [.ifNoneMatch],
        answers: [
          Operation.Answer(
            status: 200, description: "The card.",
            content: [Operation.Content(mediaType: "image/jpeg", schema: .binary)]), .notModified,
        ], problems: [404, 422, 503]),
      Operation(
        route: "GET /v1/photos/{id}/card", path: "/v1/photos/{id}/card", id: "getCardPage",
        tag: "photos", summary: "A page that shows the EXIF card, also in previews of links.",
        parameters: cardParameters,
        answers: [
          Operation.Answer(
            status: 200, description: "The page.",
            content: [Operation.Content(mediaType: "text/html", schema: .text())])
        ], problems: [404, 422, 503]),
    ]
  }

  private static func picture(_ mediaTypes: [String]) -> Operation.Answer {
    Operation.Answer(
      status: 200, description: "The picture.",
      content: mediaTypes.map { Operation.Content(mediaType: $0, schema: .binary) })
  }

  private static let viewer = Schema.object([
    .required("image", .component("Size")), .required("viewport", .component("Size")),
    .required("fit", .component("Rect")), .required("fill", .component("Rect")),
    .required("actual", .component("Rect")),
    .required("minimum_scale", .number()), .required("maximum_scale", .number()),
    .required("double_tap_scale", .number()),
    .required("center", .component("Point")),
  ])

  static let cardParameters: [Operation.Parameter] = [
    .photo,
    .query("width", .integer(CardOptions.widths), "The width in pixels (1080)."),
    .query(
      "style", .oneText(of: CardOptions.Style.allCases.map(\.rawValue)),
      "What is written, and in which letters: standard, or article for the card that apps draw after the article."
    ),
    .query("equivalent_35mm", .boolean, "Show the focal length as on 35 mm film."),
    .query(
      "locale", .text(),
      "The language of what is not known: en or ja, the nearest to what is asked for as for screens."
    ),
    .query("omit_unknown", .boolean, "Leave out an unknown maker, camera or lens."),
  ]
}
