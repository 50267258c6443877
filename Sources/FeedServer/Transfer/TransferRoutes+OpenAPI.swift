import DocumentSchemas
import FeedEditing
import FeedModel
import FeedStore

extension TransferRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    kinds.all.flatMap { kind in
      [
        Operation(
          route: "GET /v1/export/{kind}", path: "/v1/export/\(kind.name)",
          id: "export\(kind.operationName)", tag: "content",
          summary: "All items as one document.", parameters: [format, .revision, .untranslated],
          answers: [
            Operation.Answer(
              status: 200, description: "The document.",
              content: TransferFormat.allCases.map(content)
            )
          ], problems: [403, 404, 410, 503]),
        Operation(
          route: "POST /v1/import/{kind}", path: "/v1/import/\(kind.name)",
          id: "import\(kind.operationName)", tag: "content",
          summary: "Import items: all of them or none.",
          parameters: [
            format, .query("dry_run", .boolean, "Dry run: check everything, but change nothing."),
          ],
          body: TransferFormat.allCases.map(content),
          answers: [.ok(importSummary, "The summary of the import.")],
          problems: [403, 413, 415, 422],
          role: .editor),
      ]
    }
  }

  private static let format = Operation.Parameter.query(
    "format", .oneText(of: TransferFormat.allCases.map(\.rawValue)),
    "The format of the document; json by default.")

  private static func content(_ format: TransferFormat) -> Operation.Content {
    Operation.Content(
      mediaType: String(format.mediaType.prefix { $0 != ";" }),
      schema: format == .json ? .anything : .text())
  }

  private static let importSummary = Schema.object([
    .required("dry_run", .boolean), .required("inserted", .integer(0...Int.max)),
    .required("updated", .integer(0...Int.max)), .required("unchanged", .integer(0...Int.max)),
    .required("unknown_fields", .map(of: .integer(0...Int.max))),
    .required("revision", .integer(1...Int.max).orNull),
  ])
}
