import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Changes that are prepared, previewed and published together.
struct ReleaseRoutes: Resource {
  static let tag = "releases"

  let publisher: FeedPublisher
  let editor: Editor
  let links: CursorSigner
  let work: WorkQueue
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(
        .get, "/v1/releases", "listReleases",
        "The releases, newest first, without their operations.", role: .viewer,
        parameters: [.limit, .cursor],
        answers: [.ok(.page(of: .component("ReleaseSummary")), "A page of releases.")], list),
      Route(
        .post, "/v1/releases", "createRelease", "Prepare a release, which has no operations yet.",
        role: .contributor, parameters: [.idempotencyKey], body: [.json(.component("NewRelease"))],
        answers: [.created(.component("Release"), "The release.")], problems: [422], create),
      Route(
        .get, "/v1/releases/{id}", "getRelease", "A release with its operations and conflicts.",
        role: .viewer, parameters: [.id("release")],
        answers: [.ok(.component("Release"), "The release.")], problems: [404], read),
      Route(
        .patch, "/v1/releases/{id}", "changeRelease",
        "Change the name or the note of a release, or say when it is to be published (editor).",
        role: .contributor, parameters: [.id("release"), .ifMatch("release")],
        body: [.json(.component("ReleaseChange"))],
        answers: [.ok(.component("Release"), "The release.")], problems: [404, 409, 422], change),
      Route(
        .delete, "/v1/releases/{id}", "deleteRelease",
        "Delete a release; what it has published stays (scheduled or published: editor).",
        role: .contributor, parameters: [.id("release"), .ifMatch("release")],
        answers: [.init(204, "The release is deleted.")], problems: [404], remove),
      Route(
        .put, "/v1/releases/{id}/operations", "putReleaseOperations",
        "Replace the operations of a release (scheduled: editor).", role: .contributor,
        parameters: [.id("release"), .ifMatch("release")],
        body: [.json(.component("ReleaseOperations"))],
        answers: [.ok(.component("Release"), "The release.")], problems: [404, 409, 422],
        setOperations),
      Route(
        .post, "/v1/releases/{id}/publish", "publishRelease",
        "Do all operations of a release in one revision.", role: .editor,
        parameters: [.id("release"), .ifMatch("release"), .idempotencyKey],
        body: [.json(.component("Publication"))],
        answers: [.ok(.component("ReleaseResult"), "The release is published.")],
        problems: [404, 409, 422], publish),
      Route(
        .post, "/v1/releases/{id}/links", "linkRelease",
        "Make a link that shows the preview of a release without a token.", role: .contributor,
        parameters: [.id("release")], body: [.json(.component("NewPreviewLink"))],
        answers: [
          .created(.component("PreviewLink"), "The link.")
        ], problems: [404, 409, 422], makeLink),
    ]
  }

  // MARK: Reading

  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let page = try NumberedPage(request)
    // Each operation of each release is compared with the present, with one release in memory at a time.
    let found = try await work.run(for: context) { [store = editor.store] memory in
      try await store.read { reader in
        var found: [(id: Int, json: [UInt8])] = []
        var (last, size) = (page.start, 0)
        while found.count <= page.limit,
          let release = try reader.releases(before: last, limit: 1).first
        {
          try memory.makeRoom(for: size + Self.memory(of: release))
          let conflicts = try release.conflicts(in: reader)
          let json = JSONWriter.encode { $0.release(release, conflicts, withOperations: false) }
          found.append((release.id, json))
          size += json.count
          last = release.id
        }
        return found
      }
    }
    return page.response(found, numbered: { $0.id }, at: "/v1/releases") { $0.raw($1.json) }
  }

  private func read(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let id = try context.number(of: "release")
    let (release, conflicts) = try await work.run(for: context) { [store = editor.store] memory in
      try await store.read { reader in
        let release = try reader.existingRelease(id)
        try memory.makeRoom(for: Self.memory(of: release))
        return (release, try release.conflicts(in: reader))
      }
    }
    var response = Response(json: JSONWriter.encode { $0.release(release, conflicts) })
    response.headers[.eTag] = release.entityTag
    return response
  }

  /// The estimated memory that examining a release takes, in bytes: its text, and what is read of it.
  private static func memory(of release: Release) -> Int { 6 * release.operations.utf8.count }

  // MARK: Preparing

  private func create(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let bytes = try await request.collectedBody(limits)
    let body = try ReleaseBody(reading: try JSONTree(parsing: bytes), isNew: true)
    let author = try context.author(body.setsMoment ? .editor : .contributor)
    let idempotency = try Idempotency(request, body: bytes, by: author)
    return try await editor.answer(idempotency, by: author) { transaction in
      let release = try transaction.prepareRelease(
        name: body.name ?? "", note: body.note ?? "", publishAt: body.publishAt ?? nil,
        by: transaction.actor)
      return WriteAnswer(.created, release, [], headers: ["Location": "/v1/releases/\(release.id)"])
    }
  }

  private func change(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let write = try context.releaseWrite(request)
    let body = try ReleaseBody(reading: try await request.json(limits), isNew: false)
    let author = body.setsMoment ? try context.author(.editor) : write.author
    // Its conflicts are found before, so that other writers do not wait for that.
    let known = try await work.run(for: context) { [store = editor.store] in
      try await store.read { try $0.examinedRelease(write.id) }
    }
    return try await answer(by: author, knowing: known) { transaction in
      try transaction.requireRole(for: try transaction.existingRelease(write.id))
      return try transaction.changeRelease(
        write.id, if: write.precondition, by: transaction.actor
      ) {
        if let name = body.name { $0.name = name }
        if let note = body.note { $0.note = note }
        if let publishAt = body.publishAt { $0.schedule(at: publishAt) }
      }
    }
  }

  private func setOperations(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let write = try context.releaseWrite(request)
    let bytes = try await request.collectedBody(limits)
    let elements = try Batch.elements(of: try JSONTree(parsing: bytes))
    // 1. The operations are examined, which takes long if there are many, and other writers do not wait for that.
    let proposal = try await work.run(for: context, taking: 6 * bytes.count) {
      [editor, publisher] _ in
      try await editor.examine(elements, of: write.id, checking: publisher.check)
    }
    // 2. What was written since is looked at again.
    return try await answer(by: write.author, knowing: proposal.proposed) { transaction in
      let release = try transaction.existingRelease(write.id)
      try transaction.requireRole(for: release)
      if release.gainsDesigns(from: elements) { try transaction.author.require(.admin) }
      return try transaction.setOperations(
        proposal, of: write.id, if: write.precondition, by: transaction.actor)
    }
  }

  /// Answers with the release that `write` writes, and with its conflicts, which are read beside the transaction if they
  /// are not those of `known`.
  private func answer(
    by author: Author, knowing known: ExaminedRelease?,
    _ write: @escaping @Sendable (any ContentTransaction) throws -> Release
  ) async throws -> Response {
    let (release, revision) = try await editor.write(by: author) { transaction in
      (try write(transaction), try transaction.latestRevision())
    }
    let conflicts = await editor.conflicts(of: release, knowing: known)
    return WriteAnswer(.ok, release, conflicts).noting(revision).response
  }

  private func remove(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let write = try context.releaseWrite(request)
    return try await editor.answer(by: write.author) { transaction in
      try transaction.requireRole(for: try transaction.existingRelease(write.id))
      try transaction.removeRelease(write.id, if: write.precondition, by: transaction.actor)
      return WriteAnswer(.noContent)
    }
  }

  // MARK: Publishing

  private func publish(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let write = try context.releaseWrite(request)
    let bytes = try await request.collectedBody(limits)
    let isForced = bytes.isEmpty ? false : try JSONTree(parsing: bytes).isForced()
    let idempotency = try Idempotency(request, body: bytes, by: write.author)
    let now = editor.clock()
    let checked = try await editor.checkedCompositions(ofRelease: write.id, by: publisher.check)
    return try await editor.answer(idempotency, by: write.author) { transaction in
      let release = try transaction.existingRelease(write.id)
      try write.precondition.check(.tagged(release.entityTag), of: .release)
      let outcomes = try transaction.publishRelease(
        write.id, isForced: isForced, at: now, by: transaction.actor, checking: checked.check)
      return WriteAnswer(outcomes, in: try transaction.latestRevision())
    }
  }

  // MARK: Links

  private func makeLink(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author()
    let id = try context.number(of: "release")
    let bytes = try await request.collectedBody(limits)
    let body = bytes.isEmpty ? Data("{}".utf8) : bytes
    let (feed, expiresAt) = try JSONTree(parsing: body).previewLink(now: editor.clock())
    // A link lets others in, for longer than its maker: it is made like a write.
    let release = try await editor.store.read { [editor] reader in
      _ = try author.confirmed(by: reader, at: editor.clock())
      return try reader.existingRelease(id)
    }
    if let revision = release.publishedRevision {
      throw EditingError.releasePublished(id, revision: revision)
    }
    let signature = try links.sign(release, in: feed, until: expiresAt)
    let query = "release=\(id)&preview=\(signature)"
    return Response(status: .created) { object in
      object.member("page", "/?feed=\(feed)&\(query)")
      object.member("document", "/v1/feeds/\(feed)?\(query)")
      object.member("expires_at", expiresAt.rfc3339)
    }
  }
}

