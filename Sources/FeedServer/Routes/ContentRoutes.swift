import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
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
    let kind = try context.contentKind()
    let limit = try request.limit(default: PageLimit.default)
    let start = try cursor(request)
    // One more than asked for tells whether there is a next page, without counting.
    let seesDrafts = context.identity != nil
    let items = try await store.read { reader in
      // The public sees what is shown, as on the screen; before the first revision nothing is.
      let moment = try seesDrafts ? nil : reader.latestRevision()?.committedAt
      return try reader.items(
        of: kind, matching: .all, shownAt: moment, after: ListPosition(id: start),
        limit: limit + 1)
    }
    let page = items.prefix(limit)
    let next = items.count > limit ? page.last.map(\.entity.id) : nil

    let document = PublishedDocument { writer in
      writer.object { object in
        object.array("result", page) { $0.item($1, withWindow: seesDrafts) }
        object.key("next")
        if let next {
          object.value("/v1/content/\(kind.rawValue)?limit=\(limit)&cursor=\(next)")
        } else {
          object.null()
        }
      }
    }
    var response = Response(
      document, answering: request, caching: seesDrafts ? .private : .content)
    response.headers[.vary] = "Authorization"
    return response
  }

  @Sendable private func item(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let kind = try context.contentKind()
    let id = try context.identifier(of: kind.rawValue)
    let seesDrafts = context.identity != nil
    let item = try await store.read { reader in
      try reader.item(of: kind, id: id).flatMap { item in
        if seesDrafts { return item }
        let moment = try reader.latestRevision()?.committedAt
        return moment.map(item.window.isShown) == true ? item : nil
      }
    }
    guard let item else { throw Problem.notFound("\(kind.rawValue) has no item \(id)") }
    return Response(item, withWindow: seesDrafts, answering: request)
  }

  /// The id of the last item of the page before.
  private func cursor(_ request: Request) throws -> Int {
    guard let token = try request.parameter("cursor") else { return 0 }
    guard let id = Int(token), id > 0, token == String(id) else { throw Problem.invalidCursor }
    return id
  }
}

extension JSONWriter {
  /// An item as the files have it, or also with its window.
  fileprivate mutating func item(_ item: StoredItem, withWindow: Bool) {
    if withWindow { self.item(item) } else { object { $0.members(of: item.entity) } }
  }
}

extension Response {
  /// One item with the tag that `If-Match` takes, or 304 if the client has it already.
  fileprivate init(_ item: StoredItem, withWindow: Bool, answering request: Request) {
    let tag = item.entityTag
    let headers: HTTPFields = [
      .cacheControl: (withWindow ? CachePolicy.private : .content).rawValue, .eTag: tag,
      .vary: "Authorization",
    ]
    guard !EntityTags(request.headers[values: .ifNoneMatch]).contains(tag) else {
      self.init(status: .notModified, headers: headers)
      return
    }
    self.init(
      json: JSONWriter.encode { writer in
        writer.object { $0.array("result", [item]) { $0.item($1, withWindow: withWindow) } }
      })
    for field in headers { self.headers[field.name] = field.value }
  }
}
