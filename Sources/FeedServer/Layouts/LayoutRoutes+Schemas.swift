import DocumentSchemas
import FeedLayout
import FeedModel
import LayoutCatalog

extension LayoutRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("FrameChanges", frameChanges), ("CarouselRest", carouselRest)] + geometry
      + [("ComposedOption", option)]
  }

  /// The answer of the calculation called `name`.
  static func answer(of name: String) -> Schema {
    guard let type = LayoutType(rawValue: name) else { return geometryAnswer(of: name) }
    return .all(of: [
      .component(LayoutSchema(type).component), .object(requested + requested(of: type)),
    ])
  }

  /// The members that options of every layout ask for.
  private static let requested: [Schema.Property] = [
    .optional("cell", .component("Cell"), "What is drawn in the frames, with a cell."),
    .optional("changes", .component("FrameChanges"), "What has changed, with changes."),
  ]

  /// The members that options of one layout ask for.
  private static func requested(of type: LayoutType) -> [Schema.Property] {
    switch type {
    case .justifiedRows, .list: [state]
    case .uniformGrid: [state, errors]
    case .staggeredGrid:
      [
        state, errors,
        .optional(
          "content_top", .number(),
          "The top of the content after items were prepended, in points, in the answer to a state."),
      ]
    case .carousel:
      [
        errors,
        .optional(
          "resized_offset", .number(), "The offset that shows the same item, with from_width."),
        .optional(
          "in_view", .array(of: .integer(1...Int.max)), "The items in view at the offset."),
        .optional("progress", .number(), "The progress at the offset, in snaps."),
        .optional(
          "settled", .component("CarouselRest"), "Where a drag from the offset comes to rest."),
      ]
    case .shelf, .snapCarousel, .circularCarousel, .cardStack, .mosaic: []
    }
  }

  private static let state = Schema.Property.optional(
    "state", .map(of: .anything),
    "Where the layout ends, with with_state: give it back as it is to continue.")

  private static let errors = Schema.Property.optional(
    "errors",
    .array(
      of: .object([
        .required("item", .integer(1...Int.max), "The id of the item."),
        .required("detail", .text(), "What was expected and what was found."),
      ])), "The items that the layout cannot draw, which have no frames, if there are any.")

  private static let frameChanges = Schema.object([
    .required(
      "moved", .array(of: .component("Frame")), "The frames that differ from those items brought."),
    .required(
      "inserted", .array(of: .component("Frame")), "The frames of items that brought none."),
    .required("unmoved", .integer(0...Int.max), "How many frames are the same."),
  ]).described("What has changed since items were drawn at the frames that they bring.")

  private static let carouselRest = Schema.object([
    .required("snap", Schema.integer(0...Int.max).orNull, "The snap; null where it rests at none."),
    .required("offset", .number(), "The offset within a turn, in points."),
    .required("unwrapped_offset", .number(), "The offset that the drag ends at, in points."),
    .required("at_snap", .boolean, "Whether it rests exactly at the snap."),
  ]).described("Where a carousel comes to rest.")

  /// The items of a request. The fields that a layout reads are described in the help of its options.
  static let items: Schema = {
    let item = Schema.object([.required("id", .integer(1...Int.max))])
    let list = Schema.array(of: item)
    return .any(of: [list, .object([.required("result", list)])])
  }()

  private static let version = Schema.integer(DocumentVersion.all)
    .described("The version of documents that came with it.")

  private static let layoutName = Schema.knownText(of: LayoutType.allCases.map(\.rawValue))

  static let listedLayout = Schema.object([
    .required("type", layoutName), .required("abstract", .text()), .required("version", version),
    .required(
      "options", .array(of: .component("ComposedOption")),
      "The options that a section of a composition takes."),
  ])

  static let listedCell = Schema.object([
    .required("name", .knownText(of: CellName.allCases.map(\.rawValue))),
    .required("version", version),
    .required(
      "roles", .array(of: .knownText(of: ContentRole.allCases.map(\.rawValue))),
      "The roles of items that it shows."),
    .required("layouts", .array(of: layoutName), "The layouts that have room for it."),
  ])

  private static let option = Schema.object([
    .required("name", .text()), .required("help", .text()),
    .required("type", .knownText(of: OptionDescription.Values.types)),
    .optional("choices", .array(of: .text()), "Of a choice."),
    .optional("minimum", .number(), "The least number, if there is one."),
    .optional("maximum", .number(), "The greatest number, if there is one."),
    .required("default", .anything, "The value of a section that names none; null for none."),
  ]).described("An option of a layout in a composition.")
}

extension Schema {
  /// The schema of an option's values in a query.
  init(_ values: OptionDescription.Values) {
    self =
      switch values {
      case .number(let range): .number(range)
      case .integer(let range): .integer(range)
      case .flag: .boolean
      case .names(let names): .oneText(of: names)
      case .namesOrNumber, .namesOrInteger, .text, .numbers, .object, .pieces: .text()
      }
  }
}