extension WriteAnswer {
  fileprivate init(
    _ status: HTTPResponse.Status, _ release: Release, _ conflicts: [ReleaseConflict],
    headers: [String: String] = [:]
  ) {
    self.init(
      status, headers: headers.merging(["ETag": release.entityTag]) { $1 },
      json: JSONWriter.encode { $0.release(release, conflicts) })
  }
}

extension ContentTransaction {
  /// Refuses contributors to write a release that an editor has scheduled, or published.
  fileprivate func requireRole(for release: Release) throws {
    if release.publishAt != nil || release.publishedRevision != nil {
      try author.require(.editor)
    }
  }
}

extension FeedRequestContext {
  /// The number in the path of something called `noun`.
  ///
  /// - Throws: ``Problem`` for any other text.
  func number(of noun: String) throws -> Int {
    let text = try pathParameter("id")
    guard let id = Int(text), id > 0, text == String(id) else {
      throw Problem.notFound("there is no \(noun) \(text.quotedExcerpt)")
    }
    return id
  }

  /// What all writes of one release have: its id, the precondition and the author.
  fileprivate func releaseWrite(
    _ request: Request
  ) throws -> (id: Int, precondition: Precondition, author: Author) {
    (try number(of: "release"), Precondition(request.headers), try author())
  }
}

extension ReleaseRoutes {
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
    .object(summary + [.required("operations", .array(of: operation(kinds, isOpen: true)))])
  }

  private static func operation(_ kinds: ContentKinds, isOpen: Bool) -> Schema {
    .object([
      .required(
        "op", .text(of: ContentRoutes.operationNames, isOpen: isOpen)),
      .optional("kind", .text(of: kinds.names, isOpen: isOpen)),
      .optional("id", .integer(1...Int.max)),
      .optional("feed", .text()), .optional("cell", .text()), .optional("theme", .text()),
      .optional("if_match", .text()),
      .optional(
        "body", Schema.map(of: .anything).orNull,
        "An item, a merge patch, a composition or a design, as it was written."),
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
          .optional("cell", .text()), .optional("theme", .text()),
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
