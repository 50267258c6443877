import FeedEditing
import FeedModel
import FeedPhotos
package import FeedPublisher
package import FeedStore
package import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
package import ServiceLifecycle

/// The server: the resources, behind the middleware and the limits on connections, the same for the command
/// line and for tests.
package struct FeedApplication: Sendable {
  private let configuration: ServerConfiguration
  private let publisher: FeedPublisher
  private let store: any FeedStore
  private let photos: PhotoServices
  private let events: EventBroadcaster
  private let logger: Logger
  private let metrics: ServerMetrics
  private let rateLimits: RateLimits
  private let repeatedRequests = RepeatedRequestPool()
  private let connectionsPerAddress: ConnectionsPerAddress
  private let budget: MemoryBudget
  private let responder: PathNormalization<RouterResponder<FeedRequestContext>>
  /// The `Server` of every response.
  static let serverName = "tanada"
  /// Every route as documentation names it: `GET /v1/feeds/{feed}`.
  package let routeNames: [String]
  /// Every route that `/openapi.json` describes.
  package var describedRouteNames: [String] {
    resourceTypes.flatMap { $0.operations(.standard) }.map(\.route).uniqued()
  }
  private let resourceTypes: [any Resource.Type]

  /// Creates the application that serves the publication of `publisher` and the content of `store`.
  ///
  /// - Parameters:
  ///   - photos: The photos of `store`, and the pictures that are made of them.
  ///   - events: The broadcaster to which the owner of `publisher` announces every publication.
  ///   - metrics: Where the server records its metrics.
  package init(
    configuration: ServerConfiguration, publisher: FeedPublisher, store: any FeedStore,
    photos: PhotoServices, events: EventBroadcaster, logger: Logger,
    metrics: ServerMetrics = ServerMetrics()
  ) {
    self.configuration = configuration
    self.publisher = publisher
    self.store = store
    self.photos = photos
    self.events = events
    self.logger = logger
    self.metrics = metrics
    rateLimits = RateLimits(configuration.limits)
    connectionsPerAddress = ConnectionsPerAddress(
      maximum: configuration.limits.connectionsPerAddress, except: configuration.trustedProxies,
      onRefusal: metrics.noteRefusedConnection)
    let work = WorkQueue(
      limits: configuration.limits.work, clock: configuration.clock,
      onRefusal: { metrics.noteRefusal(for: "work") })
    let budget = MemoryBudget(
      maximum: configuration.limits.clientMemory,
      onRefusal: { metrics.noteRefusal(for: "memory_\($0.rawValue)") })
    self.budget = budget
    let resources = Self.resources(
      configuration: configuration, publisher: publisher, store: store, photos: photos,
      events: events, metrics: metrics, work: work, budget: budget)
    resourceTypes = resources.map { type(of: $0) }
    let routes = resources.flatMap { $0.routes }
    routeNames = routes.map(\.name)
    let router = Self.router(
      routes: routes, configuration: configuration, rateLimits: rateLimits, store: store,
      metrics: metrics, budget: budget)
    responder = PathNormalization(next: router.buildResponder())
    // Its threads begin while the content is read.
    _ = MultiThreadedEventLoopGroup.singleton
  }

  /// The resources, in the order of `/openapi.json`.
  private static func resources(
    configuration: ServerConfiguration, publisher: FeedPublisher, store: any FeedStore,
    photos: PhotoServices, events: EventBroadcaster, metrics: ServerMetrics, work: WorkQueue,
    budget: MemoryBudget
  ) -> [any Resource] {
    let limits = configuration.limits.body
    let editor = Editor(
      store: store, clock: { [clock = configuration.clock] in clock.now },
      beforeWrite: publisher.writeGate.pass, onWrite: publisher.storeChanged)
    // Tokens and previews make no revision, and a release makes one: they do not wait at the gate.
    let ungatedEditor = Editor(
      store: store, clock: { [clock = configuration.clock] in clock.now },
      onWrite: publisher.storeChanged)
    let cursors = CursorSigner(secret: configuration.cursorSecret)
    let links = PreviewLinks(secret: configuration.cursorSecret)
    let exports = Exports(
      of: store, maximumCount: configuration.maximumExportCount,
      timeout: configuration.exportTimeout, clock: configuration.clock)
    let access = PhotoAccess(photos.library, publisher: publisher)
    let pictures = PictureAnswers(
      library: photos.library, renditions: photos.renditions, access: access,
      budget: OpenPictureBudget(clock: configuration.clock))
    let resources: [any Resource] = [
      FeedRoutes(publisher: publisher, editor: ungatedEditor, links: links, work: work),
      FeedListRoutes(editor: editor),
      CompositionRoutes(publisher: publisher, editor: editor, limits: limits),
      SectionRoutes(publisher: publisher, work: work),
      KindRoutes(publisher: publisher, editor: editor, limits: limits),
      ContentRoutes(
        publisher: publisher, store: store, work: work, cursors: cursors,
        maximumScannedTextCount: configuration.limits.scannedTexts),
      ContentWritingRoutes(editor: editor, limits: limits),
      BatchRoutes(editor: editor, limits: limits),
      PhotoRoutes(
        library: photos.library, renditions: photos.renditions, access: access,
        addresses: publisher.configuration.items.pictures, limits: limits,
        beforeWrite: publisher.writeGate.pass, onWrite: publisher.storeChanged),
      PictureRoutes(
        library: photos.library, pictures: pictures,
        addresses: publisher.configuration.items.pictures,
        openSizes: configuration.openPictureSizes),
      CardRoutes(
        library: photos.library, pictures: pictures,
        addresses: publisher.configuration.items.pictures),
      TransferRoutes(
        store: store, maximumBodySize: configuration.maximumImportSize, clock: configuration.clock,
        shownMoment: publisher.shownMoment, beforeWrite: publisher.writeGate.pass,
        onWrite: publisher.storeChanged, exports: exports),
      EventRoutes(broadcaster: events),
      TokenRoutes(editor: ungatedEditor, randomBytes: configuration.randomBytes, limits: limits),
      AuditRoutes(store: store),
      HistoryRoutes(publisher: publisher, store: store, work: work),
      RestoreRoutes(publisher: publisher, editor: editor, limits: limits),
      ReleaseRoutes(
        publisher: publisher, editor: ungatedEditor, links: links, work: work, limits: limits),
      LayoutRoutes(
        limits: limits, work: work, maximumItemCount: configuration.limits.layoutItems),
      WebRoutes(),
      HealthRoutes(publisher: publisher),
      MetricsRoutes(
        publisher: publisher, metrics: metrics, events: events, work: work, budget: budget,
        databaseSize: configuration.databaseSize, clock: configuration.clock,
        start: configuration.clock.uptime),
    ]
    return resources + [OpenAPIRoutes(describing: resources, store: store)]
  }

  /// The routes behind the middleware of every request.
  private static func router(
    routes: [Route], configuration: ServerConfiguration, rateLimits: RateLimits,
    store: any FeedStore, metrics: ServerMetrics, budget: MemoryBudget
  ) -> Router<FeedRequestContext> {
    let router = Router(context: FeedRequestContext.self)
    let table = RouteTable(routes)
    let problems = ProblemMiddleware(
      routes: table, busyWarnings: BusyWarnings(), clock: configuration.clock)
    // From the outermost to the innermost. A request passes them downwards, its response upwards.
    // 1. Responses to HEAD lose their bodies, also those of problems.
    router.add(middleware: HeadMiddleware())
    // 2. The id that everything after it logs and answers with.
    router.add(middleware: RequestIDMiddleware(makeID: configuration.makeRequestID))
    // 3. The client's address, for the access log and the rate limits.
    router.add(middleware: ClientAddressMiddleware(trustedProxies: configuration.trustedProxies))
    // 4. Metrics and the access log, which see every response, also those of the middleware below.
    router.add(
      middleware: ObservationMiddleware(
        routes: table, metrics: metrics, accessLog: configuration.accessLog,
        endlessContentType: EventText.contentType, clock: configuration.clock))
    // 5. OPTIONS is answered, and CORS headers are added to every response, also to problems.
    router.add(
      middleware: CrossOriginMiddleware(origins: configuration.origins, routes: table))
    // 6. Errors of authentication and rate limits become responses.
    router.add(middleware: problems)
    // 7. The identity. A token that is not accepted is refused in step 11, after it was counted.
    router.add(middleware: AuthenticationMiddleware(store: store, clock: configuration.clock))
    // 8. The identity's name, for the access log.
    router.add(middleware: IdentityNoteMiddleware())
    // 9. The rate limits, by address or token.
    router.add(
      middleware: RateLimitMiddleware(
        limits: rateLimits, routes: table, exemptPaths: HealthRoutes.paths,
        clock: configuration.clock))
    // 10. Errors of handlers become responses, to which step 9 adds what is left of the rate.
    router.add(middleware: problems)
    // 11. Requests with a malformed path, or a token that is not accepted, are refused.
    router.add(middleware: RefusalMiddleware())
    // 12. Large bodies and answers are counted in the memory budget.
    router.add(
      middleware: MemoryBudgetMiddleware(
        budget: budget, routes: table, maximumBodySize: configuration.limits.body.size))
    // 13. The parameters of the path are decoded.
    router.add(middleware: PathParameterMiddleware())
    for route in routes {
      router.on(route.path, method: route.method, use: route.handler)
      if route.method == .get { router.on(route.path, method: .head, use: route.handler) }
    }
    return router
  }

  /// Listens until SIGTERM or SIGINT, then finishes the requests in flight.
  ///
  /// - Parameters:
  ///   - services: Work beside requests, which begins before connections are accepted and ends after the last one.
  ///   - onListening: Called with the port when connections are accepted.
  /// - Throws: ``ServerError`` if the server cannot listen on the address.
  package func run(
    services: [any Service] = [], onListening: @escaping @Sendable (_ port: Int) -> Void
  ) async throws {
    let server = Application(
      responder: responder, server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        serverName: Self.serverName,
        availableConnectionsDelegate: ConnectionLimit(
          maximum: configuration.limits.connections, gauge: metrics.connections)),
      services: (services + [events]).map(NamedService.init),
      onServerRunning: { channel in
        onListening(channel.localAddress?.port ?? configuration.port)
      },
      logger: logger)
    do {
      try await server.runService()
    } catch let error as IOError {
      throw ServerError(error, host: configuration.host, port: configuration.port)
    }
  }

  private var server: HTTPServerBuilder {
    HTTPServerBuilder { [connections] responder in
      AcceptedConnections(
        channel: HTTP1Channel(responder: responder, configuration: connections))
    }
  }

  /// Prepares a connection that was accepted, on its event loop, and leaves it to the caller to have it handled.
  package func accept(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
    let connections = AcceptedConnections(
      channel: HTTP1Channel(
        responder: { _, _, _ in }, configuration: connections))
    return connections.setup(channel: channel, logger: logger)
  }

  /// The channel handlers and limits of each connection.
  private var connections: HTTP1Channel.Configuration {
    let limits = configuration.limits
    let answers = PublishedAnswers(
      of: publisher, configuration: configuration, limits: rateLimits, metrics: metrics.requests,
      budget: budget)
    // Hummingbird's idle timeout does not see all requests: `ConnectionHandler` has one.
    return HTTP1Channel.Configuration(
      additionalChannelHandlers: channelHandlers(answers: answers), idleTimeout: nil,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerSize, maxHeaderListSize: limits.headerSize,
        maxHeaderFieldCount: 256))
  }

  /// The handlers of a connection between the HTTP decoder and Hummingbird.
  private func channelHandlers(answers: PublishedAnswers) -> [any RemovableChannelHandler] {
    let limits = configuration.limits
    let unsent = UnsentBytesHandler(budget: budget, except: configuration.trustedProxies)
    let pipeline = PipelinedRequestHandler()
    let connection = ConnectionHandler(
      timeouts: ConnectionState.Timeouts(
        request: limits.requestTimeout, idle: limits.idleTimeout,
        response: limits.responseTimeout, grace: limits.stopGrace),
      endlessContentType: EventText.contentType, clock: configuration.clock,
      makeID: configuration.makeRequestID, unsent: unsent,
      onMalformedRequest: metrics.noteMalformedRequest)
    return [
      ConnectionsPerAddressHandler(connectionsPerAddress),
      RequestHeadHandlerAdder(connection: connection),
      HeadResponseHandler(),
      MalformedRequestHandler(makeID: configuration.makeRequestID),
      connection,
      pipeline,
      PublishedRequestHandler(
        answers: answers,
        repeated: RepeatedRequestHandler(
          answers: answers, pool: repeatedRequests, connection: connection, unsent: unsent),
        pipeline: pipeline),
    ]
  }
}

