package import FeedModel

extension Documents {
  /// The picture of an item.
  static let pictures: [Schema.Component] = [
    ("Image", image), ("ImageSource", source), ("PhotoPlaceholder", placeholder),
    ("PhotoFocus", focus),
  ]

  private static let image = Schema.object([
    .required("url", .text(), "The address of the whole picture, at one size."),
    .optional("width", .integer(1...Int.max), "The width in pixels, if it is known."),
    .optional("height", .integer(1...Int.max), "The height in pixels, if it is known."),
    .optional("aspect", .number(), "The width divided by the height, if they are known."),
    .optional(
      "alt", Schema.text().orNull,
      "The alternative text; null if nobody has written one. Photos of the store only."),
    .optional(
      "focus", Schema.component("PhotoFocus").orNull,
      "The point that stays visible where the picture is cut off; null for its centre. Photos of the store only."
    ),
    .optional(
      "placeholder", .component("PhotoPlaceholder"),
      "A stand-in until the picture is there. Photos of the store only."),
    .optional(
      "sources", .array(of: .component("ImageSource")),
      "The picture for this place, the smallest format first: take the first type that can be decoded. Photos of the store only."
    ),
  ]).described("The picture of an item.")

  private static let source = Schema.object([
    .required(
      "type", .knownText(of: Rendition.Format.allCases.map(\.mediaType)), "The media type."),
    .optional("1x", .text(), "The address for a device with 1 pixel in a point."),
    .optional("2x", .text(), "The address for a device with 2 pixels in a point."),
    .optional("3x", .text(), "The address for a device with 3 pixels in a point."),
  ]).described(
    "A picture in one format for each device pixel ratio; without addresses where its place has no area."
  )

  private static let placeholder = Schema.object([
    .required("blurhash", .text(), "The picture as a BlurHash."),
    .required("thumbhash", .text(), "The picture as a ThumbHash, in Base64."),
    .required("color", .text(pattern: "^#[0-9a-f]{6}$"), "The average colour, as #rrggbb."),
  ]).described("A stand-in that is shown until a picture is there.")

  private static let focus = Schema.object([
    .required("x", .number(0...1), "The share of the width to the left of it."),
    .required("y", .number(0...1), "The share of the height above it."),
  ]).described("The point of a photo that stays visible.")
}

extension Schema {
  /// The point of a photo that stays visible.
  package static let photoFocus = Schema.component("PhotoFocus")

  /// Bytes that are not JSON.
  package static let binary = Schema.anything
}
