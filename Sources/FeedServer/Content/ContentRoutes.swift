import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The content in the format of content files: reading and writing it. The public sees the items that are shown now; clients
/// with a token see all items with their windows.
struct ContentRoutes: Resource {
  static let tag = "content"

  let publisher: FeedPublisher
  let editor: Editor
  let work: WorkQueue
  let cursors: CursorSigner
  let limits: BodyLimits
  /// The maximum number of texts that a search without a token scans.
  let maximumScannedTextCount: Int
  let answers: FinishedAnswers

  private var store: any FeedStore { editor.store }

  var routes: [Route] {
    [
      Route(
        .get, "/v1/content/{kind}", query: .open, parameters: Parameter.list,
        operations: Route.ofEachKind { kind in
          Route.Operation(
            "list\(kind.operationName)", "The items of a kind, in the format of content files.",
            path: "/v1/content/\(kind.name)", parameters: Parameter.filters(of: kind),
            answers: [.ok(.page(of: kind), "A page of items."), .notModified], problems: [422])
        }, list),
      Route(
        .get, "/v1/content/{kind}/{id}",
        parameters: [.id("item"), .fields, .contentLocale, .ifNoneMatch],
        operations: Route.ofEachKind { kind in
          Route.Operation(
            "get\(kind.operationName)", "One item.", path: "/v1/content/\(kind.name)/{id}",
            answers: [.ok(.single(kind), "The item."), .notModified], problems: [404])
        }, item),
    ] + writingRoutes
  }

