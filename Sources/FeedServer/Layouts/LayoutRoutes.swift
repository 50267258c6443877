import Hummingbird
import LayoutCatalog

/// Layouts of the items in a request, and geometry without items: the same as `tanada layout`.
struct LayoutRoutes {
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
}
