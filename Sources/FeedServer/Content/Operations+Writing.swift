import FeedModel
import FeedStore

extension Operations {
  /// Creating, replacing, patching and deleting items of each kind.
  static let writing = ContentKind.allCases.flatMap { kind in
    let path = "/v1/content/\(kind.rawValue)"
    let name = kind.operationName
    return [
      Operation(
        route: "POST /v1/content/{kind}", path: path, id: "create\(name)", tag: "content",
        summary: "Create an item; without an id it gets the next one.",
        parameters: [idempotencyKey], body: [.json(.component("New\(Components.itemName(kind))"))],
        answers: [written(kind, 201, "The item is there.")],
        problems: [403, 409, 412, 413, 415, 422], role: .editor),
      Operation(
        route: "PUT /v1/content/{kind}/{id}", path: path + "/{id}", id: "replace\(name)",
        tag: "content", summary: "Create or replace an item.",
        parameters: [id, ifMatch, ifNoItem],
        body: [.json(.component("New\(Components.itemName(kind))"))],
        answers: [
          written(kind, 200, "The item is replaced."), written(kind, 201, "The item is there."),
        ],
        problems: [403, 404, 409, 412, 413, 415, 422], role: .editor),
      Operation(
        route: "PATCH /v1/content/{kind}/{id}", path: path + "/{id}", id: "patch\(name)",
        tag: "content", summary: "Change some fields of an item (RFC 7396).",
        parameters: [id, ifMatch],
        body: [
          Operation.Content(mediaType: "application/merge-patch+json", schema: .object([]))
        ],
        answers: [written(kind, 200, "The item is changed.")],
        problems: [403, 404, 409, 412, 413, 415, 422], role: .editor),
      Operation(
        route: "DELETE /v1/content/{kind}/{id}", path: path + "/{id}", id: "delete\(name)",
        tag: "content", summary: "Remove an item.", parameters: [id, ifMatch],
        answers: [Operation.Answer(status: 204, description: "The item is gone.")],
        problems: [403, 404, 412], role: .editor),
    ]
  }

  static let batch = Operation(
    route: "POST /v1/batch", path: "/v1/batch", id: "batch", tag: "content",
    summary: "Up to 500 writes, all or none, in one revision.", parameters: [idempotencyKey],
    body: [.json(.component("Batch"))],
    answers: [ok(.component("BatchResult"), "All is done.")],
    problems: [403, 404, 409, 412, 413, 415, 422], role: .editor)

  private static func written(
    _ kind: ContentKind, _ status: Int, _ description: String
  ) -> Operation.Answer {
    let item = Schema.component(Components.itemName(kind))
    return Operation.Answer(
      status: status, description: description,
      content: [.json(.object([.required("result", .array(of: item, count: 1...1))]))])
  }

  private static let ifMatch = Operation.Parameter.header(
    "If-Match", .text(), "The ETag the item must have.")

  private static let ifNoItem = Operation.Parameter.header(
    "If-None-Match", .text(), "* to write only if there is no such item.")

  private static let idempotencyKey = Operation.Parameter.header(
    "Idempotency-Key", .text(pattern: "^[!-~]{1,255}$"),
    "Repeat a request with it, and it is done once.")
}
