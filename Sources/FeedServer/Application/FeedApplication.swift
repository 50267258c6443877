package import FeedPublisher
package import FeedStore
package import HTTPTypes
import Hummingbird
package import Logging
import NIOCore
import ServiceLifecycle

/// The whole server, the same for the command line and for tests.
package struct FeedApplication: Sendable {
  private let configuration: ServerConfiguration
  private let publisher: FeedPublisher
  private let events: EventBroadcaster
  private let logger: Logger
  private let responder: RouterResponder<FeedRequestContext>
  /// Every route as documentation names it: `GET /v1/feeds/{feed}`.
  package let routeNames: [String]
  /// Every route that `/openapi.json` describes.
  package static var describedRouteNames: [String] { Operations.all.map(\.route).uniqued() }

  /// An application that serves what `publisher` has in service and reads lists from `store`.
  ///
  /// - Parameter events: told of every publication by `publisher`'s owner.
  package init(
    configuration: ServerConfiguration, publisher: FeedPublisher, store: any FeedStore,
    events: EventBroadcaster, logger: Logger
  ) {
    self.configuration = configuration
    self.publisher = publisher
    self.events = events
    self.logger = logger

    let routes =
      FeedRoutes(publisher: publisher, store: store).routes
      + JSONFeedRoutes(publisher: publisher).routes
      + CompositionRoutes(
        publisher: publisher, store: store, maximumBodySize: configuration.maximumBodySize
      ).routes
      + ContentRoutes(store: store, cursors: CursorSeal(secret: configuration.cursorSecret)).routes
      + TransferRoutes(
        store: store, maximumBodySize: configuration.maximumImportSize, now: configuration.clock
      ).routes
      + EventRoutes(broadcaster: events).routes
      + LayoutRoutes(maximumBodySize: configuration.maximumBodySize).routes
      + HealthRoutes(publisher: publisher).routes
      + OpenAPIRoutes().routes
    let router = Router(
      context: FeedRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestIDMiddleware(makeID: configuration.makeRequestID))
    router.add(middleware: ProblemMiddleware(routes: RouteTable(routes)))
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
    let makeID = configuration.makeRequestID
    let server = Application(
      responder: responder,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [MalformedRequestHandler(makeID: makeID)],
          idleTimeout: .seconds(60))),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: "tanada"),
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
