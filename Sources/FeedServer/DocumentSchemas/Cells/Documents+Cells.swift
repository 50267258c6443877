import FeedModel
import FeedLayout

extension Documents {
  /// The cell that is drawn in the frames of a section.
  static let cells: [Schema.Component] = [
    ("CellName", .knownText(of: StandardCells.names)), ("Cell", cell),
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
    .optional(
      "background_dark", .component("Color"), "The same in dark surroundings, if it differs."),
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

extension Documents {
  /// The slots of cells and headers, one schema for each type.
  static let slots: [Schema.Component] =
    [
      ("Slot", slot), ("SlotRole", .knownText(of: CellRole.allCases.map(\.rawValue))),
      ("SlotAnchor", .knownText(of: ["top", "bottom"])),
      ("ContentMode", .knownText(of: ["fill", "fit"])),
      ("TextAlignment", .knownText(of: ["left", "center", "right"])), ("Font", font),
      ("Padding", padding),
      ("SlotPlace", .object(place).described("Where a slot lies in a frame, whatever it shows.")),
      ("SlotColor", .object(slotColor).described("The colour of a slot that has one.")),
      ("SlotText", .object(text).described("How a slot with a text draws it.")),
    ] + types.map { ($0.component, slot(.oneText(of: [$0.tag]), $0)) } + [("UnknownSlot", unknown)]

  /// A type of slot: its own members, and the components with those that it shares with others.
  private typealias SlotType = (
    tag: String, component: String, shared: [String], members: [Schema.Property], words: String
  )

  private static let slot = Schema(
    .variants(
      Schema.Variants(
        member: "type", known: types.map { .init($0.tag, $0.component) }, other: "UnknownSlot"))
  )
  .described("A part of a cell: its place in an item's frame, and what it shows.")

  private static let types: [SlotType] = [
    ("image", "ImageSlot", [], image, "The item's picture."),
    ("shade", "ShadeSlot", ["SlotColor"], [cornerRadius], "A box of a colour."),
    ("line", "LineSlot", ["SlotColor"], [], "A thin box of a colour."),
    ("stars", "StarsSlot", ["SlotColor"], stars, "The item's rating as stars."),
    ("text", "TextSlot", ["SlotText"], [], "A text of the item."),
    (
      "badge", "BadgeSlot", ["SlotText"], badge,
      "A text on a box of a colour that is as wide as the text."
    ),
  ]

  /// A slot of one type: its place, and what it has beside it.
  private static func slot(_ tag: Schema, _ type: SlotType) -> Schema {
    .all(
      of: (["SlotPlace"] + type.shared).map { .component($0) }
        + [.object([.required("type", tag)] + type.members)]
    ).described(type.words)
  }

  private static let unknown = slot(
    Schema(.textOther(than: types.map(\.tag))),
    ("", "UnknownSlot", [], [], "A slot of a type that is not known."))

  private static let place: [Schema.Property] = [
    .required("role", .component("SlotRole"), "Which part of the item it shows."),
    .required(
      "anchor", .component("SlotAnchor"), "Which edge of the frame the offset counts from."),
    .required(
      "offset", .number(),
      "The distance from the edge of the anchor, in points: y = offset, or h - offset - height from the bottom; with after, from the end of that text."
    ),
    .optional("left", .number(), "The distance from the frame's left edge, in points."),
    .optional("right", .number(), "The distance from the frame's right edge, in points."),
    .optional(
      "width", .length,
      "The width in points where left and right do not give it; centred if neither of them is there."
    ),
    .optional("height", .length, "The height in points, unless bottom is there."),
    .optional("bottom", .length, "How far above the frame's lower edge it ends, in points."),
    .optional(
      "after", .component("SlotRole"),
      "The role of the text that it follows: the offset counts from where that text ends."),
  ]

  private static let cornerRadius = Schema.Property.required(
    "corner_radius", .length, "The radius of the corners, in points.")

  private static let image: [Schema.Property] = [
    .required(
      "content_mode", .component("ContentMode"), "Whether the picture fills the box or fits in it."),
    cornerRadius, .optional("border", .component("Border"), "The line around it."),
  ]

  private static let slotColor: [Schema.Property] = [
    .required("color", .component("Color")),
    .optional("dark", .component("Color"), "The colour in dark surroundings, if it differs."),
  ]

  private static let stars: [Schema.Property] = [
    .required("star_size", .length, "The width and height of a star, in points."),
    .required("spacing", .length, "The space between two stars, in points."),
    .required("outline", .component("Color"), "The colour of a star's outline."),
    .optional("outline_dark", .component("Color"), "The same in dark surroundings, if it differs."),
    .required(
      "outline_width", .length,
      "The width of the line, in points, of full and of empty stars: it lies inside of the star's square."
    ),
  ]

  private static let text =
    [
      Schema.Property.required("font", .component("Font")),
      .required("line_height", .length, "The height of a line alone, in points."),
      .required("line_pitch", .length, "The distance from one line to the next, in points."),
      .required("lines", .integer(1...Int.max), "The most lines."),
    ] + slotColor + [
      .required("align", .component("TextAlignment"), "Where lines are aligned."),
      .optional("prefix", .text(), "A text before the item's own."),
      .optional("text", .text(), "The text itself, of a slot whose role is fixed."),
    ]

  private static let badge: [Schema.Property] = [
    .required(
      "padding", .component("Padding"), "The space between the text and the box's edges."),
    .required("background", .component("Color"), "The colour of the box."),
    .optional(
      "background_dark", .component("Color"), "The same in dark surroundings, if it differs."),
    cornerRadius,
  ]

  private static let font = Schema.object([
    .required(
      "families", .array(of: .text()), "The names of font families, the first choice first."),
    .required("size", .length, "The size in points, with the size of text in it."),
    .required("weight", .integer(100...900), "The weight: 400 is regular, 700 bold."),
  ]).described("A font.")

  private static let padding = Schema.object(
    ["top", "left", "bottom", "right"].map { .required($0, .length, "In points.") }
  ).described("The space between a box's edges and what is in it, in points.")
}
