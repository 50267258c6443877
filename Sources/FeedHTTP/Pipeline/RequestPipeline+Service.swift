package import FeedStore
import FeedModel
package import HummingbirdCore
package import NIOCore
import NIOPosix
package import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Everything between the sockets and the resources: connections with their limits, and the way of every request.
extension RequestPipeline {
  /// Listens until SIGTERM or SIGINT, drains, then finishes the requests in flight.
  ///
  /// - Parameters:
  ///   - services: Work beside requests, which begins before connections are accepted and ends after the last one.
  ///   - onListening: Called with the port when connections are accepted.
  /// - Throws: ``ServerError`` if the server cannot listen on the address.
  package func run(
    services: [any Service], onListening: @escaping @Sendable (_ port: Int) -> Void
  ) async throws {
    let configuration = configuration
    let server = Server(
      childChannelSetup: Connections(self),
      configuration: ServerConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        availableConnectionsDelegate: .maximum(configuration.limits.connections, logger: logger)),
      onServerRunning: { channel in
        onListening(channel.localAddress?.port ?? configuration.port)
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    // Delays the end of the services before it.
    let drain = NamedService("DrainService") {
      // It ends with the signal to stop, or with the other services.
      try? await gracefulShutdown()
      configuration.draining.begin()
      let delay = configuration.limits.drainDelay
      if delay > .zero { try? await configuration.clock.sleep(for: delay) }
    }
    // Services end in reverse order.
    let all = (services + [server]).map { NamedService("\(type(of: $0))", $0.run) } + [drain]
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: all, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    do {
      try await group.run()
    } catch let error as IOError {
      throw ServerError(error, at: "\(configuration.host):\(configuration.port)")
    }
  }

  /// Prepares a connection that was accepted, on its event loop, and leaves it to the caller to have it handled.
  package func accept(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
    Connections(self).setup(channel: channel, logger: logger)
  }

  /// Answers a request without a connection.
  ///
  /// - Parameters:
  ///   - identity: Who sends it; `nil` for what its headers say.
  ///   - peer: The address that it is counted for; `nil` for none.
  /// - Throws: errors of a malformed head.
  package func respond(
    to request: Request, as identity: Identity?, from peer: IPAddress?
  ) async throws -> Response {
    var context = FeedRequestContext(
      of: try ReceivedHead(request.head), on: nil, from: peer, makeID: configuration.makeRequestID)
    context.identity = identity
    return await respond(to: request, context)
  }
}

/// A service with a short description.
///
/// A group of services describes each of them when it begins, to name it in the log. Of a service without a
/// description of its own, that is everything it holds, which took a tenth of a server's start.
private struct NamedService: Service, CustomStringConvertible {
  let description: String
  private let body: @Sendable () async throws -> Void

  init(_ description: String, _ body: @escaping @Sendable () async throws -> Void) {
    self.description = description
    self.body = body
  }

  func run() async throws { try await body() }
}

/// Why the server cannot listen, and what to do about it, in one sentence.
package struct ServerError: Error, CustomStringConvertible {
  package let description: String

  fileprivate init(_ error: IOError, at address: String) {
    description =
      switch error.errnoCode {
      case EADDRINUSE:
        "\(address) is in use by another process; choose another port with --port"
      // The port is reserved for administrators.
      case EACCES:
        "\(address) may not be used by this user; choose a port above 1023 with --port"
      // It is not an address of this machine, or the system refused it for another reason.
      default: "cannot listen on \(address): \(String(cString: strerror(error.errnoCode)))"
      }
  }
}
