import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Layouts of the items in a request, and geometry without items, as in `tanada layout`; and the layouts and cells that a
/// section of a feed can have.
struct LayoutRoutes: Resource {
  static let tag = "layouts"

  let store: any FeedStore
  let limits: BodyLimits
  let work: WorkQueue
  let maximumItemCount: Int

  var routes: [Route] {
    [
      // One operation for each layout, as each has options of its own.
      Route(
        .post, "/v1/layouts/{type}",
        summary: "The layout of the items in the body, with the options of `tanada layout`.",
        effect: .read, query: .open,
        operations: { _ in Calculations.layouts.map { Self.operation($0) } }, layout),
      Route(
        .get, "/v1/layouts", "listLayouts",
        "The layouts and cells that a section of a feed can have.", parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .object([
              .required("layouts", .array(of: Self.listedLayout)),
              .required("cells", .array(of: Self.listedCell)),
            ]), "The layouts with their options, and the cells."), .notModified,
        ], list),
    ]
  }

  private static func operation(_ calculation: any Calculation.Type) -> Route.Operation {
    let takesItems = calculation is any SectionCalculating.Type
    return Route.Operation(
      "layout_\(calculation.name)", calculation.abstract, path: "/v1/layouts/\(calculation.name)",
      parameters: calculation.descriptions.map { option in
        .query(
          option.name, Schema(option.values), option.help,
          isRequired: option.form == .requiredValue)
      },
      body: takesItems ? [.json(items)] : [],
      answers: [.ok(answer(of: calculation), "The layout.")],
      problems: [422] + (takesItems ? [] : [413, 415]))
  }

  private func layout(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let name = try context.pathParameter("type")
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
      status: .unprocessableContent, code: "too_many_items",
      detail: "the body has \(count) items; expected at most \(limit)",
      errors: [Problem.Detail(pointer: "", detail: "expected at most \(limit) items")])
  }

  /// Answers with every layout and the options that a composition takes, and every cell.
  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let cells = try await store.read { try $0.catalogue() }.cells.definitions
    let bytes = JSONWriter.object { object in
      object.objects("layouts", SectionLayouts.all) { object, layout in
        object.member("type", layout.name)
        object.member("abstract", layout.abstract)
        object.member("version", layout.version)
        object.array("options", Calculations.section(layout).composedOptions) { $1.write(to: &$0) }
      }
      object.objects("cells", cells) { object, cell in
        object.member("name", cell.name)
        object.member("version", DocumentVersion.first)
        object.array("roles", cell.shownRoles) { $0.value($1.rawValue) }
        object.array("layouts", SectionLayouts.names.filter(cell.fits.contains)) { $0.value($1) }
      }
    }
    return Response(PublishedDocument(bytes: bytes), answering: request, caching: .revalidated)
  }
}

extension CellDefinition {
  /// The roles of items that the cell shows, in the order of `ContentRole`.
  fileprivate var shownRoles: [ContentRole] {
    let over = self.over.compactMap { overlay in
      if case .element(let element) = overlay.content { element } else { nil }
    }
    var shown: Set<String> = []
    for element in (content + over).flatMap(\.all) {
      switch element.content {
      case .image: shown.insert(CellRole.image.rawValue)
      case .stars: shown.insert(CellRole.rating.rawValue)
      case .text(let text), .badge(let text, _):
        if case .roles(let roles) = text.source { shown.formUnion(roles.map(\.rawValue)) }
      case .line, .stack, .row, .spacer: continue
      }
    }
    return ContentRole.allCases.filter { shown.contains($0.rawValue) }
  }
}
