import FeedModel
import FeedLayout

extension Documents {
  /// The cell that is drawn in the frames of a section.
  static let cells: [Schema.Component] = [
    ("CellName", .knownText(of: CellName.allCases.map(\.rawValue))), ("Cell", cell),
    ("Border", border), ("Color", color),
  ]

  private static let color = Schema.text(pattern: "^#[0-9a-f]{8}$")
    .described("A colour as #rrggbbaa, in sRGB; aa is its opacity.")

  private static let cell = Schema.object([
    .required("name", .component("CellName"), "The name of the design."),
    .required(
      "corner_radius", .length,
      "The radius of the corners, in points. Above 0 they cut off what is inside."),
    .required("border", Schema.component("Border").orNull, "The line around it; null for none."),
    .required(
      "background", Schema.component("Color").orNull, "The colour behind all slots; null for none."),
    .required("slots", .array(of: .component("Slot")), "What is drawn, from back to front."),
  ]).described("The design drawn inside each frame of a section, one for all of its items.")

  private static let border = Schema.object([
    .required("width", .length, "The width of the line, in points; half of it lies outside."),
    .required("color", .component("Color")),
    .optional("dark", .component("Color"), "The colour in dark surroundings, if it differs."),
    .optional(
      "corner_radius", .length,
      "The radius of its corners, in points, where they are not those of the box."),
  ]).described("A line around a box.")
}
