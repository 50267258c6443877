import FeedEditing
import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird
import StrictJSON

/// Creating, replacing, patching and deleting items, one at a time.
struct ContentWritingRoutes {
  let editor: Editor
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(.post, "/v1/content/{kind}", create),
      Route(.put, "/v1/content/{kind}/{id}", replace),
      Route(.patch, "/v1/content/{kind}/{id}", patch),
      Route(.delete, "/v1/content/{kind}/{id}", delete),
    ]
  }

  @Sendable private func create(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.editor)
    try request.requireNoParameters()
    let kind = try context.contentKind(among: try await editor.store.kinds())
    let bytes = try await request.collectedBody(limits)
    let idempotency = try Idempotency(request, body: bytes, by: identity)
    let body = try ItemBody(try JSONTree(parsing: bytes), kind: kind)
    let operation = ContentOperation(
      kind: kind, id: body.isNumbered ? body.content.id : nil, action: .create(body),
      precondition: Precondition(request.headers))
    return try await editor.answer(idempotency) { transaction in
      WriteAnswer(try operation.perform(in: transaction, by: AuditActor(identity)))
    }
  }

  @Sendable private func replace(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.editor)
    try request.requireNoParameters()
    let (kind, id) = try await place(context)
    let tree = try JSONTree(parsing: try await request.collectedBody(limits))
    let body = try ItemBody(tree, kind: kind, id: id)
    return try await perform(.replace(body), on: kind, id, for: request, by: identity)
  }

  @Sendable private func patch(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.editor)
    try request.requireNoParameters()
    let (kind, id) = try await place(context)
    let tree = try JSONTree(parsing: try await request.collectedBody(limits))
    return try await perform(.patch(tree), on: kind, id, for: request, by: identity)
  }

  @Sendable private func delete(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.editor)
    try request.requireNoParameters()
    let (kind, id) = try await place(context)
    return try await perform(.delete, on: kind, id, for: request, by: identity)
  }

  private func perform(
    _ action: ContentOperation.Action, on kind: ContentKind, _ id: Int, for request: Request,
    by identity: Identity
  ) async throws -> Response {
    let operation = ContentOperation(
      kind: kind, id: id, action: action, precondition: Precondition(request.headers))
    return try await editor.answer { transaction in
      WriteAnswer(try operation.perform(in: transaction, by: AuditActor(identity)))
    }
  }

  private func place(_ context: FeedRequestContext) async throws -> (ContentKind, Int) {
    let kind = try context.contentKind(among: try await editor.store.kinds())
    return (kind, try context.identifier(of: kind.name))
  }
}
