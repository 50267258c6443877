import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// The compositions of feeds: reading, replacing and removing them.
struct CompositionRoutes {
  let publisher: FeedPublisher
  let editor: Editor
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(.get, "/v1/feeds/{feed}/composition", read),
      Route(.put, "/v1/feeds/{feed}/composition", replace),
    ]
  }

  /// Answers with a composition. The public reads what its screen shows to everybody now, without schedules.
  @Sendable private func read(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireNoParameters()
    let name = try context.feedName
    let (document, revision) = try await editor.store.read { reader in
      let revision = try reader.latestRevision()
      let document = try CompositionDocument(
        of: name, in: reader, for: publisher.audience(of: revision, for: context.identity))
      return (document, revision?.number ?? 0)
    }
    guard let document else { throw Problem.unknownFeed(name) }
    var response = Response(
      PublishedDocument(bytes: document.bytes), answering: request,
      caching: context.identity != nil ? .none : .revalidated
    ).marked(revision: revision)
    response.headers[.vary] = "Authorization, Cookie"
    return response
  }

  @Sendable private func replace(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
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
}

extension FeedPublisher {
  /// Those whom a client with `identity` belongs to, as readers of the compositions of `revision`, the newest one.
  func audience(of revision: Revision?, for identity: Identity?) -> Composition.Audience {
    guard identity == nil else { return .editors }
    // Before the first revision there are default compositions only, whose sections are always shown.
    return .everybody(at: shownMoment(of: revision, at: clock.now) ?? clock.now)
  }
}
