import FeedModel
package import FeedStore
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
package import ServiceLifecycle
import UnixSignals

/// Everything between the sockets and the resources: connections with their limits, and the way of every request.
package struct HTTPService: Sendable {
  private let pipeline: RequestPipeline
  private let connections: Connections
  private let logger: Logger

  /// - Parameters:
  ///   - finished: Where routes say which documents are in memory.
  ///   - identify: Calls the rest of the way with the identity of who sends a request. It fails, or sets a refusal.
  ///   - describe: The problem that describes an error to the client of a request.
  package init(
    _ configuration: HTTPConfiguration, routes: [Route], finished: FinishedAnswers,
    identify: @escaping @Sendable (
      Request, FeedRequestContext,
      _ next: @concurrent @Sendable (Request, FeedRequestContext) async throws -> Response
    ) async throws -> Response,
    describe: @escaping @Sendable (any Error, Request) -> Problem,
    metrics: ServerMetrics, budget: MemoryBudget, logger: Logger
  ) {
    pipeline = RequestPipeline(
      configuration, routes: routes, finished: finished, identify: identify, describe: describe,
      metrics: metrics, budget: budget, logger: logger)
    connections = Connections(pipeline)
    self.logger = logger
    // Its threads begin while the content is read.
    _ = MultiThreadedEventLoopGroup.singleton
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
    let configuration = pipeline.configuration
    let server = Server(
      childChannelSetup: connections,
      configuration: ServerConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        availableConnectionsDelegate: ConnectionLimit(
          maximum: configuration.limits.connections, gauge: pipeline.metrics.connections)),
      onServerRunning: { channel in
        onListening(channel.localAddress?.port ?? configuration.port)
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    let drain = DrainService(
      draining: configuration.draining, delay: configuration.limits.drainDelay,
      clock: configuration.clock)
    // Services end in reverse order.
    let all: [any Service] = services + [server, drain]
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: all.map(NamedService.init), gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger))
    do {
      try await group.run()
    } catch let error as IOError {
      throw ServerError(error, host: configuration.host, port: configuration.port)
    }
  }

  /// Prepares a connection that was accepted, on its event loop, and leaves it to the caller to have it handled.
  package func accept(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
    connections.setup(channel: channel, logger: logger)
  }

  /// Answers a request without a connection.
  ///
  /// - Parameters:
  ///   - identity: Who sends it; `nil` for what its headers say.
  ///   - peer: The address that it is counted for; `nil` for none.
  /// - Throws: errors of a head that is none.
  package func respond(
    to request: Request, as identity: Identity?, from peer: IPAddress?
  ) async throws -> Response {
    var context = FeedRequestContext(
      of: try ReceivedHead(request.head), on: nil, from: peer,
      makeID: pipeline.configuration.makeRequestID)
    context.identity = identity
    return await pipeline.respond(to: request, context)
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