// MARK: - Without a connection

extension FeedApplication {
  /// Answers GET `path` without a connection.
  package func get(_ path: String) async throws -> LocalResponse {
    try await answer(.get, path)
  }

  /// Answers a request of `identity` without a connection, behind all middleware.
  ///
  /// - Parameter peer: the address that the request is counted for; `nil` for none.
  package func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8] = [],
    as identity: Identity? = nil, from peer: IPAddress? = nil
  ) async throws -> LocalResponse {
    try await answer(
      method, path, headers: headers, body: RequestBody(buffer: ByteBuffer(bytes: body)),
      as: identity, from: peer)
  }

  /// Answers a request without a connection whose body arrives in `pieces`.
  package func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:],
    pieces: AsyncStream<[UInt8]>
  ) async throws -> LocalResponse {
    try await answer(
      method, path, headers: headers,
      body: RequestBody(asyncSequence: pieces.map { ByteBuffer(bytes: $0) }), as: nil, from: nil)
  }

  private func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: RequestBody,
    as identity: Identity?, from peer: IPAddress?
  ) async throws -> LocalResponse {
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers),
      body: body)
    var context = FeedRequestContext(logger: logger, peer: peer)
    context.identity = identity
    return try await LocalResponse(await responder.respond(to: request, context: context))
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
