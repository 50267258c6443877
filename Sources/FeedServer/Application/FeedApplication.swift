package import FeedStore
import FeedEditing
package import FeedHTTP
package import FeedModel
package import FeedPhotos
package import FeedPublisher
package import HTTPTypes
package import HummingbirdCore
package import Logging
package import NIOCore
package import ServiceLifecycle
import StrictJSON
import Synchronization

/// The server: the resources behind ``RequestPipeline``, the same for the command line and for tests.
package struct FeedApplication: Sendable {
  /// Has the content in service.
  package let publisher: FeedPublisher
  /// Announces what goes into service.
  package let events: EventBroadcaster
  /// Which tokens are used, for the caller to write to the store.
  package let tokenUses = TokenUses()
  private let pipeline: RequestPipeline
  /// Every route, in the order of `/openapi.json`.
  package var routes: [Route] { groups.flatMap(\.routes) }
  /// The routes by their tag in `/openapi.json`.
  package let groups: [(tag: String, routes: [Route])]
  private let resources: [any Resource]

  /// Returns `/openapi.json` as it is for a database with `kinds`.
  package func description(for kinds: ContentKinds) -> [UInt8] {
    JSONWriter.encode { OpenAPIDocument(resources, kinds: kinds).write(to: &$0) }
  }

  /// The schemas that routes refer to by name, for a database with `kinds`.
  package func components(for kinds: ContentKinds) -> [Schema.Component] {
    OpenAPIDocument.components(of: resources, kinds)
  }

  /// Creates the application of `store`, with nothing in service yet.
  ///
  /// - Parameters:
  ///   - publishing: How documents are made.
  ///   - photos: The pictures that are made of the photos of `store`.
  ///   - cache: Has what is made for requests.
  ///   - clock: The time by which the publisher publishes; by default that of the server.
  ///   - pictures: Makes the pictures of a revision once it is in service; `nil` to make none beforehand.
  ///   - metrics: Where the server records its metrics.
  ///   - onPublication: Called with every publication after it has gone into service, and was announced.
  package init(
    _ configuration: ServerConfiguration, publishing: FeedPublisher.Configuration,
    of store: any FeedStore, photos: Renditions, cache: SharedCache = SharedCache(),
    events: EventBroadcaster.Configuration = .init(), clock: (any TimeSource)? = nil,
    pictures: (@Sendable (NewPictures) -> Void)? = nil, metrics: ServerMetrics = ServerMetrics(),
    logger: Logger, onPublication: @escaping @Sendable (Publication) -> Void = { _ in }
  ) {
    let clock = clock ?? configuration.http.clock
    let events = EventBroadcaster(store: store, configuration: events, clock: clock, logger: logger)
    publisher = FeedPublisher(
      store: store, configuration: publishing, cache: DocumentCache(in: cache), logger: logger,
      clock: clock, pictures: pictures,
      onPublication: {
        metrics.notePublication(in: $0.publishedIn, commitToServed: $0.commitToServed)
        events.announce($0.committed, changing: $0.changes)
        onPublication($0)
      })
    self.events = events
    let budget = MemoryBudget(
      maximum: configuration.http.limits.clientMemory,
      onRefusal: { metrics.noteRefusal(for: "memory_\($0)") })
    let work = WorkQueue(
      limits: configuration.http.limits.work, budget: budget, clock: configuration.http.clock,
      onRefusal: { metrics.noteRefusal(for: "work") })
    let answers = FinishedAnswers(in: publisher.cache.shared)
    resources = Self.resources(
      configuration: configuration, publisher: publisher, store: store, photos: photos,
      events: events, metrics: metrics, work: work, budget: budget, answers: answers,
      tokenUses: tokenUses)
    let all = resources.map { (tag: type(of: $0).tag, routes: $0.routes) }
    groups = all.map(\.tag).uniqued().map { tag in
      (tag, all.filter { $0.tag == tag }.flatMap(\.routes))
    }
    var http = configuration.http
    if publisher.configuration.items.pictures.server.isEmpty {
      let isWarned = Atomic(false)
      http.onForwarded = {
        guard !isWarned.exchange(true, ordering: .relaxed) else { return }
        logger.warning("requests come through a proxy, but public_url is not set")
      }
    }
    pipeline = RequestPipeline(
      http, routes: groups.flatMap(\.routes), finished: answers,
      identify: Authentication(store: store, clock: configuration.http.clock, uses: tokenUses)
        .identification,
      describe: { Problem($0, of: $1) }, metrics: metrics, budget: budget, logger: logger)
  }

  /// The resources, in the order of `/openapi.json`.
  private static func resources(
    configuration: ServerConfiguration, publisher: FeedPublisher, store: any FeedStore,
    photos: Renditions, events: EventBroadcaster, metrics: ServerMetrics, work: WorkQueue,
    budget: MemoryBudget, answers: FinishedAnswers, tokenUses: TokenUses
  ) -> [any Resource] {
    let limits = configuration.http.limits.body
    let editor = Editor(
      store: store, clock: { [clock = configuration.http.clock] in clock.now },
      beforeWrite: publisher.writeGate.pass, onWrite: publisher.storeChanged)
    let signer = CursorSigner(secret: configuration.cursorSecret)
    let exports = Exports(
      of: store, maximumCount: configuration.maximumExportCount,
      timeout: configuration.exportTimeout, clock: configuration.http.clock)
    let access = PhotoAccess(photos.library, publisher: publisher)
    let items = publisher.configuration.items
    let maximumItemCount = configuration.http.limits.layoutItems
    // Tokens make no revision, and a release makes one: they do not wait at the gate.
    let resources: [any Resource] = [
      FeedRoutes(
        publisher: publisher, editor: editor, links: signer, work: work, answers: answers,
        limits: limits, maximumItemCount: maximumItemCount),
      KindRoutes(publisher: publisher, editor: editor, limits: limits),
      DesignRoutes(editor: editor, limits: limits),
      ContentRoutes(
        publisher: publisher, editor: editor, work: work, cursors: signer, limits: limits,
        maximumScannedTextCount: configuration.http.limits.scannedTexts, answers: answers),
      PhotoRoutes(
        publisher: publisher, editor: editor, renditions: photos, access: access, limits: limits,
        budget: OpenPictureBudget(clock: configuration.http.clock),
        openSizes: configuration.openPictureSizes),
      TransferRoutes(
        publisher: publisher, editor: editor, maximumBodySize: configuration.maximumImportSize,
        exports: exports),
      EventRoutes(broadcaster: events),
      TokenRoutes(
        editor: editor.immediate, uses: tokenUses, publishing: items,
        randomBytes: configuration.randomBytes, limits: limits),
      PresenceRoutes(board: PresenceBoard(), clock: configuration.http.clock, limits: limits),
      HistoryRoutes(
        publisher: publisher, editor: editor, work: work, limits: limits,
        maximumItemCount: maximumItemCount),
      ReleaseRoutes(
        publisher: publisher, editor: editor.immediate, links: signer, work: work, limits: limits),
      LayoutRoutes(
        store: store, limits: limits, work: work, maximumItemCount: maximumItemCount),
      WebRoutes(),
      DocumentationRoutes(folder: configuration.documentation, in: publisher.cache.shared),
      MonitoringRoutes(
        publisher: publisher, store: store, metrics: metrics, events: events, work: work,
        budget: budget, answers: answers, configuration: configuration,
        start: configuration.http.clock.uptime),
    ]
    return resources + [OpenAPIRoutes(describing: resources, store: store)]
  }

  /// Listens until SIGTERM or SIGINT, drains, then finishes the requests in flight.
  ///
  /// - Parameters:
  ///   - services: Work beside requests, which begins before connections are accepted and ends after the last one.
  ///   - onListening: Called with the port when connections are accepted.
  /// - Throws: ``ServerError`` if the server cannot listen on the address.
  package func run(
    services: [any Service] = [], onListening: @escaping @Sendable (_ port: Int) -> Void
  ) async throws {
    try await pipeline.run(services: services + [events], onListening: onListening)
  }

  /// Prepares a connection that was accepted, on its event loop, and leaves it to the caller to have it handled.
  package func accept(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
    pipeline.accept(channel)
  }
}

