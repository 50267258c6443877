import DocumentSchemas
import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The list of feeds, and their removal. A feed is created with its composition.
struct FeedListRoutes {
  let publisher: FeedPublisher
  let editor: Editor
  /// The locales that readers are served in; the default one first.
  let locales: [LocaleTag]

  var routes: [Route] {
    [
      Route(.get, "/v1/feeds", list),
      Route(.delete, "/v1/feeds/{feed}", remove),
    ]
  }

  /// Answers with all feeds, which the public may read like their compositions, and the locales they are served in.
  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireNoParameters()
    let (feeds, revision) = try await editor.store.read { reader in
      let revision = try reader.latestRevision()
      let feeds = try FeedSummary.all(
        in: reader, for: publisher.audience(of: revision, for: context.identity))
      return (feeds, revision?.number ?? 0)
    }
    var response = Response(
      PublishedDocument { writer in
        writer.object { object in
          object.array("feeds", feeds) { $0.feed($1) }
          object.array("locales", locales) { $0.value($1.text) }
          object.null("next")
        }
      }, answering: request, caching: context.identity != nil ? .none : .revalidated
    ).marked(revision: revision)
    response.headers[.vary] = "Authorization, Cookie"
    return response
  }

  @Sendable private func remove(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireNoParameters()
    let revision = try await editor.removeFeed(
      try context.feedName, if: Precondition(request.headers), by: author)
    return Response(status: .noContent, headers: [.cacheControl: CachePolicy.none.rawValue])
      .marked(revision: revision)
  }
}

extension JSONWriter {
  fileprivate mutating func feed(_ feed: FeedSummary) {
    object { object in
      object.member("feed", feed.name)
      object.member("is_default", feed.isDefault)
      if let count = feed.sectionCount {
        object.member("sections", count)
      } else {
        object.null("sections")
      }
    }
  }
}

extension FeedListRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/feeds", path: "/v1/feeds", id: "listFeeds", tag: "feeds",
        summary: "The feeds: home first, then the others in alphabetical order.",
        parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .object([
              .required("feeds", .array(of: .component("Feed"))),
              .required("locales", .array(of: .text(pattern: LocaleTag.pattern))),
              .required("next", .null),
            ]), "The feeds, and the locales that they are served in, the default one first."),
          .notModified,
        ]),
      Operation(
        route: "DELETE /v1/feeds/{feed}", path: "/v1/feeds/{feed}", id: "deleteFeed",
        tag: "feeds", summary: "Remove a feed with its composition; home cannot be removed.",
        parameters: [
          .feed, .header("If-Match", .text(), "The ETag the composition must have."),
        ],
        answers: [Operation.Answer(status: 204, description: "The feed is removed.")],
        problems: [403, 404, 409, 412], role: .admin),
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("Feed", feed)]
  }

  private static let feed = Schema.object([
    .required("feed", .text(pattern: PlainName.pattern)),
    .required(
      "is_default",
      Schema.boolean.described("Whether it shows the default composition, having none of its own.")
    ),
    .required(
      "sections",
      Schema.integer(0...Composition.maximumSectionCount).orNull
        .described("The number of sections; null if the stored composition is damaged.")),
  ])
}
