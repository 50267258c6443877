import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Asks a server whether it is ready, as a load balancer does: by `GET /readyz`.
package struct ReadinessProbe: Sendable {
  /// The answer of a server.
  package struct Answer: Hashable, Sendable {
    /// The status of the answer.
    package let status: Int
    /// The beginning of its body.
    package let body: String

    /// Whether the server wants requests.
    package var isReady: Bool { status == 200 }
  }

  /// Nothing was answered.
  package enum Failure: Error, Hashable {
    /// There is no connection, or no HTTP.
    case unreachable(String)
    case noAnswer(within: Duration)
  }

  /// More than a server says of itself.
  private static let maximumBodySize = 64 << 10

  private let host: String
  private let port: Int
  private let timeout: Duration

  /// A probe of the server at `host` and `port`, which has to answer within `timeout`.
  package init(host: String, port: Int, timeout: Duration) {
    (self.host, self.port, self.timeout) = (host, port, timeout)
  }

  /// Asks once.
  ///
  /// - Throws: ``Failure``.
  package func answer() async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask { try await ask() }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw Failure.noAnswer(within: timeout)
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw Failure.noAnswer(within: timeout) }
      return first
    }
  }

  private func ask() async throws -> Answer {
    do {
      let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(TimeAmount(timeout))
        .connect(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
              wrappingChannelSynchronously: channel)
          }
        }
      return try await connection.executeThenClose { parts, request in
        try await request.write(.head(head))
        try await request.write(.end(nil))
        return try await Self.answer(in: parts)
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as NIOConnectionError {
      throw Failure.unreachable(Self.reason(error))
    } catch let error as IOError {
      throw Failure.unreachable(Self.reason(error))
    } catch {
      throw Failure.unreachable("\(error)")
    }
  }

  private var head: HTTPRequestHead {
    let name = host.contains(":") ? "[\(host)]" : host
    return HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/readyz",
      headers: ["Host": "\(name):\(port)", "Accept": "application/json", "Connection": "close"])
  }

  private static func answer(
    in parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>
  ) async throws -> Answer {
    var status: Int?
    var body = ByteBuffer()
    for try await part in parts {
      switch part {
      case .head(let head): status = Int(head.status.code)
      case .body(let bytes):
        body.writeImmutableBuffer(bytes)
        guard body.readableBytes <= maximumBodySize else {
          throw Failure.unreachable("it answers more than a server of tanada does")
        }
      case .end:
        if let status { return Answer(status: status, body: String(buffer: body)) }
      }
    }
    throw Failure.unreachable("the connection was closed before the answer")
  }

  /// Why there is no connection: what was tried last, which is IPv4, or that the name is unknown.
  private static func reason(_ error: NIOConnectionError) -> String {
    if let last = error.connectionErrors.last?.error {
      return (last as? IOError).map(reason) ?? "\(last)"
    }
    return "the name \(error.host) is unknown"
  }

  private static func reason(_ error: IOError) -> String {
    String(cString: strerror(error.errnoCode)).lowercased()
  }
}
