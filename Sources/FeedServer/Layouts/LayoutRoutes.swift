import FeedLayout
import FeedModel
import Hummingbird
import LayoutCatalog

/// Layouts of the items in a request, and geometry without items, as in `tanada layout`.
struct LayoutRoutes: Resource {
  let limits: BodyLimits

  var routes: [Route] {
    [Route(.post, "/v1/layouts/{type}", effect: .read, layout)]
  }

  @Sendable private func layout(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let name = try context.parameters.require("type")
    guard let calculation = Calculations.layout(named: name) else {
      let names = Calculations.layouts.map { $0.name }.joined(separator: ", ")
      throw Problem.notFound("there is no layout \(name); expected one of \(names)")
    }
    let options = try calculation.init(request.parameters())
    let body = try await request.collectedBody(limits)
    return Response(json: try options.answer(items: body))
  }

  /// One operation for each layout, as each has options of its own.
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    Calculations.layouts.map { calculation in
      let takesItems = calculation is any ItemCalculation.Type
      return Operation(
        route: "POST /v1/layouts/{type}", path: "/v1/layouts/\(calculation.name)",
        id: "layout_\(calculation.name)", tag: "layouts", summary: calculation.abstract,
        parameters: calculation.descriptions.map { option in
          Operation.Parameter(
            name: option.name, place: .query,
            schema: Schema(option.values),
            description: option.help, isRequired: option.form == .requiredValue)
        },
        body: takesItems ? [.json(items)] : [],
        answers: [.ok(.object([]), "The layout.")],
        problems: [413, 415, 422])
    }
  }

  /// The items of a request. Which fields a layout reads is part of the help of its options.
  private static let items: Schema = {
    let item = Schema.object([.required("id", .integer(1...Int.max))])
    let list = Schema.array(of: item)
    return .any(of: [list, .object([.required("result", list)])])
  }()
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
