package import FeedEditing
import FeedHTTP
package import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The definitions of the kinds of content.
struct KindRoutes: Resource {
  static let tag = "kinds"

  let publisher: FeedPublisher
  let editor: Editor
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(
        .get, "/v1/kinds", "listKinds", "The definitions of all kinds of content.",
        parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .object([.required("kinds", .array(of: .component("Kind")))]),
            "The definitions, in the order they were created."), .notModified,
        ], list),
      Route(
        .get, "/v1/kinds/{kind}", "getKind", "The definition of a kind.",
        parameters: [.kind, .ifNoneMatch],
        answers: [.ok(.component("Kind"), "The definition."), .notModified], problems: [404], read),
      Route(
        .put, "/v1/kinds/{kind}", "putKind", "Define a kind, or change its definition.",
        role: .admin,
        parameters: [
          .kind, .ifMatch("definition"),
          .header("If-None-Match", .text(), "* to write only if there is no kind."), .dryRun,
          .discardedFields,
        ], body: [.json(.component("KindInput"))],
        answers: [
          .ok(Self.outcome, "The definition is changed, or could be."),
          .created(Self.outcome, "The kind is created."),
        ], problems: [409, 422], apply),
      Route(
        .delete, "/v1/kinds/{kind}", "deleteKind", "Remove a kind that nothing uses.", role: .admin,
        parameters: [.kind, .ifMatch("definition"), .dryRun, .discardedItems],
        answers: [
          .ok(
            .object([.required("dry_run", .boolean), .required("items", .integer(0...Int.max))]),
            "The kind could be removed, with so many items."),
          .init(204, "The kind is removed."),
        ], problems: [404, 409], remove),
    ]
  }

  /// All definitions, in the form of a file.
  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let (kinds, revision) = try await state()
    return Response(
      PublishedDocument { writer in
        writer.object { $0.array("kinds", kinds.all) { $1.write(to: &$0) } }
      }, answering: request, caching: .revalidated
    ).marked(revision: revision)
  }

  private func read(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let name = try context.kindName
    let (kinds, revision) = try await state()
    guard let kind = kinds[name] else { throw Problem(EditingError.noSuchKind(name)) }
    return Response(PublishedDocument(bytes: kind.json), answering: request, caching: .revalidated)
      .marked(revision: revision)
  }

  private func state() async throws -> (ContentKinds, Int) {
    try await editor.store.read { reader in
      (try reader.kinds(), try reader.latestRevision()?.number ?? 0)
    }
  }

  private func apply(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    let name = try context.kindName
    let isDryRun = try request.flag(.dryRun)
    let discarded = try request.text(.discardedFields)?.split(separator: ",").map(String.init) ?? []
    let tree = try JSONTree(parsing: try await request.collectedBody(limits))
    let proposal = try KindProposal(reading: tree)
    guard proposal.kind.name == name else {
      throw DocumentProblems([
        DocumentProblem(
          pointer: "/kind", expected: .oneOf([name]), found: .text(proposal.kind.name))
      ])
    }
    let (outcomes, revision) = try await editor.apply(
      [proposal], if: Precondition(request.headers), discarding: Set(discarded), isDryRun: isDryRun,
      by: author, checking: LayoutChecks(for: publisher.configuration.viewports))
    let outcome = outcomes[0]
    var response = Response(
      status: outcome.change == .inserted && !isDryRun ? .created : .ok,
      json: JSONWriter.encode { $0.outcome(outcome, isDryRun: isDryRun) })
    if !isDryRun { response.headers[.eTag] = EntityTag.text(of: outcome.kind.json) }
    return response.marked(revision: revision)
  }

  private func remove(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    let isDryRun = try request.flag(.dryRun)
    let discardsItems = try request.text(.discardedItems) != nil
    let (itemCount, revision) = try await editor.removeKind(
      try context.kindName, if: Precondition(request.headers), discardsItems: discardsItems,
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
    get throws { try pathParameter("kind") }
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

extension KindRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("Kind", definition(isOpen: true)), ("KindField", field(isOpen: true)),
      ("KindInput", definition(isOpen: false)), ("KindFieldInput", field(isOpen: false)),
    ]
  }

  private static let name = Schema.text(pattern: "^[a-z][a-z0-9_]{0,62}$")

  /// A definition as it is written or, open, as it is read: later versions have more types of fields.
  private static func definition(isOpen: Bool) -> Schema {
    .object([
      .required("kind", name),
      .optional("title", .text(length: 1...200)),
      .required(
        "fields",
        .array(
          of: .component(isOpen ? "KindField" : "KindFieldInput"),
          count: 1...KindProposal.maximumFieldCount)),
      .optional("roles", .object(ContentRole.allCases.map { .optional($0.rawValue, .text()) })),
      .optional(
        "layout",
        .object([
          .required("type", .text()),
          .optional("options", .map(of: .any(of: [.text(), .number(), .boolean]))),
        ])),
      .optional("cell", name),
      .optional("headline_template", .text()),
    ])
  }

  private static func field(isOpen: Bool) -> Schema {
    .object([
      .required("name", name),
      .required("type", .text(of: FieldTypes.all.map { $0.name }, isOpen: isOpen)),
      .optional("required", .boolean),
      .optional("localized", .boolean),
      .optional("default", .anything),
      .optional("renamed_from", .text()),
      .optional("minimum", .number()),
      .optional("maximum", .number()),
      .optional("max_length", .integer(1...1_000_000)),
      .optional("choices", .array(of: .text())),
      .optional("of", .text(of: FieldTypes.ofElements.map { $0.name }, isOpen: isOpen)),
      .optional("max_items", .integer(1...1_000)),
      .optional("kind", .text()),
    ])
  }

  private static let outcome = Schema.object([
    .required("dry_run", .boolean),
    .required("change", .knownText(of: ["inserted", "updated", "unchanged"])),
    .required(
      "fields",
      .array(
        of: .object([
          .required("name", .text()),
          .required(
            "change", .knownText(of: ["added", "removed", "renamed", "widened", "narrowed"])),
          .optional("renamed_from", .text()),
          .optional("discarded_values", .integer(1...Int.max)),
        ]))),
    .required("definition", .component("Kind")),
  ])
}

extension Parameter {
  fileprivate static let kind = path("kind", .text(pattern: "^[a-z][a-z0-9_]{0,62}$"), "The kind.")
  fileprivate static let discardedFields = query(
    "discard", .text(),
    "The fields, separated by commas, that may be removed although items have values.")
  fileprivate static let discardedItems = query(
    "discard", .oneText(of: ["items"]), "Remove the items of the kind as well.")
}

extension LayoutChecks {
  /// The checks that lay out example items for `viewports` and the extremes of screens.
  package init(for viewports: [Viewport]) {
    self.init(
      kind: { try $0.check(for: viewports, in: $1) },
      composition: { try $0.check(for: viewports, in: $1) })
  }
}
