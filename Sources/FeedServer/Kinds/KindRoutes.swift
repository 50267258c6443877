import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// The definitions of the kinds of content.
struct KindRoutes {
  let publisher: FeedPublisher
  let editor: Editor
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(.get, "/v1/kinds", list),
      Route(.get, "/v1/kinds/{kind}", read),
      Route(.put, "/v1/kinds/{kind}", apply),
      Route(.delete, "/v1/kinds/{kind}", remove),
    ]
  }

  /// All definitions, in the form of a file.
  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try request.requireNoParameters()
    let (kinds, revision) = try await state()
    return Response(
      PublishedDocument { writer in
        writer.object { $0.array("kinds", kinds.all) { $1.write(to: &$0) } }
      }, answering: request, caching: .revalidated
    ).marked(revision: revision)
  }

  private func read(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try request.requireNoParameters()
    let name = try context.kindName
    let (kinds, revision) = try await state()
    guard let kind = kinds[name] else { throw Problem(EditingError.noSuchKind(name)) }
    return Response(
      PublishedDocument(bytes: kind.json), answering: request, caching: .revalidated
    ).marked(revision: revision)
  }

  private func state() async throws -> (ContentKinds, Int) {
    try await editor.store.read { reader in
      (try reader.kinds(), try reader.latestRevision()?.number ?? 0)
    }
  }

  private func apply(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireParameters(among: ["dry_run", "discard"])
    let name = try context.kindName
    let isDryRun = try request.flag("dry_run")
    let discarded = try request.parameter("discard")?.split(separator: ",").map(String.init) ?? []
    let tree = try JSONTree(strict: try await request.collectedBody(limits))
    let proposal = try KindProposal(reading: tree, lateNames: .kept(try await state().0))
    guard proposal.kind.name == name else {
      throw DocumentProblems([
        DocumentProblem(
          pointer: "/kind", expected: .oneOf([name]), found: .text(proposal.kind.name))
      ])
    }
    let viewports = publisher.configuration.viewports
    try proposal.kind.check(for: viewports)
    let (outcomes, revision) = try await editor.apply(
      [proposal], if: Precondition(request.headers), discarding: Set(discarded),
      isDryRun: isDryRun, by: author
    ) { composition in
      try composition.check(for: viewports)
    }
    let outcome = outcomes[0]
    var response = Response(
      status: outcome.change == .inserted && !isDryRun ? .created : .ok,
      json: JSONWriter.encode { $0.outcome(outcome, isDryRun: isDryRun) })
    if !isDryRun { response.headers[.eTag] = EntityTag.text(of: outcome.kind.json) }
    return response.marked(revision: revision)
  }

  private func remove(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireParameters(among: ["dry_run", "discard"])
    let isDryRun = try request.flag("dry_run")
    let discarded = try request.parameter("discard")
    guard discarded == nil || discarded == "items" else {
      throw Problem.invalidParameter(
        "discard", expected: "items", found: (discarded ?? "").quotedExcerpt)
    }
    let (itemCount, revision) = try await editor.removeKind(
      try context.kindName, if: Precondition(request.headers), discardsItems: discarded != nil,
      isDryRun: isDryRun, by: author)
    guard isDryRun else {
      return Response.noContent.marked(revision: revision)
    }
    return Response { object in
      object.member("dry_run", true)
      object.member("items", itemCount)
    }.marked(revision: revision)
  }
}

extension JSONWriter {
  fileprivate mutating func outcome(_ outcome: KindOutcome, isDryRun: Bool) {
    object { object in
      object.member("dry_run", isDryRun)
      object.member("change", outcome.change.rawValue)
      object.objects("fields", outcome.steps) { object, step in
        let (change, field, formerName) = step.summary
        object.member("name", field)
        object.member("change", change)
        if let formerName { object.member("renamed_from", formerName) }
        if let count = outcome.discarded[field] { object.member("discarded_values", count) }
      }
      object.key("definition")
      outcome.kind.write(to: &object)
    }
  }
}

extension FeedRequestContext {
  var kindName: String {
    get throws { try parameters.require("kind") }
  }

  func contentKind(among kinds: ContentKinds) throws -> ContentKind {
    let name = try kindName
    guard let kind = kinds[name] else {
      throw Problem.notFound(
        "there is no kind \(name); expected one of \(kinds.names.joined(separator: ", "))")
    }
    return kind
  }
}
