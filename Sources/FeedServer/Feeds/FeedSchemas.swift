import FeedLayout
import FeedModel

/// The schemas of feed documents.
extension FeedRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("Size", size), ("Frame", frame), ("Layout", layout), ("Slot", slot), ("Cell", cell),
      ("SectionHeader", header), ("Section", section(kinds)),
      ("DerivedFields", derivedFields), ("Image", image),
      ("FeedDocument", feedDocument), ("SectionPage", sectionPage),
    ]
  }

  private static let length = Schema.number(0...Double.greatestFiniteMagnitude)

  private static let size = Schema.object([
    .required("width", length), .required("height", length),
  ])

  private static let frame = Schema.object([
    .required("id", .integer(1...Int.max)),
    .required("x", .number()),
    .required("y", .number()),
    .required("width", length),
    .required("height", length),
    .optional("column", .integer(0...StaggeredGridLayout.supportedColumnCounts.upperBound)),
    .optional("column_span", .integer(1...StaggeredGridLayout.supportedColumnCounts.upperBound)),
  ])

  private static let layout = Schema.object([
    .required("type", .oneText(of: LayoutType.allCases.map(\.rawValue))),
    .required("viewport", .object([.required("width", .width)])),
    .required("content_size", .component("Size")),
    .required("frames", .array(of: .component("Frame"))),
  ])

  private static let color = Schema.text(pattern: "^#[0-9a-f]{8}$")

  private static let border = Schema.object([
    .required("width", length), .required("color", color), .optional("dark", color),
    .optional("corner_radius", length),
  ])

  /// The common members of all slots, and those of each type.
  private static let slot = Schema.object([
    .required("type", .oneText(of: ["image", "shade", "line", "stars", "text", "badge"])),
    .required("role", .oneText(of: CellRole.allCases.map(\.rawValue))),
    .required("anchor", .oneText(of: ["top", "bottom"])),
    .required("offset", .number()),
    .optional("left", .number()), .optional("right", .number()), .optional("width", length),
    .optional("height", length), .optional("bottom", length),
    .optional("after", .oneText(of: CellRole.allCases.map(\.rawValue))),
    .optional("content_mode", .oneText(of: ["fill", "fit"])),
    .optional("corner_radius", length), .optional("border", border),
    .optional("color", color), .optional("dark", color),
    .optional("star_size", length), .optional("spacing", length), .optional("outline", color),
    .optional("outline_dark", color),
    .optional(
      "font",
      .object([
        .required("families", .array(of: .text())), .required("size", length),
        .required("weight", .integer(100...900)),
      ])),
    .optional("line_height", length), .optional("line_pitch", length),
    .optional("lines", .integer(1...Int.max)),
    .optional("align", .oneText(of: ["left", "center", "right"])),
    .optional("prefix", .text()), .optional("text", .text()),
    .optional(
      "padding",
      .object(["top", "left", "bottom", "right"].map { .required($0, length) })),
    .optional("background", color), .optional("background_dark", color),
  ])

  private static let cell = Schema.object([
    .required("name", .oneText(of: CellName.allCases.map(\.rawValue))),
    .required("corner_radius", length),
    .required("border", border.orNull),
    .required("background", color.orNull),
    .optional("background_dark", color),
    .required("slots", .array(of: .component("Slot"))),
  ])

  private static let header = Schema.object([
    .required("height", length),
    .required("subtitle", Schema.text().orNull),
    .required(
      "action",
      Schema.object([
        .required("title", .text()), .optional("deep_link", .text()),
        .optional("web_url", .text()),
      ]).orNull),
    .required("slots", .array(of: .component("Slot"))),
  ])

  private static func section(_ kinds: ContentKinds) -> Schema {
    .object([
      .required("id", .text()),
      .required("kind", .oneText(of: kinds.names)),
      .required("title", .text()),
      .required("revision", .integer(0...Int.max)),
      .optional("category", .text()),
      .optional("min_schema_version", .integer(1...Int.max)),
      .optional("variant_of", .text()),
      .required(
        "frame",
        .object([
          .required("x", .number()), .required("y", .number()), .required("width", length),
          .required("height", length),
        ])),
      .required("header", Schema.component("SectionHeader").orNull),
      .required(
        "layout_origin", .object([.required("x", .number()), .required("y", .number())])),
      .required(
        "roles", .object(ContentRole.allCases.map { .optional($0.rawValue, .text()) })),
      .required("cell", Schema.component("Cell").orNull),
      .required("layout", .component("Layout")),
      .optional("next", Schema.text().orNull),
      .required(
        "items",
        .array(
          of: .all(of: [
            .any(of: kinds.all.map { .component($0.schemaName) }), .component("DerivedFields"),
          ]))),
    ])
  }

  private static let derivedFields = Schema.object([
    .optional("date_label", .text()),
    .optional("stars", .array(of: .number(0...1), count: 5...5)),
    .optional("image", .component("Image")),
    .optional("action", .anything),
    .required("impression_id", .text()),
    .required("accessibility_label", .text()),
  ])

  private static let image = Schema.object([
    .required("url", .text()),
    .optional("width", .integer(1...Int.max)),
    .optional("height", .integer(1...Int.max)),
    .optional("aspect", .number()),
    .optional("alt", Schema.text().orNull),
    .optional("focus", Schema.photoFocus.orNull),
    .optional("placeholder", .component("PhotoPlaceholder")),
    .optional(
      "sources",
      .array(
        of: .object([
          .required("type", .oneText(of: Rendition.Format.allCases.map(\.mediaType))),
          .required("1x", .text()), .required("2x", .text()), .required("3x", .text()),
        ]))),
  ])

  private static let feedDocument = Schema.object([
    .required("schema_version", .integer(1...Int.max)),
    .required("feed", .text()),
    .required("revision", .integer(0...Int.max)),
    .required("generated_at", .moment),
    .required("expires_at", Schema.moment.orNull),
    .required("viewport", .object([.required("width", .width)])),
    .required("text_size", .number(TextSize.supported)),
    .required("direction", .oneText(of: LayoutDirection.allCases.map(\.rawValue))),
    .required("locale", .text(pattern: LocaleTag.pattern)),
    .required("content_size", .component("Size")),
    .required("sections", .array(of: .component("Section"))),
  ])

  private static let sectionPage = Schema.object([
    .required("feed", .text()),
    .required("revision", .integer(0...Int.max)),
    .required("section", .component("Section")),
    .required("locale", .text(pattern: LocaleTag.pattern)),
    .required("next", Schema.text().orNull),
  ])
}

/// `/openapi.json` has the schema of JSON Feed after the composition's, and so in the resource that
/// follows compositions.
extension SectionRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("JSONFeed", jsonFeed)]
  }

  /// The members of JSON Feed 1.1 that are used.
  private static let jsonFeed = Schema.object([
    .required("version", .constant("https://jsonfeed.org/version/1.1")),
    .required("title", .text()),
    .required("language", .text(pattern: LocaleTag.pattern)),
    .required(
      "items",
      .array(
        of: .object([
          .required("id", .text()),
          .optional("url", .text()),
          .required("title", .text()),
          .required("content_text", .text()),
          .optional("image", .text()),
          .optional("date_published", .moment),
        ]))),
  ])
}

extension Schema {
  /// The width of a viewport, in points.
  static let width = Schema.number(Viewport.supportedWidths)
}
