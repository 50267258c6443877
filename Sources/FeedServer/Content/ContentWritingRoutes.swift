import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
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
    let author = try context.author(.editor)
    try request.requireNoParameters()
    _ = try context.contentKind(among: try await editor.store.kinds())
    let bytes = try await request.collectedBody(limits)
    let idempotency = try Idempotency(request, body: bytes, by: author)
    let tree = try JSONTree(parsing: bytes)
    return try await editor.store.withKinds { kinds in
      let kind = try context.contentKind(among: kinds)
      let body = try ItemBody(tree, kind: kind)
      let operation = ContentOperation(
        kind: kind, id: body.isNumbered ? body.content.id : nil, action: .create(body),
        precondition: Precondition(request.headers))
      return try await editor.answer(idempotency, by: author) { transaction in
        WriteAnswer(try operation.perform(in: transaction, by: transaction.actor))
      }
    }
  }

  @Sendable private func replace(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try await write(request, context) { tree, kind, id in
      .replace(try ItemBody(tree, kind: kind, id: id))
    }
  }

  @Sendable private func patch(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try await write(request, context) { tree, _, _ in .patch(tree) }
  }

  @Sendable private func delete(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.editor)
    try request.requireNoParameters()
    return try await perform(on: request, context, by: author) { _, _ in .delete }
  }

  /// Performs the action that `action` makes of the body of `request` for the item in its path.
  private func write(
    _ request: Request, _ context: FeedRequestContext,
    _ action: (JSONTree, ContentKind, Int) throws -> ContentOperation.Action
  ) async throws -> Response {
    let author = try context.author(.editor)
    try request.requireNoParameters()
    _ = try place(context, among: try await editor.store.kinds())
    let tree = try JSONTree(parsing: try await request.collectedBody(limits))
    return try await perform(on: request, context, by: author) { try action(tree, $0, $1) }
  }

  private func perform(
    on request: Request, _ context: FeedRequestContext, by author: Author,
    _ action: (ContentKind, Int) throws -> ContentOperation.Action
  ) async throws -> Response {
    try await editor.store.withKinds { kinds in
      let (kind, id) = try place(context, among: kinds)
      let operation = ContentOperation(
        kind: kind, id: id, action: try action(kind, id),
        precondition: Precondition(request.headers))
      return try await editor.answer(by: author) { transaction in
        WriteAnswer(try operation.perform(in: transaction, by: transaction.actor))
      }
    }
  }

  private func place(
    _ context: FeedRequestContext, among kinds: ContentKinds
  ) throws -> (ContentKind, Int) {
    let kind = try context.contentKind(among: kinds)
    return (kind, try context.identifier(of: kind.name))
  }
}
