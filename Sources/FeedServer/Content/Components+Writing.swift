import FeedEditing
import FeedModel
import FeedStore

extension Components {
  /// What editors and administrators send and get.
  static let writing: [(name: String, schema: Schema)] =
    ContentKind.allCases.map { ("New\(itemName($0))", newItem($0)) } + [
      ("Batch", batch), ("BatchResult", batchResult), ("Token", token), ("NewToken", newToken),
      ("AuditEntry", auditEntry),
    ]

  /// An item as it is written: its fields, and when it is shown. The address may say its id.
  private static func newItem(_ kind: ContentKind) -> Schema {
    .object(
      kind.fields.map { field in
        Schema.Property(
          name: field.name, schema: .value(of: field), isRequired: field.name != "id")
      } + [
        .optional("draft", .boolean), .optional("publish_at", Schema.moment.orNull),
        .optional("unpublish_at", Schema.moment.orNull),
      ], isClosed: true)
  }

  private static let batch = Schema.object(
    [
      .required(
        "operations",
        .array(
          of: .object([
            .required("op", .oneText(of: ["create", "replace", "patch", "delete"])),
            .required("kind", .oneText(of: ContentKind.allCases.map(\.rawValue))),
            .optional("id", .integer(1...Int.max)),
            .optional("if_match", .text()),
            .optional("body", .object([])),
          ]), count: 0...Batch.maximumCount))
    ], isClosed: true)

  private static let batchResult = Schema.object([
    .required("revision", Schema.integer(1...Int.max).orNull),
    .required(
      "results",
      .array(
        of: .object([
          .required("status", .integer(200...299)), .required("kind", .text()),
          .required("id", .integer(1...Int.max)), .required("etag", Schema.text().orNull),
        ]))),
  ])

  private static let role = Schema.oneText(of: TokenRole.allCases.map(\.rawValue))

  private static let token = Schema.object([
    .required("id", .integer(1...Int.max)), .required("name", .text()), .required("role", role),
    .required("created_at", .moment), .required("expires_at", Schema.moment.orNull),
    .required("revoked_at", Schema.moment.orNull), .optional("secret", .text()),
  ])

  private static let newToken = Schema.object(
    [
      .required("name", .text(pattern: "^[A-Za-z0-9][A-Za-z0-9 ]{0,30}[A-Za-z0-9]$")),
      .required("role", role),
      .optional("expires_at", Schema.text().orNull.described("A moment, or a time such as 30d.")),
    ], isClosed: true)

  private static let auditEntry = Schema.object([
    .required("number", .integer(1...Int.max)),
    .required("revision", Schema.integer(1...Int.max).orNull), .required("at", .moment),
    .required("actor", .text()), .required("action", .text()), .required("subject", .text()),
    .required("before", .anything), .required("after", .anything),
  ])
}
