import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

extension ContentRoutes {
  /// Creating, replacing, patching and deleting items, one at a time or many in one revision.
  var writingRoutes: [Route] {
    [
      Route(
        .post, "/v1/content/{kind}", role: .editor, parameters: [.idempotencyKey],
        operations: Route.ofEachKind { kind in
          Route.Operation(
            "create\(kind.operationName)",
            "Create an item; an item without an id is assigned the next one.",
            path: "/v1/content/\(kind.name)", body: [.json(.component(kind.newSchemaName))],
            answers: [.created(.written(kind), "The item is created.")], problems: [409, 412, 422])
        }, create),
      Self.itemRoute(
        .put, "replace", "Create or replace an item.", parameters: [.ifNoItem],
        body: { [.json(.component($0.newSchemaName))] },
        answers: {
          [
            .ok(.written($0), "The item is replaced."),
            .created(.written($0), "The item is created."),
          ]
        }, problems: [404, 409, 422], replace),
      Self.itemRoute(
        .patch, "patch", "Change some fields of an item (RFC 7396).",
        body: { _ in [.init("application/merge-patch+json", .object([]))] },
        answers: { [.ok(.written($0), "The item is changed.")] }, problems: [404, 409, 422], patch),
      Self.itemRoute(
        .delete, "delete", "Delete an item.",
        answers: { _ in [.init(204, "The item is deleted.")] }, problems: [404], delete),
      Route(
        .post, "/v1/batch", "batch", "Up to 500 writes, all or none, in one revision.",
        role: .editor, parameters: [.idempotencyKey], body: [.json(.component("Batch"))],
        answers: [.ok(.component("BatchResult"), "All operations are done.")],
        problems: [404, 409, 412, 422], batch),
    ]
  }

  /// A route for an item, which describes itself for each kind.
  private static func itemRoute(
    _ method: HTTPRequest.Method, _ verb: String, _ summary: String, parameters: [Parameter] = [],
    body: @escaping @Sendable (ContentKind) -> [Route.Operation.Content] = { _ in [] },
    answers: @escaping @Sendable (ContentKind) -> [Route.Operation.Answer], problems: [Int],
    _ handler: @escaping Route.Handler
  ) -> Route {
    Route(
      method, "/v1/content/{kind}/{id}", role: .editor,
      parameters: [.id("item"), .ifMatch("item")] + parameters,
      operations: Route.ofEachKind { kind in
        Route.Operation(
          verb + kind.operationName, summary, path: "/v1/content/\(kind.name)/{id}",
          body: body(kind), answers: answers(kind), problems: problems)
      }, handler)
  }

  private func create(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    let known = try await editor.store.kinds()
    _ = try context.contentKind(among: known)
    let bytes = try await request.collectedBody(limits)
    let idempotency = try Idempotency(request, body: bytes, by: author)
    let tree = try JSONTree(parsing: bytes)
    return try await editor.store.withKinds(known) { kinds in
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

  private func replace(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try await write(request, context) { tree, kind, id in
      .replace(try ItemBody(tree, kind: kind, id: id))
    }
  }

  private func patch(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try await write(request, context) { tree, _, _ in .patch(tree) }
  }

  private func delete(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    return try await perform(on: request, context, knowing: nil, by: author) { _, _ in .delete }
  }

  /// Performs the action that `action` makes of the body of `request` for the item in its path.
  private func write(
    _ request: Request, _ context: FeedRequestContext,
    _ action: (JSONTree, ContentKind, Int) throws -> ContentOperation.Action
  ) async throws -> Response {
    let author = try context.author()
    let known = try await editor.store.kinds()
    _ = try place(context, among: known)
    let tree = try await request.json(limits)
    return try await perform(on: request, context, knowing: known, by: author) {
      try action(tree, $0, $1)
    }
  }

  private func perform(
    on request: Request, _ context: FeedRequestContext, knowing known: ContentKinds?,
    by author: Author, _ action: (ContentKind, Int) throws -> ContentOperation.Action
  ) async throws -> Response {
    try await editor.store.withKinds(known) { kinds in
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

  private func batch(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    // A batch has no precondition as a whole, so one is refused rather than ignored.
    for name in [HTTPField.Name.ifMatch, .ifNoneMatch] where request.headers[name] != nil {
      throw Problem(
        status: .badRequest, code: "unsupported_precondition",
        detail: "\(name): not supported for a batch; each operation has its own if_match")
    }
    let bytes = try await request.collectedBody(limits)
    let idempotency = try Idempotency(request, body: bytes, by: author)
    let tree = try JSONTree(parsing: bytes)
    return try await editor.store.withKinds { kinds in
      let batch = try Batch(tree, kinds: kinds)
      let catalogue = try await editor.store.read { try $0.catalogue() }
      let checked = batch.checkedCompositions(in: catalogue, by: publisher.check)
      return try await editor.answer(idempotency, by: author) { transaction in
        if batch.writesDesigns { try transaction.author.require(.admin) }
        let outcomes = try batch.perform(
          in: transaction, by: transaction.actor, checking: checked.check)
        return WriteAnswer(outcomes, in: try transaction.latestRevision())
      }
    }
  }
}

extension WriteAnswer {
  /// The outcomes of a batch, and its revision; none before the first write.
  init(_ outcomes: [BatchOutcome], in revision: Revision?) {
    self.init(
      .ok,
      json: JSONWriter.object { object in
        object.member("revision", optional: revision?.number) { $0.value($1) }
        object.array("results", outcomes) { $0.outcome($1) }
      })
  }
}

extension JSONWriter {
  fileprivate mutating func outcome(_ outcome: BatchOutcome) {
    object { object in
      switch outcome {
      case .item(let outcome):
        object.member("status", outcome.status.code)
        object.member("kind", outcome.kind.name)
        object.member("id", outcome.id)
        object.member("etag", optional: outcome.item?.entityTag) { $0.value($1) }
      case .composition(let feed, let change, let tag):
        object.member("status", change == .inserted ? 201 : 200)
        object.member("feed", feed)
        object.member("etag", tag)
      case .design(let key, let change, let tag):
        object.member("status", change == .inserted ? 201 : 200)
        object.member(key.type.rawValue, key.name)
        object.member("etag", optional: tag) { $0.value($1) }
      case .skipped(let reason):
        object.member("status", Problem(reason).status.code)
        object.null("etag")
        object.member("detail", reason.description)
      }
    }
  }
}

extension Parameter {
  fileprivate static let ifNoItem = header(
    "If-None-Match", .text(), "* to write only if there is no such item.")
}
