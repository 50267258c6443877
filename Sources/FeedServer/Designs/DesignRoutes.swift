import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The cells and the themes.
struct DesignRoutes: Resource {
  static let tag = "designs"

  let editor: Editor
  let limits: BodyLimits

  var routes: [Route] { DesignType.allCases.flatMap(routes(of:)) }

  private func routes(of type: DesignType) -> [Route] {
    let (noun, list, title) = (type.rawValue, type.folder, type.title)
    return [
      Route(
        .get, "/v1/\(list)", "list\(title)s", "All \(list) in force.",
        parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .object([.required(list, .array(of: .component("\(title)Definition")))]),
            "The \(list): those of every database, and then all others by their names."),
          .notModified,
        ]
      ) { request, _ in try await self.list(type, request) },
      Route(
        .get, "/v1/\(list)/{\(noun)}", "get\(title)", "A \(noun).",
        parameters: [.design(type), .ifNoneMatch],
        answers: [.ok(.component("\(title)Definition"), "The \(noun)."), .notModified],
        problems: [404]
      ) { try await self.read(type, $0, $1) },
      Route(
        .put, "/v1/\(list)/{\(noun)}", "put\(title)", "Write a \(noun).", role: .admin,
        parameters: [
          .design(type), .ifMatch(noun),
          .header("If-None-Match", .text(), "* to write only if there is none of this name."),
          .dryRun,
        ], body: [.json(.component("\(title)Input"))],
        answers: [
          .ok(Self.outcome(type), "The \(noun) is changed, or could be."),
          .created(Self.outcome(type), "The \(noun) is created."),
        ], problems: [422]
      ) { try await self.apply(type, $0, $1) },
      Route(
        .delete, "/v1/\(list)/{\(noun)}", "delete\(title)", "Remove a \(noun) that nothing uses.",
        role: .admin, parameters: [.design(type), .ifMatch(noun), .dryRun],
        answers: [
          .ok(.object([.required("dry_run", .boolean)]), "The \(noun) could be removed."),
          .init(204, "The \(noun) is removed; that of every database is in its place."),
        ], problems: [404, 409]
      ) { try await self.remove(type, $0, $1) },
    ]
  }

  /// All designs of a type, in the form of a file.
  private func list(_ type: DesignType, _ request: Request) async throws -> Response {
    let (catalogue, revision) = try await state()
    return Response(
      PublishedDocument { writer in
        writer.object { object in
          object.array(type.folder, catalogue.designs(of: type)) { $0.raw(Array($1.text.utf8)) }
        }
      }, answering: request, caching: .revalidated
    ).marked(revision: revision)
  }

  private func read(
    _ type: DesignType, _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let key = DesignKey(type, try context.pathParameter(type.rawValue))
    let (catalogue, revision) = try await state()
    guard let design = catalogue[key] else { throw Problem(EditingError.noSuchDesign(key)) }
    return Response(
      PublishedDocument(bytes: Array(design.text.utf8)), answering: request, caching: .revalidated
    ).marked(revision: revision)
  }

  private func state() async throws -> (CellCatalogue, Int) {
    try await editor.store.read { reader in
      (try reader.catalogue(), try reader.latestRevision()?.number ?? 0)
    }
  }

  private func apply(
    _ type: DesignType, _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author()
    let name = try context.pathParameter(type.rawValue)
    let isDryRun = try request.flag(.dryRun)
    let tree = try JSONTree(parsing: try await request.collectedBody(limits))
    let proposal = try DesignProposal(reading: tree, as: type)
    guard proposal.key.name == name else {
      throw DocumentProblems([
        DocumentProblem(
          pointer: "/\(type.rawValue)", expected: .oneOf([name]), found: .text(proposal.key.name))
      ])
    }
    do {
      let (outcomes, revision) = try await editor.apply(
        [proposal], if: Precondition(request.headers), isDryRun: isDryRun, by: author)
      let outcome = outcomes[0]
      var response = Response(
        status: outcome.change == .inserted && !isDryRun ? .created : .ok,
        json: JSONWriter.object { object in
          object.member("dry_run", isDryRun)
          object.member("change", outcome.change.rawValue)
          object.key("definition")
          object.raw(Array(outcome.design.text.utf8))
        })
      if !isDryRun { response.headers[.eTag] = outcome.design.entityTag }
      return response.marked(revision: revision)
    } catch EditingError.designInvalid(_, let problems) {
      throw problems
    }
  }

  private func remove(
    _ type: DesignType, _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author()
    let isDryRun = try request.flag(.dryRun)
    let key = DesignKey(type, try context.pathParameter(type.rawValue))
    let revision = try await editor.removeDesign(
      key, if: Precondition(request.headers), isDryRun: isDryRun, by: author)
    guard isDryRun else { return Response.noContent.marked(revision: revision) }
    return Response { $0.member("dry_run", true) }.marked(revision: revision)
  }
}

extension Parameter {
  fileprivate static func design(_ type: DesignType) -> Parameter {
    path(type.rawValue, .text(pattern: "^[a-z][a-z0-9_]{0,62}$"), "The \(type.rawValue).")
  }
}
