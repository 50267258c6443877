import FeedModel
import FeedPublisher
import FeedStore
import Hummingbird

/// The content itself, as the files have it.
struct ContentRoutes {
  let store: any FeedStore

  var routes: [Route] {
    [
      Route(.get, "/v1/content/{kind}", list),
      Route(.get, "/v1/content/{kind}/{id}", item),
    ]
  }

  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let kind = try kind(context)
    let limit = try request.limit(default: PageLimit.default)
    let start = try cursor(request)
    // One more than asked for tells whether there is a next page, without counting.
    let items = try await store.items(of: kind, after: start, limit: limit + 1)
    let page = items.prefix(limit)
    let next = items.count > limit ? page.last.map(\.id) : nil

    let document = PublishedDocument { writer in
      writer.object { object in
        object.array("result", page) { $0.entity($1) }
        object.key("next")
        if let next {
          object.value("/v1/content/\(kind.rawValue)?limit=\(limit)&cursor=\(next)")
        } else {
          object.null()
        }
      }
    }
    return Response(document, answering: request, caching: .content)
  }

  @Sendable private func item(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let kind = try kind(context)
    let id = try context.parameters.require("id")
    guard let number = Int(id), let item = try await store.item(of: kind, id: number) else {
      throw Problem.notFound("\(kind.rawValue) has no item \(id)")
    }
    let document = PublishedDocument { writer in
      writer.object { $0.array("result", [item]) { $0.entity($1) } }
    }
    return Response(document, answering: request, caching: .content)
  }

  private func kind(_ context: FeedRequestContext) throws -> ContentKind {
    let name = try context.parameters.require("kind")
    guard let kind = ContentKind(rawValue: name) else {
      let names = ContentKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.notFound("there is no kind \(name); expected one of \(names)")
    }
    return kind
  }

  /// The id of the last item of the page before.
  private func cursor(_ request: Request) throws -> Int {
    guard let token = try request.parameter("cursor") else { return 0 }
    guard let id = Int(token), id > 0, token == String(id) else { throw Problem.invalidCursor }
    return id
  }
}

extension JSONWriter {
  /// `entity` as the files have it.
  fileprivate mutating func entity(_ entity: any ContentEntity) {
    object { $0.members(of: entity) }
  }
}
