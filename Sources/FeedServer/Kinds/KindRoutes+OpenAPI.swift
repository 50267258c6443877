import DocumentSchemas
import FeedModel
import FeedStore

extension KindRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/kinds", path: "/v1/kinds", id: "listKinds", tag: "kinds",
        summary: "The definitions of all kinds of content.", parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .object([.required("kinds", .array(of: .component("Kind")))]),
            "The definitions, in the order they were created."), .notModified,
        ]),
      Operation(
        route: "GET /v1/kinds/{kind}", path: "/v1/kinds/{kind}", id: "getKind", tag: "kinds",
        summary: "The definition of a kind.", parameters: [kind, .ifNoneMatch],
        answers: [.ok(.component("Kind"), "The definition."), .notModified], problems: [404]),
      Operation(
        route: "PUT /v1/kinds/{kind}", path: "/v1/kinds/{kind}", id: "putKind", tag: "kinds",
        summary: "Define a kind, or change its definition.",
        parameters: [
          kind, ifMatch, .header("If-None-Match", .text(), "* to write only if there is no kind."),
          dryRun,
          .query(
            "discard", .text(),
            "The fields, separated by commas, that may be removed although items have values."),
        ],
        body: [.json(.component("KindInput"))],
        answers: [
          .ok(outcome, "The definition is changed, or could be."),
          Operation.Answer(
            status: 201, description: "The kind is created.", content: [.json(outcome)]),
        ],
        problems: [403, 409, 412, 413, 415, 422], role: .admin),
      Operation(
        route: "DELETE /v1/kinds/{kind}", path: "/v1/kinds/{kind}", id: "deleteKind",
        tag: "kinds", summary: "Remove a kind that nothing uses.",
        parameters: [
          kind, ifMatch, dryRun,
          .query("discard", .oneText(of: ["items"]), "Remove the items of the kind as well."),
        ],
        answers: [
          .ok(
            .object([.required("dry_run", .boolean), .required("items", .integer(0...Int.max))]),
            "The kind could be removed, with so many items."),
          Operation.Answer(status: 204, description: "The kind is removed."),
        ],
        problems: [403, 404, 409, 412], role: .admin),
    ]
  }

  private static let kind = Operation.Parameter.path(
    "kind", .text(pattern: "^[a-z][a-z0-9_]{0,62}$"), "The kind.")
  private static let ifMatch = Operation.Parameter.header(
    "If-Match", .text(), "The ETag the definition must have.")
  private static let dryRun = Operation.Parameter.query(
    "dry_run", .boolean, "Dry run: check everything, but change nothing.")

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
      .optional(
        "roles", .object(ContentRole.allCases.map { .optional($0.rawValue, .text()) })),
      .optional(
        "layout",
        .object([
          .required("type", .text()),
          .optional("options", .map(of: .any(of: [.text(), .number(), .boolean]))),
        ])),
      .optional("cell", .text(of: KindProposal.cells, isOpen: isOpen)),
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