  static func address(of id: Int, _ kind: String) -> String {
    "/v1/content/\(kind)/\(id)"
  }

  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let kind = try context.kindName
    let request = try await request.untracked(forContentOf: kind, in: store)
    let isPlain = try request.isPlainList
    return try await content(of: kind, keys: SurrogateKeys(ofKind: kind), request, context) {
      isPlain
        ? try await readList(request, context)
        : try await work.run(for: context) { try await readList(request, context) }
    }
  }

  private func item(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let (kind, id) = (try context.kindName, try context.pathParameter("id"))
    // An id that is no number is refused, and has no keys.
    let keys = Int(id).map { SurrogateKeys(ofItem: $0, kind: kind) }
    return try await content(of: kind, keys: keys, request, context) {
      try await readItem(request, context)
    }
  }

  /// Answers with content of `kind`: everybody with what is in memory until the kind changes, and clients with a token
  /// with what the store has.
  private func content(
    of kind: String, keys: SurrogateKeys?, _ request: Request, _ context: FeedRequestContext,
    reading read: () async throws -> Content
  ) async throws -> Response {
    let now = publisher.clock.now
    let locale = try ContentLocale(request, publisher.configuration.items)
    guard context.identity == nil, let keys, let address = locale.target(of: request) else {
      let content = try await read()
      let document = try await work.represented(content.published.document, for: request, context)
      return Response(answer(document, freshness: content.freshness), to: request, at: now)
    }
    // Later reads are of this revision or a newer one.
    let revision = publisher.current?.revision
    // Clients may cache content from memory for as long as the publication in service.
    var freshness = CachePolicy.until(publisher.current?.boundaries(ofKind: kind) ?? .none)
    let document = try await publisher.content(of: kind, at: address) {
      let content = try await read()
      freshness = content.freshness
      return content.published
    }
    answers.keep(for: request, context) { [publisher] in
      publisher.contentGeneration
    } document: { [publisher] in
      guard let document = publisher.knownContent(of: kind, at: address),
        let publication = publisher.current
      else { return nil }
      let boundaries = publication.boundaries(ofKind: kind)
      return answer(document, freshness: .until(boundaries))
        .marked(revision: publication.revision, keys: keys)
    }
    let made = try await work.represented(document, for: request, context)
    return Response(
      answer(made, freshness: freshness).marked(revision: revision, keys: keys), to: request,
      at: now)
  }

  private func answer(_ document: PublishedDocument, freshness: CachePolicy) -> DocumentAnswer {
    DocumentAnswer(document, freshness: freshness, fields: [.vary: "Authorization, Cookie"])
      .linked(to: document.next)
  }

  // MARK: - Reading

  /// Content as the store has it now, and how long it may be cached.
  private typealias Content = (
    published: (document: PublishedDocument, revision: Revision?), freshness: CachePolicy
  )

  private func readList(_ request: Request, _ context: FeedRequestContext) async throws -> Content {
    let seesDrafts = context.identity != nil
    let (freshness, cursors, now) = (
      freshness(seesDrafts: seesDrafts), cursors, publisher.clock.now
    )
    let costLimit = seesDrafts ? nil : maximumScannedTextCount
    let (list, page, revision, until) = try await store.read { [publisher] reader in
      let list = try ContentListRequest(
        request, kind: try context.contentKind(among: try reader.kinds()),
        publishing: publisher.configuration.items, known: try reader.knownLocales(), at: now)
      let position = try list.position(verifiedBy: cursors)
      if let costLimit { try list.requireCost(upTo: costLimit, in: reader) }
      let revision = try reader.latestRevision()
      // Before the first revision nothing is shown.
      let moment = seesDrafts ? nil : publisher.shownMoment(of: revision, at: now) ?? .beginning
      return (
        list, try list.page(after: position, shownAt: moment, from: reader), revision,
        try freshness(list.kind, revision, reader)
      )
    }
    let next = try page.next.map { try list.address(after: $0, signedBy: cursors) }
    let document = list.document(
      of: page.items, total: page.total, withWindows: seesDrafts, next: next)
    return ((document, revision), until)
  }

  private func readItem(_ request: Request, _ context: FeedRequestContext) async throws -> Content {
    let seesDrafts = context.identity != nil
    let (freshness, now) = (freshness(seesDrafts: seesDrafts), publisher.clock.now)
    let locale = try ContentLocale(request, publisher.configuration.items)
    return try await store.read { [publisher] reader in
      let kind = try context.contentKind(among: try reader.kinds())
      let fields = try FieldSelection(try request.text(.fields), of: kind)
      let id = try context.identifier(of: kind.name)
      let revision = try reader.latestRevision()
      let item = try reader.item(of: kind, id: id).flatMap { item in
        let isShown =
          publisher.shownMoment(of: revision, at: now).map {
            Visibility(at: $0).shows(item.window)
          } == true
        return seesDrafts || isShown ? item : nil
      }
      guard let item else { throw EditingError.noSuchItem(kind, id: id) }
      let document = fields.document(of: item, in: locale, withWindow: seesDrafts)
      return ((document, revision), try freshness(kind, revision, reader))
    }
  }

  /// How long content of a kind may be cached: like screens, until other items of the kind are shown.
  private func freshness(
    seesDrafts: Bool
  ) -> @Sendable (ContentKind, Revision?, any ContentReader) throws -> CachePolicy {
    guard !seesDrafts else { return { _, _, _ in .private } }
    let (publication, now) = (publisher.current, publisher.clock.now)
    return { kind, revision, reader in
      guard let revision else { return .until(.none) }
      // The publication determines this; the store may be slightly ahead of it.
      if let publication, publication.revision == revision.number {
        return .until(publication.boundaries(ofKind: kind.name))
      }
      let boundaries = try reader.nextItemBoundaries(after: revision.shownMoment(at: now))
      return .until(boundaries[kind.name]?.ofPublic ?? .none)
    }
  }
}

extension Timestamp {
  fileprivate static let beginning = Timestamp(millisecondsSince1970: .min)
}

extension FieldSelection {
  /// The document with `item`. One with the item's own values has the tag that an item of these alone has, which
  /// `If-Match` takes if there are no others: translations change the tag of none but their readers, and who writes back
  /// what lacks them is refused. Some fields, and translated ones, are another document with a tag of its own.
  fileprivate func document(
    of stored: StoredItem, in locale: ContentLocale, withWindow: Bool
  ) -> PublishedDocument {
    let item = locale.localized(stored)
    let isWhole =
      text == nil && locale.notes.isEmpty && item.content.values == stored.content.values
    let bytes = JSONWriter.object { object in
      object.array("result", [item]) { write($1, withWindow: withWindow, to: &$0) }
      object.notes(locale.notes)
    }
    return PublishedDocument(bytes: bytes, entityTag: isWhole ? item.entityTag : nil)
  }
}
