import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import Hummingbird

/// The content itself, as the files have it.
struct ContentRoutes {
  let store: any FeedStore
  let cursors: CursorSeal

  var routes: [Route] {
    [
      Route(.get, "/v1/content/{kind}", list),
      Route(.get, "/v1/content/{kind}/{id}", item),
    ]
  }

  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let list = try ContentListRequest(request, kind: try context.contentKind())
    let position = try list.position(openedBy: cursors)
    let page = try await store.read { reader in
      try ContentPage(
        list, after: position, shownAt: try reader.latestRevision()?.committedAt, from: reader)
    }
    let next = try page.next.map { try list.address(after: $0, sealedBy: cursors) }
    var response = Response(
      page.document(fields: list.fields, next: next), answering: request, caching: .content)
    if let next { response.headers[.link] = "<\(next)>; rel=\"next\"" }
    return response
  }

  @Sendable private func item(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let kind = try context.contentKind()
    let fields = try FieldSelection(try request.parameter("fields"), of: kind)
    let id = try context.parameters.require("id")
    let item = try await store.read { reader in
      try Int(id).flatMap { try reader.item(of: kind, id: $0) }.flatMap { item in
        try reader.latestRevision().map { item.window.isShown(at: $0.committedAt) } == true
          ? item : nil
      }
    }
    guard let item else { throw Problem.notFound("\(kind.rawValue) has no item \(id)") }
    let document = PublishedDocument { writer in
      writer.object { $0.array("result", [item]) { fields.write($1.entity, to: &$0) } }
    }
    return Response(document, answering: request, caching: .content)
  }
}

extension FeedRequestContext {
  /// The kind of content that the path names.
  func contentKind() throws -> ContentKind {
    let name = try parameters.require("kind")
    guard let kind = ContentKind(rawValue: name) else {
      let names = ContentKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.notFound("there is no kind \(name); expected one of \(names)")
    }
    return kind
  }
}

extension HTTPField.Name {
  /// RFC 8288.
  static let link: Self = {
    guard let name = Self("Link") else { preconditionFailure("a valid field name") }
    return name
  }()
}
