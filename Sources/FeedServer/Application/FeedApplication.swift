import FeedEditing
package import FeedPublisher
package import FeedStore
package import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle

/// The whole server, the same for the command line and for tests.
package struct FeedApplication: Sendable {
  private let configuration: ServerConfiguration
  private let publisher: FeedPublisher
  private let events: EventBroadcaster
  private let logger: Logger
  private let metrics: ServerMetrics
  private let responder: RouterResponder<FeedRequestContext>
  /// Every route as documentation names it: `GET /v1/feeds/{feed}`.
  package let routeNames: [String]
  /// Every route that `/openapi.json` describes.
  package static var describedRouteNames: [String] { Operations.all.map(\.route).uniqued() }

  /// An application that serves what `publisher` has in service and reads lists from `store`.
  ///
  /// - Parameters:
  ///   - events: told of every publication by `publisher`'s owner.
  ///   - metrics: where the server records what it does, beside others.
  package init(
    configuration: ServerConfiguration, publisher: FeedPublisher, store: any FeedStore,
    events: EventBroadcaster, logger: Logger, metrics: ServerMetrics = ServerMetrics()
  ) {
    self.configuration = configuration
    self.publisher = publisher
    self.events = events
    self.logger = logger
    self.metrics = metrics

    let editor = Editor(
      store: store, clock: configuration.clock, onWrite: publisher.storeChanged)
    let cursors = CursorSeal(secret: configuration.cursorSecret)
    let routes =
      FeedRoutes(publisher: publisher, store: store).routes
      + SectionRoutes(publisher: publisher, cursors: cursors).routes
      + JSONFeedRoutes(publisher: publisher).routes
      + CompositionRoutes(
        publisher: publisher, editor: editor, limits: configuration.limits.body
      ).routes
      + ContentRoutes(publisher: publisher, store: store, cursors: cursors).routes
      + ContentWritingRoutes(editor: editor, limits: configuration.limits.body).routes
      + BatchRoutes(editor: editor, limits: configuration.limits.body).routes
      + TransferRoutes(
        store: store, maximumBodySize: configuration.maximumImportSize, now: configuration.clock,
        onWrite: publisher.storeChanged,
        exports: Exports(
          maximumCount: configuration.maximumExportCount, patience: configuration.exportPatience)
      ).routes
      + EventRoutes(broadcaster: events).routes
      + TokenRoutes(
        editor: editor, randomBytes: configuration.randomBytes, limits: configuration.limits.body
      ).routes
      + AuditRoutes(store: store).routes
      + LayoutRoutes(limits: configuration.limits.body).routes
      + HealthRoutes(publisher: publisher).routes
      + MetricsRoutes(
        publisher: publisher, metrics: metrics, events: events,
        databaseSize: configuration.databaseSize,
        now: configuration.now, start: configuration.now()
      ).routes
      + OpenAPIRoutes().routes
    let router = Router(
      context: FeedRequestContext.self, options: .autoGenerateHeadEndpoints)
    let table = RouteTable(routes)
    // From the outside in. What an inner one throws is a response by the time an outer one sees it.
    router.add(middleware: RequestIDMiddleware(makeID: configuration.makeRequestID))
    router.add(middleware: ClientAddressMiddleware(trustedProxies: configuration.trustedProxies))
    router.add(
      middleware: ObservationMiddleware(
        routes: table, metrics: metrics, accessLog: configuration.accessLog,
        now: configuration.now))
    router.add(
      middleware: CrossOriginMiddleware(origins: configuration.origins, routes: table))
    router.add(middleware: ProblemMiddleware(routes: table))
    router.add(middleware: AuthenticationMiddleware(store: store, clock: configuration.clock))
    router.add(middleware: IdentityNoteMiddleware())
    router.add(
      middleware: RateLimitMiddleware(
        limits: configuration.limits, routes: table, now: configuration.now))
    router.add(middleware: ProblemMiddleware(routes: table))
    router.add(middleware: RefusalMiddleware())
    for route in routes {
      router.on(route.path, method: route.method, use: route.handler)
    }
    responder = router.buildResponder()
    routeNames = routes.map { "\($0.method.rawValue) \($0.path.description)" }
  }

  /// Listens until SIGTERM or SIGINT, then finishes the requests in flight.
  ///
  /// - Parameter onListening: told the port once connections are accepted.
  /// - Throws: ``ServerError`` if the address cannot be listened on.
  package func run(onListening: @escaping @Sendable (_ port: Int) -> Void) async throws {
    let server = Application(
      responder: responder, server: .http1(configuration: connections),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: "tanada",
        availableConnectionsDelegate: ConnectionLimit(
          maximum: configuration.limits.connections, gauge: metrics.connections)),
      services: [StoreFollower(publisher: publisher), events],
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

  /// How each connection is treated.
  private var connections: HTTP1Channel.Configuration {
    let makeID = configuration.makeRequestID
    let now = configuration.now
    let limits = configuration.limits
    let metrics = metrics
    return HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        MalformedRequestHandler(makeID: makeID),
        ConnectionHandler(
          patience: TimeAmount(limits.requestTimeout), makeID: makeID, now: now,
          onMalformedRequest: metrics.noteMalformedRequest),
        StalledResponseHandler(
          patience: TimeAmount(limits.responseTimeout), grace: TimeAmount(limits.stopTimeout),
          now: now),
      ],
      idleTimeout: TimeAmount(limits.idleTimeout),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerSize, maxHeaderListSize: limits.headerSize,
        maxHeaderFieldCount: 256))
  }

  /// Answers GET `path` without listening anywhere.
  package func get(_ path: String) async throws -> LocalResponse {
    try await answer(.get, path)
  }

  /// Answers a request of `identity` without listening anywhere.
  package func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8] = [],
    as identity: Identity? = nil
  ) async throws -> LocalResponse {
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers),
      body: RequestBody(buffer: ByteBuffer(bytes: body)))
    var context = FeedRequestContext(logger: logger)
    context.identity = identity
    return try await LocalResponse(await responder.respond(to: request, context: context))
  }
}

/// Keeps the newest revision in service while the server runs.
private struct StoreFollower: Service {
  let publisher: FeedPublisher

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      do {
        try await publisher.followStore()
      } catch is CancellationError {
        // The server is stopping.
      }
    }
  }
}