// MARK: - Without a connection

extension FeedApplication {
  /// Answers GET `path` without a connection.
  package func get(_ path: String) async throws -> LocalResponse {
    try await answer(.get, path)
  }

  /// Answers a request of `identity` without a connection.
  ///
  /// - Parameter peer: The address that the request is counted for; `nil` for none.
  package func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:],
    body: RequestBody = RequestBody(buffer: ByteBuffer()), as identity: Identity? = nil,
    from peer: IPAddress? = nil
  ) async throws -> LocalResponse {
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers),
      body: body)
    return try await LocalResponse(await pipeline.respond(to: request, as: identity, from: peer))
  }

  /// Answers a request of `identity` with `body` in memory, without a connection.
  package func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8],
    as identity: Identity?
  ) async throws -> LocalResponse {
    try await answer(
      method, path, headers: headers, body: RequestBody(buffer: ByteBuffer(bytes: body)),
      as: identity)
  }
}

extension FeedApplication {
  /// The answer for an export: to an unknown client, without a connection.
  @Sendable package func exportAnswer(
    _ address: String, in coding: String?
  ) async throws -> ExportAnswer {
    let response = try await answer(
      .get, address, headers: [.acceptEncoding: coding ?? "identity"])
    var fields: [String: String] = [:]
    for field in response.headers { fields[field.name.canonicalName] = field.value }
    return ExportAnswer(status: response.status, fields: fields, bytes: response.body)
  }
}

/// A response with its whole body in memory.
package struct LocalResponse: Sendable {
  package let status: Int
  package let headers: HTTPFields
  package let body: [UInt8]

  init(_ response: Response) async throws {
    let collector = Collector()
    try await response.body.write(collector)
    status = response.status.code
    headers = response.headers
    body = collector.bytes
  }

  private final class Collector: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) async throws {
      bytes.append(contentsOf: buffer.readableBytesView)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
