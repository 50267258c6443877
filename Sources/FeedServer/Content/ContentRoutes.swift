import FeedEditing
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

/// The content in the format of content files. The public sees the items that are shown now; clients
/// with a token see all items with their windows.
struct ContentRoutes {
  let publisher: FeedPublisher
  let store: any FeedStore
  let work: WorkQueue
  /// Signs the cursors of pages.
  let cursors: CursorSigner
  /// The maximum number of texts that a search without a token scans.
  let maximumScannedTextCount: Int

  var routes: [Route] {
    [
      Route(.get, "/v1/content/{kind}", list),
      Route(.get, "/v1/content/{kind}/{id}", item),
    ]
  }

  /// The path of item `id` of `kind`.
  static func address(of id: Int, _ kind: String) -> String {
    "/v1/content/\(kind)/\(id)"
  }

  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let kind = try context.parameters.require("kind")
    // A list from the cache may be cached by clients as long as the publication in service.
    var policy = CachePolicy.content(
      until: publisher.current?.boundaries(ofKind: kind) ?? .none, at: publisher.clock.now)
    let isPlain = try request.isPlainList
    let make = {
      let (list, caching) =
        isPlain
        ? try await read(request, context)
        : try await work.run(for: context) { try await read(request, context) }
      policy = caching
      return list
    }
    let document =
      context.identity == nil
      ? try await publisher.list(of: kind, at: request.head.path ?? "", reading: make)
      : try await make().document
    var response = Response(document, answering: request, caching: policy)
    response.headers[.vary] = "Authorization"
    if context.identity == nil { response.mark(keys: SurrogateKeys(ofKind: kind)) }
    if let next = document.next { response.headers[.link] = "<\(next)>; rel=\"next\"" }
    return response
  }

  /// The list as the store has it now, and how long it may be cached.
  private func read(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> (list: FeedPublisher.List, caching: CachePolicy) {
    let seesDrafts = context.identity != nil
    let (caching, cursors, now) = (caching(seesDrafts: seesDrafts), cursors, publisher.clock.now)
    let costLimit = seesDrafts ? nil : maximumScannedTextCount
    let (list, page, revision, policy) = try await store.read { [publisher] reader in
      let list = try ContentListRequest(
        request, kind: try context.contentKind(among: try reader.kinds()))
      let position = try list.position(verifiedBy: cursors)
      if let costLimit { try list.requireCost(upTo: costLimit, in: reader) }
      let revision = try reader.latestRevision()
      // Before the first revision nothing is shown.
      let moment = seesDrafts ? nil : publisher.shownMoment(of: revision, at: now) ?? .beginning
      return (
        list, try ContentPage(list, after: position, shownAt: moment, from: reader), revision,
        try caching(list.kind, revision, reader)
      )
    }
    let next = try page.next.map { try list.address(after: $0, signedBy: cursors) }
    let document = page.document(fields: list.fields, withWindows: seesDrafts, next: next)
    return (FeedPublisher.List(document, of: revision), policy)
  }

  @Sendable private func item(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireParameters(among: ["fields"])
    let seesDrafts = context.identity != nil
    let (caching, now) = (caching(seesDrafts: seesDrafts), publisher.clock.now)
    let (item, fields, policy) = try await store.read { [publisher] reader in
      let kind = try context.contentKind(among: try reader.kinds())
      let fields = try FieldSelection(try request.parameter("fields"), of: kind)
      let id = try context.identifier(of: kind.name)
      let revision = try reader.latestRevision()
      let item = try reader.item(of: kind, id: id).flatMap { item in
        let isShown =
          publisher.shownMoment(of: revision, at: now).map(item.window.isShown) == true
        return seesDrafts || isShown ? item : nil
      }
      guard let item else { throw Problem.notFound("\(kind.name) has no item \(id)") }
      return (item, fields, try caching(kind, revision, reader))
    }
    var response = Response(
      item, fields: fields, withWindow: seesDrafts, caching: policy, answering: request)
    if !seesDrafts {
      let (kind, id) = (item.content.kind.name, item.content.id)
      response.mark(keys: SurrogateKeys(ofItem: id, kind: kind))
    }
    return response
  }

  /// How long content of a kind may be cached: like screens, until other items of the kind are shown.
  private func caching(
    seesDrafts: Bool
  ) -> @Sendable (ContentKind, Revision?, any ContentReader) throws -> CachePolicy {
    guard !seesDrafts else { return { _, _, _ in .private } }
    let (publication, now) = (publisher.current, publisher.clock.now)
    return { kind, revision, reader in
      guard let revision else { return .content(until: .none, at: now) }
      // The publication determines this; the store may be slightly ahead of it.
      if let publication, publication.revision == revision.number {
        return .content(until: publication.boundaries(ofKind: kind.name), at: now)
      }
      let boundaries = try reader.nextItemBoundaries(after: revision.shownMoment(at: now))
      return .content(until: boundaries[kind.name] ?? .none, at: now)
    }
  }
}

extension Timestamp {
  /// A moment before everything.
  fileprivate static let beginning = Timestamp(millisecondsSince1970: .min)
}

extension Response {
  /// One item with the tag that `If-Match` takes, or 304 if the client has it already. Some fields of
  /// it are another document, with a tag of its own.
  fileprivate init(
    _ item: StoredItem, fields: FieldSelection, withWindow: Bool, caching: CachePolicy,
    answering request: Request
  ) {
    let document = PublishedDocument { writer in
      writer.object { object in
        object.array("result", [item]) { fields.write($1, withWindow: withWindow, to: &$0) }
      }
    }
    let tag = fields.text == nil ? item.entityTag : document.entityTag
    let headers: HTTPFields = [
      .cacheControl: caching.rawValue, .eTag: tag,
      .vary: "Authorization",
    ]
    guard !EntityTags(request.headers[values: .ifNoneMatch]).contains(tag, by: .weak) else {
      self.init(status: .notModified, headers: headers)
      return
    }
    self.init(json: document.bytes)
    for field in headers { self.headers[field.name] = field.value }
  }
}

extension HTTPField.Name {
  /// RFC 8288.
  static let link = field("Link")
}
