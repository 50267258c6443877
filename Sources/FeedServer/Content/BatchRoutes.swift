import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Batches: many writes in one revision.
struct BatchRoutes {
  let publisher: FeedPublisher
  let editor: Editor
  let limits: BodyLimits

  var routes: [Route] {
    [Route(.post, "/v1/batch", batch)]
  }

  @Sendable private func batch(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.editor)
    try request.requireNoParameters()
    // A batch has no precondition as a whole, so one is refused rather than ignored.
    for name in [HTTPField.Name.ifMatch, .ifNoneMatch] where request.headers[name] != nil {
      throw Problem.unsupportedPrecondition(name)
    }
    let bytes = try await request.collectedBody(limits)
    let idempotency = try Idempotency(request, body: bytes, by: author)
    let tree = try JSONTree(parsing: bytes)
    return try await editor.store.withKinds { kinds in
      let batch = try Batch(tree, kinds: kinds)
      let checked = batch.checkedCompositions(by: publisher.check)
      return try await editor.answer(idempotency, by: author) { transaction in
        let outcomes = try batch.perform(
          in: transaction, by: transaction.actor, checking: checked.check)
        let revision = try transaction.latestRevision()
        return WriteAnswer(
          .ok, json: JSONWriter.encode { $0.result(of: outcomes, in: revision) })
      }
    }
  }
}

extension JSONWriter {
  /// The outcome of an operation.
  mutating func outcome(_ outcome: BatchOutcome) {
    object { object in
      switch outcome {
      case .item(let outcome):
        object.member("status", outcome.effect.status.code)
        object.member("kind", outcome.kind.name)
        object.member("id", outcome.id)
        object.member("etag", optional: outcome.item?.entityTag) { $0.value($1) }
      case .composition(let feed, let change, let tag):
        object.member("status", change == .inserted ? 201 : 200)
        object.member("feed", feed)
        object.member("etag", tag)
      case .skipped(let reason):
        object.member("status", Problem(reason).status.code)
        object.null("etag")
        object.member("detail", reason.description)
      }
    }
  }

  /// The revision and the outcomes of a batch; no revision before the first write.
  mutating func result(of outcomes: [BatchOutcome], in revision: Revision?) {
    object { object in
      object.member("revision", optional: revision?.number) { $0.value($1) }
      object.array("results", outcomes) { $0.outcome($1) }
    }
  }
}

extension Problem {
  fileprivate static func unsupportedPrecondition(_ name: HTTPField.Name) -> Problem {
    Problem(
      status: .badRequest, code: "unsupported_precondition", title: "Unsupported precondition",
      detail: "\(name): not supported for a batch; each operation has its own if_match")
  }
}
