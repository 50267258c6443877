import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// The feeds and their compositions: listing, reading, replacing and removing them. A feed is created with its composition.
struct CompositionRoutes {
  let publisher: FeedPublisher
  let editor: Editor
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(.get, "/v1/feeds", list),
      Route(.delete, "/v1/feeds/{feed}", remove),
      Route(.get, "/v1/feeds/{feed}/composition", read),
      Route(.put, "/v1/feeds/{feed}/composition", replace),
    ]
  }

  /// Answers with all feeds, which the public may read like their compositions, and the locales they are served in.
  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try request.requireNoParameters()
    let (feeds, revision) = try await editor.store.read { reader in
      let revision = try reader.latestRevision()
      let feeds = try FeedSummary.all(
        in: reader, for: publisher.audience(of: revision, for: context.identity))
      return (feeds, revision)
    }
    let bytes = JSONWriter.object { object in
      object.objects("feeds", feeds) { object, feed in
        object.member("feed", feed.name)
        object.member("is_default", feed.isDefault)
        object.member("sections", optional: feed.sectionCount) { $0.value($1) }
      }
      object.array("locales", publisher.configuration.items.locales.all) { $0.value($1.text) }
      object.null("next")
    }
    return answer(bytes, of: revision, to: request, context)
  }

  /// Answers with a composition. The public reads what its screen shows to everybody now, without schedules.
  private func read(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try request.requireNoParameters()
    let name = try context.feedName
    let (document, revision) = try await editor.store.read { reader in
      let revision = try reader.latestRevision()
      let document = try CompositionDocument(
        of: name, in: reader, for: publisher.audience(of: revision, for: context.identity))
      return (document, revision)
    }
    guard let document else { throw Problem.unknownFeed(name) }
    return answer(document.bytes, of: revision, to: request, context)
  }

  /// Answers with what editors and the public read differently.
  private func answer(
    _ bytes: [UInt8], of revision: Revision?, to request: Request, _ context: FeedRequestContext
  ) -> Response {
    var response = Response(
      PublishedDocument(bytes: bytes), answering: request,
      caching: context.identity != nil ? .none : .revalidated
    ).marked(revision: revision?.number ?? 0)
    response.headers[.vary] = "Authorization, Cookie"
    return response
  }

  private func replace(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author(.editor)
    try request.requireNoParameters()
    let name = try context.feedName
    guard PlainName.isValid(name) else {
      throw Problem.invalidParameter(
        "feed", expected: PlainName.form, found: name.quotedExcerpt)
    }
    let body = try await request.collectedBody(limits)
    let precondition = Precondition(request.headers)
    return try await editor.store.withKinds { kinds in
      let composition = try Composition(reading: body, of: name, kinds: kinds)
      try publisher.check(composition)
      let document = CompositionDocument(composition)
      let (change, revision) = try await editor.compose(composition, if: precondition, by: author)
      var response = Response(
        status: change == .inserted ? .created : .ok, json: document.bytes)
      response.headers[.eTag] = document.entityTag
      return response.marked(revision: revision)
    }
  }

  private func remove(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireNoParameters()
    let revision = try await editor.removeFeed(
      try context.feedName, if: Precondition(request.headers), by: author)
    return Response.noContent.marked(revision: revision)
  }
}

extension FeedPublisher {
  /// Those whom a client with `identity` belongs to, as readers of the compositions of `revision`, the newest one.
  fileprivate func audience(
    of revision: Revision?, for identity: Identity?
  ) -> Composition.Audience {
    guard identity == nil else { return .editors }
    // Before the first revision there are default compositions only, whose sections are always shown.
    return .everybody(at: shownMoment(of: revision, at: clock.now) ?? clock.now)
  }
}
