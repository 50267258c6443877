import FeedLayout
import FeedModel

/// The schemas that several operations refer to by name.
enum Components {
  static let all: [(name: String, schema: Schema)] =
    [
      ("Problem", problem), ("Size", size), ("Frame", frame), ("Layout", layout),
      ("Section", section), ("FeedDocument", feedDocument), ("SectionPage", sectionPage),
      ("Composition", composition), ("JSONFeed", jsonFeed),
    ] + ContentKind.allCases.map { (itemName($0), Schema.entity($0)) } + writing

  /// `PickupPhoto` for `pickup_photos`.
  static func itemName(_ kind: ContentKind) -> String { "\(kind.entityType)" }

  private static let problem = Schema.object([
    .required("type", .text()),
    .required("title", .text()),
    .required("status", .integer(400...599)),
    .required("detail", .text()),
    .required("code", .text(pattern: "^[a-z0-9_]+$")),
    .required("request_id", .text()),
    .optional("start", .text()),
    .optional(
      "errors",
      .array(
        of: .object([.required("pointer", .text()), .required("detail", .text())]))),
  ])

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

  private static let section = Schema.object([
    .required("id", .text()),
    .required("kind", .oneText(of: ContentKind.allCases.map(\.rawValue))),
    .required("title", .text()),
    .optional("category", .text()),
    .optional("min_schema_version", .integer(1...Int.max)),
    .required(
      "frame",
      .object([
        .required("x", .number()), .required("y", .number()), .required("width", length),
        .required("height", length),
      ])),
    .required("layout", .component("Layout")),
    .required(
      "items",
      .array(of: .any(of: ContentKind.allCases.map { .component(itemName($0)) }))),
  ])

  private static let feedDocument = Schema.object([
    .required("schema_version", .integer(1...Int.max)),
    .required("feed", .text()),
    .required("revision", .integer(0...Int.max)),
    .required("generated_at", .moment),
    .required("expires_at", Schema.moment.orNull),
    .required("viewport", .object([.required("width", .width)])),
    .required("content_size", .component("Size")),
    .required("sections", .array(of: .component("Section"))),
  ])

  private static let sectionPage = Schema.object([
    .required("feed", .text()),
    .required("revision", .integer(0...Int.max)),
    .required("section", .component("Section")),
    .required("next", Schema.text().orNull),
  ])
}

extension Schema {
  /// The width of a viewport, in points.
  static let width = Schema.number(Viewport.supportedWidths)

  /// Items under `result` and the address of the next ones.
  static func list(of item: Schema) -> Schema {
    .object([.required("result", .array(of: item)), .required("next", Schema.text().orNull)])
  }
}
