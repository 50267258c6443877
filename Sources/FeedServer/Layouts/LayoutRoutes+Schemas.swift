import FeedLayout
import FeedModel
import FeedPublisher

extension LayoutRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    own([FrameChanges.published.type, CarouselLayout.Settled.published.type]) + geometry
      + [("ComposedOption", option)]
  }

  /// The answer of `calculation`.
  static func answer(of calculation: any Calculation.Type) -> Schema {
    guard let layout = SectionLayouts.named(calculation.name) else {
      return geometryAnswer(of: calculation)
    }
    return .all(of: [
      .component(Documents.layoutComponent(layout)), .object(requested + requested(of: layout)),
    ])
  }

  /// The members that options of every layout ask for.
  private static let requested: [Schema.Property] = [
    .optional("cell", .component("Cell"), "What is drawn in the frames, with a cell."),
    .optional("changes", .component("FrameChanges"), "What has changed, with changes."),
  ]

  /// The members that options of one layout ask for.
  private static func requested<Layout: SectionLayout>(of _: Layout.Type) -> [Schema.Property] {
    (Layout.self is any ContinuingLayout.Type ? [state] : [])
      + (Layout.refusesItems ? [errors] : [])
      + Layout.members.map(\.description).filter(\.isForCalculations).map(Schema.Property.init)
      + (Layout.self == CarouselLayout.self
        ? CarouselCalculation.probeMembers.map { Schema.Property($0.description) } : [])
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

  /// The items of a request. The fields that a layout reads are described in the help of its options.
  static let items: Schema = {
    let item = Schema.object([.required("id", .integer(1...Int.max))])
    let list = Schema.array(of: item)
    return .any(of: [list, .object([.required("result", list)])])
  }()

  private static let version = Schema.integer(DocumentVersion.all)
    .described("The version of documents that came with it.")

  private static let layoutName = Schema.knownText(of: SectionLayouts.names)

  static let listedLayout = Schema.object([
    .required("type", layoutName), .required("abstract", .text()), .required("version", version),
    .required(
      "options", .array(of: .component("ComposedOption")),
      "The options that a section of a composition takes."),
  ])

  static let listedCell = Schema.object([
    .required("name", .knownText(of: StandardCells.names)),
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

/// The schemas of what geometry without items answers.
extension LayoutRoutes {
  static let geometry: [Schema.Component] =
    PagingEffect.Sample.families.map { family in
      (
        "\(family.name)Sample",
        .object(
          [
            .required("effect", .component("EffectName")),
            .required("progress", .number(), "Pages from the middle."),
            .optional("keyframes", .component("CardKeyframes")),
          ] + family.type.members.map(Schema.Property.init)
            // The states of a pile have none: it is the same at any progress.
            + (family.name == "Stack" ? [shadow] : [])
        ).described(family.text)
      )
    } + [("EffectMotion", motion)]
    + own([
      ImageFitCalculation.published.type, ZoomCalculation.published.type,
      StarsCalculation.published.type, PagingCalculation.published.type,
    ])

  /// The components of `types` that documents do not have.
  static func own(_ types: [PublishedType]) -> [Schema.Component] {
    let shared = Set(Documents.components(.standard).map(\.name))
    return types.flatMap { Schema.components($0) }.filter { !shared.contains($0.name) }
  }

  /// The answer of the calculation called `name`.
  static func geometryAnswer(of calculation: any Calculation.Type) -> Schema {
    if let calculation = calculation as? any GeometryCalculation.Type {
      return Schema(calculation.publishedType)
    }
    return .any(
      of: PagingEffect.Sample.families.map { .component("\($0.name)Sample") }
        + [.component("EffectMotion")])
  }

  private static let shadow = Schema.Property.optional(
    "shadow", .component("Shadow"), "The shadow of the card in the middle, if it casts one.")

  private static let motion = Schema.object([
    .required("effect", .component("EffectName")), shadow,
    .required("keyframes", .component("CardKeyframes")),
  ]).described("A motion alone, of a request without a progress.")
}
