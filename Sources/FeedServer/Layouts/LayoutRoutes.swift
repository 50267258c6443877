import FeedHTTP
import FeedLayout
import FeedModel
import Foundation
import HTTPTypes
import HummingbirdCore
import LayoutCatalog

/// Layouts of the items in a request, and geometry without items, as in `tanada layout`.
struct LayoutRoutes: Resource {
  let limits: BodyLimits
  let work: WorkQueue
  /// The maximum number of items.
  let maximumItemCount: Int

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
    let answer = try await work.run(for: context) { [maximumItemCount] in
      try Self.requireCost(of: body, upTo: maximumItemCount)
      return try options.answer(items: body)
    }
    return Response(json: answer)
  }

  /// The minimum size of an item with its comma, in bytes: `{"id":1},`.
  private static let leastItemSize = 9

  /// Refuses a document with more than `limit` items before anything is calculated.
  private static func requireCost(of document: Data, upTo limit: Int) throws {
    guard document.count / leastItemSize >= limit else { return }
    let count = LayoutItemFields.count(in: document)
    guard count > limit else { return }
    throw Problem(
      status: .unprocessableContent, code: "too_many_items", title: "Too many items",
      detail: "the body has \(count) items; expected at most \(limit)",
      errors: [Problem.Detail(pointer: "", detail: "expected at most \(limit) items")])
  }
}
