import DocumentSchemas
import FeedEditing
import FeedModel
import FeedStore

extension ContentWritingRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    kinds.all.flatMap { kind in
      let path = "/v1/content/\(kind.name)"
      let name = kind.operationName
      return [
        Operation(
          route: "POST /v1/content/{kind}", path: path, id: "create\(name)", tag: "content",
          summary: "Create an item; an item without an id is assigned the next one.",
          parameters: [.idempotencyKey], body: [.json(.component(kind.newSchemaName))],
          answers: [written(kind, 201, "The item is created.")],
          problems: [403, 409, 412, 413, 415, 422], role: .editor),
        Operation(
          route: "PUT /v1/content/{kind}/{id}", path: path + "/{id}", id: "replace\(name)",
          tag: "content", summary: "Create or replace an item.",
          parameters: [.itemID, ifMatch, ifNoItem],
          body: [.json(.component(kind.newSchemaName))],
          answers: [
            written(kind, 200, "The item is replaced."), written(kind, 201, "The item is created."),
          ],
          problems: [403, 404, 409, 412, 413, 415, 422], role: .editor),
        Operation(
          route: "PATCH /v1/content/{kind}/{id}", path: path + "/{id}", id: "patch\(name)",
          tag: "content", summary: "Change some fields of an item (RFC 7396).",
          parameters: [.itemID, ifMatch],
          body: [
            Operation.Content(mediaType: "application/merge-patch+json", schema: .object([]))
          ],
          answers: [written(kind, 200, "The item is changed.")],
          problems: [403, 404, 409, 412, 413, 415, 422], role: .editor),
        Operation(
          route: "DELETE /v1/content/{kind}/{id}", path: path + "/{id}", id: "delete\(name)",
          tag: "content", summary: "Delete an item.", parameters: [.itemID, ifMatch],
          answers: [Operation.Answer(status: 204, description: "The item is deleted.")],
          problems: [403, 404, 412], role: .editor),
      ]
    } + [
      Operation(
        route: "POST /v1/batch", path: "/v1/batch", id: "batch", tag: "content",
        summary: "Up to 500 writes, all or none, in one revision.", parameters: [.idempotencyKey],
        body: [.json(.component("Batch"))],
        answers: [.ok(.component("BatchResult"), "All operations are done.")],
        problems: [403, 404, 409, 412, 413, 415, 422], role: .editor)
    ]
  }

  private static func written(
    _ kind: ContentKind, _ status: Int, _ description: String
  ) -> Operation.Answer {
    let item = Schema.stored(kind)
    return Operation.Answer(
      status: status, description: description,
      content: [.json(.object([.required("result", .array(of: item, count: 1...1))]))])
  }

  private static let ifMatch = Operation.Parameter.header(
    "If-Match", .text(), "The ETag the item must have.")

  private static let ifNoItem = Operation.Parameter.header(
    "If-None-Match", .text(), "* to write only if there is no such item.")

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    kinds.all.map { ($0.newSchemaName, newItem($0)) } + [
      ("Batch", batch(kinds)), ("BatchResult", batchResult),
    ]
  }

  /// An item as it is written: its fields, and when it is shown. The id may be in the path instead.
  private static func newItem(_ kind: ContentKind) -> Schema {
    .object(
      kind.allFields.map { field in
        Schema.Property(
          name: field.name, schema: .written(field, of: kind),
          isRequired: field.isRequired && field != .identifier)
      } + [
        .optional("draft", .boolean), .optional("publish_at", Schema.moment.orNull),
        .optional("unpublish_at", Schema.moment.orNull),
        .optional("when", Schema.targeting(isOpen: false).orNull),
      ], localized: Schema.translations(of: kind), isClosed: true)
  }

  private static func batch(_ kinds: ContentKinds) -> Schema {
    .object(
      [
        .required(
          "operations",
          .array(
            of: .object([
              .required(
                "op", .oneText(of: ["create", "replace", "patch", "delete", "compose"])),
              .optional("kind", .oneText(of: kinds.names), "Of an item."),
              .optional("id", .integer(1...Int.max), "Of an item."),
              .optional("feed", .text(pattern: PlainName.pattern), "Of a composition."),
              .optional("if_match", .text()),
              .optional("body", .object([])),
            ]), count: 0...Batch.maximumCount))
      ], isClosed: true)
  }

  private static let batchResult = Schema.object([
    .required("revision", Schema.integer(1...Int.max).orNull),
    .required(
      "results",
      .array(
        of: .object([
          .required("status", .integer(200...299)), .optional("kind", .text()),
          .optional("id", .integer(1...Int.max)), .optional("feed", .text()),
          .required("etag", Schema.text().orNull),
        ]))),
  ])
}

extension Operation.Parameter {
  static let idempotencyKey = header(
    "Idempotency-Key", .text(pattern: "^[ -~]*[!-~][ -~]*$", length: 1...255),
    "A key for the request, so that it is done only once even if it is repeated.")
}
