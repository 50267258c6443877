import DocumentSchemas
import FeedEditing
import FeedModel
import FeedStore

extension ReleaseRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/releases", path: "/v1/releases", id: "listReleases", tag: "releases",
        summary: "The releases, newest first, without their operations.",
        parameters: [.limit, .cursor],
        answers: [.ok(.list(of: .component("ReleaseSummary")), "A page of releases.")],
        problems: [403], role: .viewer),
      Operation(
        route: "POST /v1/releases", path: "/v1/releases", id: "createRelease", tag: "releases",
        summary: "Prepare a release, which has no operations yet.",
        parameters: [.idempotencyKey], body: [.json(.component("NewRelease"))],
        answers: [
          Operation.Answer(
            status: 201, description: "The release.", content: [.json(.component("Release"))])
        ],
        problems: [403, 413, 415, 422], role: .contributor),
      Operation(
        route: "GET /v1/releases/{id}", path: "/v1/releases/{id}", id: "getRelease",
        tag: "releases",
        summary: "A release with its operations and conflicts.", parameters: [id],
        answers: [.ok(.component("Release"), "The release.")], problems: [403, 404],
        role: .viewer),
      Operation(
        route: "PATCH /v1/releases/{id}", path: "/v1/releases/{id}", id: "changeRelease",
        tag: "releases",
        summary:
          "Change the name or the note of a release, or say when it is to be published (editor).",
        parameters: [id, ifMatch], body: [.json(.component("ReleaseChange"))],
        answers: [.ok(.component("Release"), "The release.")],
        problems: [403, 404, 409, 412, 413, 415, 422], role: .contributor),
      Operation(
        route: "DELETE /v1/releases/{id}", path: "/v1/releases/{id}", id: "deleteRelease",
        tag: "releases",
        summary: "Delete a release; what it has published stays (scheduled or published: editor).",
        parameters: [id, ifMatch],
        answers: [Operation.Answer(status: 204, description: "The release is deleted.")],
        problems: [403, 404, 412], role: .contributor),
      Operation(
        route: "PUT /v1/releases/{id}/operations", path: "/v1/releases/{id}/operations",
        id: "putReleaseOperations", tag: "releases",
        summary: "Replace the operations of a release (scheduled: editor).",
        parameters: [id, ifMatch], body: [.json(.component("ReleaseOperations"))],
        answers: [.ok(.component("Release"), "The release.")],
        problems: [403, 404, 409, 412, 413, 415, 422], role: .contributor),
      Operation(
        route: "POST /v1/releases/{id}/publish", path: "/v1/releases/{id}/publish",
        id: "publishRelease", tag: "releases",
        summary: "Do all operations of a release in one revision.",
        parameters: [id, ifMatch, .idempotencyKey], body: [.json(.component("Publication"))],
        answers: [.ok(.component("ReleaseResult"), "The release is published.")],
        problems: [403, 404, 409, 412, 413, 415, 422], role: .editor),
      Operation(
        route: "POST /v1/releases/{id}/links", path: "/v1/releases/{id}/links",
        id: "linkRelease", tag: "releases",
        summary: "Make a link that shows the preview of a release without a token.",
        parameters: [id], body: [.json(.component("NewPreviewLink"))],
        answers: [
          Operation.Answer(
            status: 201, description: "The link.", content: [.json(.component("PreviewLink"))])
        ],
        problems: [403, 404, 409, 413, 415, 422], role: .contributor),
    ]
  }

  private static let id = Operation.Parameter.path("id", .integer(1...Int.max), "The release.")
  private static let ifMatch = Operation.Parameter.header(
    "If-Match", .text(), "The ETag the release must have.")

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("ReleaseSummary", .object(summary)), ("Release", release(kinds)),
      ("NewRelease", .object([.required("name", name), note, publishAt], isClosed: true)),
      ("ReleaseChange", .object([.optional("name", name), note, publishAt], isClosed: true)),
      ("ReleaseOperations", operationList(kinds)), ("Publication", publication),
      ("ReleaseResult", result), ("NewPreviewLink", newLink), ("PreviewLink", link),
    ]
  }

  // A line with something on it.
  private static let name = Schema.text(pattern: "^[^\\s](.{0,98}[^\\s])?$")
  private static let noteText = Schema.text(
    pattern: "^[^\\u0000]*$", length: 0...Release.noteLength)
  private static let note = Schema.Property.optional(
    "note", noteText.orNull.described("For those who prepare and review it; null for none."))
  private static let publishAt = Schema.Property.optional("publish_at", Schema.moment.orNull)

  private static let summary: [Schema.Property] = [
    .required("id", .integer(1...Int.max)), .required("name", .text()),
    .required("note", noteText.described("Empty for none.")),
    .required("state", .knownText(of: ["prepared", "failed", "published"])),
    .required("publish_at", Schema.moment.orNull), .required("created_at", .moment),
    .required("actor", Schema.text().described("Who changed it last.")),
    .required("operation_count", .integer(0...Batch.maximumCount)),
    .required("failure", Schema.text().orNull),
    .required("published_revision", Schema.integer(1...Int.max).orNull),
    .required("published_at", Schema.moment.orNull),
    .required(
      "conflicts",
      .array(
        of: .object([
          .required("operation", .integer(0...Batch.maximumCount)),
          .required("subject", .text()),
          .required("expected", Schema.text().orNull), .required("found", Schema.text().orNull),
          .required(
            "obstacle", Schema.text().orNull.described("Why the operation cannot be done.")),
        ]))),
  ]

  private static func release(_ kinds: ContentKinds) -> Schema {
    .object(
      summary + [.required("operations", .array(of: operation(kinds, isOpen: true)))])
  }

  private static func operation(_ kinds: ContentKinds, isOpen: Bool) -> Schema {
    .object([
      .required(
        "op",
        .text(of: ["create", "replace", "patch", "delete", "compose"], isOpen: isOpen)),
      .optional("kind", .text(of: kinds.names, isOpen: isOpen)),
      .optional("id", .integer(1...Int.max)),
      .optional("feed", .text()), .optional("if_match", .text()),
      .optional(
        "body", .map(of: .anything), "An item, a merge patch or a composition, as it was written."),
    ])
  }

  private static func operationList(_ kinds: ContentKinds) -> Schema {
    .object(
      [
        .required(
          "operations", .array(of: operation(kinds, isOpen: false), count: 0...Batch.maximumCount))
      ], isClosed: true)
  }

  private static let publication = Schema.object([.optional("force", .boolean)], isClosed: true)

  private static let result = Schema.object([
    .required("revision", Schema.integer(1...Int.max).orNull),
    .required(
      "results",
      .array(
        of: .object([
          .required("status", .integer(200...499)), .optional("kind", .text()),
          .optional("id", .integer(1...Int.max)), .optional("feed", .text()),
          .required("etag", Schema.text().orNull),
          .optional(
            "detail", Schema.text().described("Why the operation was left out of a forced release.")
          ),
        ]))),
  ])

  private static let newLink = Schema.object(
    [
      .optional("feed", Schema.text(pattern: PlainName.pattern).orNull),
      .optional(
        "expires_at",
        Schema.text().orNull.described("A time, or a duration such as 7d; at most 90 days.")),
    ], isClosed: true)

  private static let link = Schema.object([
    .required("page", .text()), .required("document", .text()), .required("expires_at", .moment),
  ])
}
