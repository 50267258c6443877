import FeedModel
import FeedLayout

extension Documents {
  /// The layouts: one schema for each, and one for those that are not known.
  static let layouts: [Schema.Component] =
    [
      ("Layout", layout), ("VisibleItems", visible),
      (
        "UnknownLayout",
        layout(Schema(.textOther(than: LayoutType.allCases.map(\.rawValue))), [], options: nil)
          .described("A layout of a type that is not known: its frames can be drawn at rest.")
      ),
    ] + LayoutSchema.all.flatMap(\.components)

  private static let layout = Schema(
    .variants(
      Schema.Variants(
        member: "type", known: LayoutSchema.all.map { .init($0.type.rawValue, $0.component) },
        other: "UnknownLayout"))
  ).described("The frames of a section's items, and what moves them.")

  /// A layout of one type: the members of every layout, and its own.
  static func layout(_ type: Schema, _ members: [Schema.Property], options: String?) -> Schema {
    .object(
      [
        .required("type", type), .required("viewport", .component("Viewport")),
        .required(
          "content_size", .component("Size"),
          "What scrolls, and the height that the layout takes on the screen."),
      ] + members + [
        .required(
          "frames", .array(of: .component("Frame")),
          "The boxes of the items at the initial position; frames[i] belongs to items[i]."),
        .optional(
          "device_scale", .integer(DevicePixels.supportedScales),
          "The device pixels in a point of pixel_frames, if they were asked for."),
        .optional(
          "pixel_frames", .array(of: .component("Frame")), "The frames on whole device pixels."),
        .optional(
          "visible", .component("VisibleItems"), "The items in view, if they were asked for."),
        .optional("options", options.map { .component($0) } ?? .map(of: .anything)),
      ])
  }

  private static let visible = Schema.object([
    .required("from", .number(), "The upper end of the range, in points from the layout's origin."),
    .required("to", .number(), "Its lower end."),
    .required("item_ids", .itemIDs, "The items with a part in the range, in their order."),
  ]).described("The items in view between two heights.")
}

extension Schema.Property {
  static let mediaSize = required(
    "media_size", .component("Size"), "The picture's part of a cell, at its top.")
  static let maxScrollOffset = required(
    "max_scroll_offset", .length, "How far the content scrolls at most, in points.")
  static let flickVelocity = optional(
    "flick_velocity", .number(),
    "The velocity from which a drag always continues in its direction, in points per second.")
}
