import FeedHTTP
import FeedLayout
import FeedModel
import FeedStore

extension DesignRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("CellDefinition", cell(isOpen: true)), ("CellInput", cell(isOpen: false)),
      ("CellElement", element(isOpen: true)), ("CellElementInput", element(isOpen: false)),
      ("ThemeDefinition", theme(isOpen: true)), ("ThemeInput", theme(isOpen: false)),
    ]
  }

  static func outcome(_ type: DesignType) -> Schema {
    .object([
      .required("dry_run", .boolean),
      .required("change", .knownText(of: ["inserted", "updated", "unchanged"])),
      .required("definition", .component("\(type.title)Definition")),
    ])
  }

  private static let name = Schema.text(pattern: "^[a-z][a-z0-9_]{0,62}$")
  private static let length = Schema.any(of: [
    .number(), name,
    .object([
      .required("style", name), .optional("em", .number()), .optional("points", .number()),
    ]),
  ]).described("Points, a name of the theme, or a share of the size of a style's font.")
  private static let words = Schema.any(of: [.text(), .map(of: .text())])
    .described("One text, or one for each locale.")

  // MARK: - Cells

  private static func cell(isOpen: Bool) -> Schema {
    let elements = elements(isOpen: isOpen)
    return .object(
      [
        .required("cell", name), .optional("title", .text(length: 1...200)),
        .required("fits", .array(of: .text(of: SectionLayouts.names, isOpen: isOpen))),
        .optional(
          "box",
          .object(
            [
              .optional("corner_radius", length),
              .optional("border", border(isOpen: isOpen).orNull),
              .optional("background", name.orNull), .optional("overflow", .boolean),
            ], isClosed: !isOpen)),
        .required("content", elements, "From top to bottom."),
        .optional("over", elements, "Upon the picture, from back to front."),
      ], isClosed: !isOpen)
  }

  private static func border(isOpen: Bool) -> Schema {
    .object(
      [
        .required("color", name), .optional("width", .number(0.1...20)),
        .optional("corner_radius", length), .optional("with", .array(of: .text())),
      ], isClosed: !isOpen)
  }

  private static func elements(isOpen: Bool) -> Schema {
    .array(
      of: .component(isOpen ? "CellElement" : "CellElementInput"),
      count: 0...CellDefinition.maximumElementCount)
  }

  /// One of `image`, `text`, `badge`, `stars`, `line`, `stack`, `row`, `spacer` and `shade`, with the members that it has.
  private static func element(isOpen: Bool) -> Schema {
    let elements = elements(isOpen: isOpen)
    let role = Schema.any(of: [.text(), .array(of: .text())])
    return .object(
      [
        .optional("image", .text(of: [CellRole.image.rawValue], isOpen: isOpen)),
        .optional("text", role, "A role, a list of them, or fixed."), .optional("badge", role),
        .optional("stars", .text(of: [CellRole.rating.rawValue], isOpen: isOpen)),
        .optional("line", name, "A colour."), .optional("shade", name, "A colour."),
        .optional("stack", elements), .optional("row", elements), .optional("spacer", .boolean),
        .optional("padding", padding(isOpen: isOpen)), .optional("spacing", length),
        .optional("aspect", .any(of: [.text(), .number()])),
        .optional("content_mode", .text(of: ["fill", "fit"], isOpen: isOpen)),
        .optional("corner_radius", length), .optional("border", border(isOpen: isOpen).orNull),
        .optional("width", .number()), .optional("height", .number()),
        .optional("style", name), .optional("color", name), .optional("outline", name),
        .optional("background", background(isOpen: isOpen)),
        .optional("lines", lines(isOpen: isOpen)),
        .optional("align", .text(of: ["start", "center", "end"], isOpen: isOpen)),
        .optional("prefix", words), .optional("words", words),
        .optional("size", .number()), .optional("divider", name),
        .optional("widths", .text(of: ["own", "equal", "shared"], isOpen: isOpen)),
        .optional("vertical", .text()), .optional("wraps", .any(of: [.boolean, length])),
        .optional("with", .array(of: .text())), .optional("edge", .text()),
        .optional("inset", length), .optional("clear", length),
      ], isClosed: !isOpen)
  }

  private static func lines(isOpen: Bool) -> Schema {
    .any(of: [
      .integer(1...20),
      .object(
        [
          .required("max", .integer(1...20)), .optional("min", .integer(0...20)),
          .optional("grow", .boolean),
        ], isClosed: !isOpen),
    ])
  }

  private static func background(isOpen: Bool) -> Schema {
    .any(of: [
      name,
      .object(
        [.required("color", name), .optional("corner_radius", length)], isClosed: !isOpen),
    ])
  }

  /// Of all four sides, of each, or of a badge.
  private static func padding(isOpen: Bool) -> Schema {
    .any(of: [
      length,
      .object(
        ["top", "left", "bottom", "right"].map { .optional($0, length) }, isClosed: !isOpen),
      .object(
        ["horizontal", "vertical"].map { .required($0, .number(0...64)) }, isClosed: !isOpen),
    ])
  }

  // MARK: - Themes

  private static func theme(isOpen: Bool) -> Schema {
    let color = Schema.text(pattern: "^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$")
    return .object(
      [
        .required("theme", name),
        .optional("styles", .map(of: style(isOpen: isOpen))),
        .optional(
          "colors",
          .map(
            of: .any(of: [
              color,
              .object(
                [.required("light", color), .optional("dark", color.orNull)], isClosed: !isOpen),
            ]))),
        .optional("radii", .map(of: .number(0...512))),
        .optional("spacing", .map(of: .number(-64...512))),
      ], isClosed: !isOpen)
  }

  private static func style(isOpen: Bool) -> Schema {
    .object(
      [
        .required("family", .any(of: [.text(), .array(of: .text(), count: 1...20)])),
        .required("size", .number(1...200)), .required("weight", .integer(100...900)),
        .optional("line_height", .number().orNull), .optional("line_spacing", .number(0...100)),
        .optional(
          "grows", .text(of: GrowthStyle.allCases.map(\.rawValue), isOpen: isOpen),
          "The text style of iOS whose sizes it follows."),
      ], isClosed: !isOpen)
  }
}
