package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
package import ServiceLifecycle
import UnixSignals

/// Everything between the sockets and the resources: connections with their limits, the middleware of every request,
/// and the answers from memory.
package struct HTTPService: Sendable {
  private let configuration: HTTPConfiguration
  private let metrics: ServerMetrics
  private let responder: RoutedResponder
  private let connectionServices: ConnectionServices
  private let logger: Logger

  /// - Parameters:
  ///   - answers: Where routes say which documents are in memory.
  ///   - identification: The middleware that knows who sends a request. It fails, or sets a refusal.
  ///   - describe: The problem that describes an error to the client of a request.
  package init(
    _ configuration: HTTPConfiguration, routes: [Route], answers: AnswerSources,
    identification: [RoutedResponder.Middleware],
    describe: @escaping @Sendable (any Error, Request) -> Problem,
    metrics: ServerMetrics, budget: MemoryBudget, logger: Logger
  ) {
    self.configuration = configuration
    self.metrics = metrics
    self.logger = logger
    let rates = RateLimits(configuration.limits)
    responder = RoutedResponder(
      routes, trustedProxies: configuration.trustedProxies,
      behind: Self.middleware(
        configuration, identification: identification, describe: describe, rates: rates,
        metrics: metrics, budget: budget))
    connectionServices = ConnectionServices(
      configuration,
      answers: DirectAnswers(
        sources: answers, configuration: configuration, limits: rates, metrics: metrics.requests,
        budget: budget), metrics: metrics)
    // Its threads begin while the content is read.
    _ = MultiThreadedEventLoopGroup.singleton
  }

  /// The middleware from the outermost to the innermost.
  private static func middleware(
    _ configuration: HTTPConfiguration, identification: [RoutedResponder.Middleware],
    describe: @escaping @Sendable (any Error, Request) -> Problem, rates: RateLimits,
    metrics: ServerMetrics, budget: MemoryBudget
  ) -> [RoutedResponder.Middleware] {
    let clock = configuration.clock
    let problems = ProblemMiddleware(
      describe: describe, busyWarnings: BusyWarnings(), clock: clock)
    let outer: [RoutedResponder.Middleware] = [
      // 1. The id that everything after it logs and answers with.
      RequestIDMiddleware(makeID: configuration.makeRequestID),
      // 2. Metrics and the access log, which see every response, also those of the middleware below.
      ObservationMiddleware(
        metrics: metrics, accessLog: configuration.accessLog,
        endlessContentType: configuration.endlessContentType, clock: clock),
      // 3. OPTIONS is answered, and CORS headers are added to every response, also to problems.
      CrossOriginMiddleware(origins: configuration.origins),
      // 4. Errors of authentication and rate limits become responses.
      problems,
    ]
    let rate: [RoutedResponder.Middleware] = [
      // 5. The rate limits, by address or token, before anything is read for the request.
      RateLimitMiddleware(
        limits: rates, exemptPaths: configuration.unlimitedPaths, clock: clock),
      // 6. Errors of handlers become responses, to which step 5 adds what is left of the rate.
      problems,
    ]
    let inner: [RoutedResponder.Middleware] = [
      // 8. The rate of a token that step 5 did not know.
      TokenRateMiddleware(
        limits: rates, exemptPaths: configuration.unlimitedPaths, clock: clock),
      // 9. Requests with a malformed path, or a token that is not accepted, are refused.
      RefusalMiddleware(),
      // 10. Large bodies and answers are counted in the memory budget.
      MemoryBudgetMiddleware(
        budget: budget, maximumBodySize: configuration.limits.body.size),
    ]
    // 7. The identity. A token that is not accepted is refused in step 9.
    return outer + rate + identification + inner
  }

  /// Listens until SIGTERM or SIGINT, drains, then finishes the requests in flight.
  ///
  /// - Parameters:
  ///   - services: Work beside requests, which begins before connections are accepted and ends after the last one.
  ///   - onListening: Called with the port when connections are accepted.
  /// - Throws: ``ServerError`` if the server cannot listen on the address.
  package func run(
    services: [any Service], onListening: @escaping @Sendable (_ port: Int) -> Void
  ) async throws {
    let server = Application(
      responder: responder,
      server: HTTPServerBuilder { [connectionServices] responder in
        Connections(responder: responder, services: connectionServices)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        serverName: HTTPConfiguration.serverName,
        availableConnectionsDelegate: ConnectionLimit(
          maximum: configuration.limits.connections, gauge: metrics.connections)),
      services: services.map(NamedService.init),
      onServerRunning: { [configuration] channel in
        onListening(channel.localAddress?.port ?? configuration.port)
      },
      logger: logger)
    // Services end in reverse order.
    let drain = DrainService(
      draining: configuration.draining, delay: configuration.limits.drainDelay,
      clock: configuration.clock)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [server, NamedService(drain)], gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger))
    do {
      try await group.run()
    } catch let error as IOError {
      throw ServerError(error, host: configuration.host, port: configuration.port)
    }
  }

  /// Prepares a connection that was accepted, on its event loop, and leaves it to the caller to have it handled.
  package func accept(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
    Connections(responder: { _, _, _ in }, services: connectionServices)
      .setup(channel: channel, logger: logger)
  }

  /// Answers a request without a connection, behind all middleware.
  package func respond(
    to request: Request, context: FeedRequestContext
  ) async throws -> Response {
    try await responder.respond(to: request, context: context)
  }
}

/// A service that is described by its type.
///
/// A group of services describes each of them when it begins, to name it in the log. Of a service without a
/// description of its own, that is everything it holds, which took a tenth of a server's start.
private struct NamedService: Service, CustomStringConvertible {
  private let service: any Service
  let description: String

  init(_ service: any Service) {
    self.service = service
    description = "\(type(of: service))"
  }

  func run() async throws {
    try await service.run()
  }
}
