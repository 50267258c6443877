import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import HTTPTypes
import Hummingbird
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
    let precondition = WritePrecondition(request.headers)

    let outcome = Mutex((change: Change.unchanged, revision: 0))
    let made = try await store.write(at: publisher.now()) { transaction in
      let old = try CompositionDocument(of: name, in: transaction, showsDrafts: true)
      try precondition.check(old)
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
    } catch let problems as ContentProblems {
      guard showsDrafts, let stored else { throw problems }
      published = PublishedDocument(bytes: Array(stored.utf8))
    }
    isStored = stored != nil
  }

  /// The document as the store keeps it.
  var text: String { String(decoding: published.bytes, as: UTF8.self) }
}

/// What a writer expects to find (RFC 9110, sections 13.1.1 and 13.1.2).
private struct WritePrecondition: Sendable {
  /// The tags of `If-Match`; `nil` without one.
  private let expectedTags: [String]?
  /// Whether `If-None-Match: *` asks for a feed that nobody has composed.
  private let expectsNone: Bool

  init(_ headers: HTTPFields) {
    let tags = headers[values: .ifMatch].flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    expectedTags = tags.isEmpty ? nil : tags
    expectsNone = headers[.ifNoneMatch]?.trimmingCharacters(in: .whitespaces) == "*"
  }

  /// - Throws: a problem with 412 if `found` is not what was expected.
  func check(_ found: CompositionDocument?) throws {
    if expectsNone, found?.isStored == true {
      throw failed("the feed has a composition already")
    }
    guard let expectedTags else { return }
    guard let found else { throw failed("the feed has no composition") }
    // The comparison is strong: a weak tag matches nothing.
    guard expectedTags.contains(where: { $0 == "*" || $0 == found.published.entityTag }) else {
      throw failed("the composition has changed since; its ETag is \(found.published.entityTag)")
    }
  }

  private func failed(_ detail: String) -> Problem {
    Problem(
      status: .preconditionFailed, code: "precondition_failed", title: "Precondition failed",
      detail: detail)
  }
}
