import DocumentSchemas
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// The layouts and cells that a section of a feed can have.
struct LayoutListRoutes {
  var routes: [Route] {
    [Route(.get, "/v1/layouts", list)]
  }

  /// Answers with every layout and the options that a composition takes, and every cell.
  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireNoParameters()
    let layouts = try LayoutType.allCases.compactMap { type in
      try Calculations.sections.first { $0.name == type.rawValue }
        .map { (type: type, abstract: $0.abstract, options: try $0.composedOptions()) }
    }
    let cells = try CellName.allCases.map { (name: $0, roles: try $0.shownRoles()) }
    return Response(
      PublishedDocument { writer in
        writer.object { object in
          object.array("layouts", layouts) { writer, layout in
            writer.object { object in
              object.member("type", layout.type.rawValue)
              object.member("abstract", layout.abstract)
              object.member("version", layout.type.version)
              object.array("options", layout.options) { $1.write(to: &$0) }
            }
          }
          object.array("cells", cells) { writer, cell in
            writer.object { object in
              object.member("name", cell.name.rawValue)
              object.member("version", cell.name.version)
              object.array("roles", cell.roles) { $0.value($1.rawValue) }
              object.array("layouts", cell.name.layouts) { $0.value($1.rawValue) }
            }
          }
        }
      }, answering: request, caching: .revalidated)
  }
}

extension CellName {
  /// The layouts whose frames have room for the cell.
  fileprivate var layouts: [LayoutType] {
    LayoutType.allCases.filter { Self.resolved(self, in: $0) == self }
  }

  /// The roles of items that the cell shows in any of its layouts, in the order of `ContentRole`.
  fileprivate func shownRoles() throws -> [ContentRole] {
    let viewport = try Viewport(width: Viewport.defaultWidth)
    let roles = Set(ContentRole.allCases.compactMap { CellRole(rawValue: $0.rawValue) })
    let shown = try layouts.flatMap { layout in
      let recipe = try LayoutRecipe(type: layout.rawValue)
      let design = SectionDesign(
        recipe.options, cell: self, roles: roles, for: ScreenTraits(viewport))
      return design.cell?.slots.map(\.role) ?? []
    }
    return ContentRole.allCases.filter { role in
      shown.contains { $0.rawValue == role.rawValue || $0 == .stars && role == .rating }
    }
  }
}

// MARK: - Description

extension LayoutListRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/layouts", path: "/v1/layouts", id: "listLayouts", tag: "layouts",
        summary: "The layouts and cells that a section of a feed can have.",
        parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .object([
              .required("layouts", .array(of: layout)), .required("cells", .array(of: cell)),
            ]), "The layouts with their options, and the cells."),
          .notModified,
        ])
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("ComposedOption", option)]
  }

  private static let version = Schema.integer(DocumentVersion.all)
    .described("The version of documents that came with it.")

  private static let layoutName = Schema.knownText(of: LayoutType.allCases.map(\.rawValue))

  private static let layout = Schema.object([
    .required("type", layoutName), .required("abstract", .text()), .required("version", version),
    .required(
      "options", .array(of: .component("ComposedOption")),
      "The options that a section of a composition takes."),
  ])

  private static let cell = Schema.object([
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
