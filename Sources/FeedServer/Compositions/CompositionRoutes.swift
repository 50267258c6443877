import FeedEditing
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import Hummingbird
import LayoutCatalog
import StrictJSON
import Synchronization

/// Which sections feeds show, as their editors read and write it.
struct CompositionRoutes {
  let publisher: FeedPublisher
  let store: any FeedStore
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(.get, "/v1/feeds/{feed}/composition", read),
      Route(.put, "/v1/feeds/{feed}/composition", replace),
    ]
  }

  /// Everyone may know what a feed shows and when, apart from drafts.
  @Sendable private func read(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let name = try context.feedName
    let showsDrafts = context.identity != nil
    let (document, revision) = try await store.read { reader in
      (
        try CompositionDocument(of: name, in: reader, showsDrafts: showsDrafts),
        try reader.latestRevision()?.number ?? 0
      )
    }
    guard let document else { throw Problem.unknownFeed(name) }
    return Response(
      document.published, answering: request, caching: showsDrafts ? .none : .revalidated
    ).marked(revision: revision)
  }

  @Sendable private func replace(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let actor = AuditActor(try context.require(.admin))
    let name = try context.feedName
    guard PlainName.isValid(name) else {
      throw Problem.invalidParameter(
        "feed", expected: PlainName.form, found: name.quotedExcerpt)
    }
    let body = try await request.collectedBody(limits)
    let composition = try Composition(reading: body, of: name)
    try CompositionCheck.check(composition, for: publisher.configuration.viewports)
    let document = CompositionDocument(composition)
    let precondition = Precondition(request.headers)

    let outcome = Mutex((change: Change.unchanged, revision: 0))
    let made = try await store.write(at: publisher.clock()) { transaction in
      let old = try CompositionDocument(of: name, in: transaction, showsDrafts: true)
      try precondition.check(
        old.map { .tagged($0.published.entityTag) } ?? .nothing, of: "composition",
        isDefault: old?.isStored == false)
      let change = try transaction.compose(document.text, of: name, by: actor)
      let revision = try transaction.latestRevision()?.number ?? 0
      outcome.withLock { $0 = (change, revision) }
    }
    publisher.storeChanged()

    let (change, revision) = outcome.withLock { $0 }
    var response = Response(
      status: change == .inserted ? .created : .ok, json: document.published.bytes)
    response.headers[.eTag] = document.published.entityTag
    return response.marked(revision: made?.number ?? revision)
  }
}

/// A composition as it is served, and whether somebody wrote it.
struct CompositionDocument: Sendable {
  let published: PublishedDocument
  /// Whether it is an editor's own, and not the default.
  let isStored: Bool

  /// The document that `composition` is written as.
  init(_ composition: Composition) {
    published = PublishedDocument { composition.write(to: &$0) }
    isStored = true
  }

  /// The document of `feed`; `nil` for a feed that does not exist. One that cannot be understood is
  /// served as it is to those who see drafts, so that it can be mended.
  init?(of feed: String, in reader: any ContentReader, showsDrafts: Bool) throws {
    let stored = try reader.compositionDocument(of: feed)
    do {
      guard let composition = try reader.composition(of: feed) else { return nil }
      published = PublishedDocument {
        (showsDrafts ? composition : composition.withoutDrafts).write(to: &$0)
      }
    } catch is ContentProblems {
      guard showsDrafts, let stored else { throw Problem.unreadableComposition(of: feed) }
      published = PublishedDocument(bytes: Array(stored.utf8))
    }
    isStored = stored != nil
  }

  /// The document as the store keeps it.
  var text: String { String(decoding: published.bytes, as: UTF8.self) }
}

extension Problem {
  /// The stored document is none: another tool has written it.
  fileprivate static func unreadableComposition(of feed: String) -> Problem {
    Problem(
      status: .internalServerError, code: "composition_unreadable",
      title: "Composition unreadable",
      detail: "what is stored for the feed \(feed) cannot be read; an admin replaces it with PUT")
  }
}
