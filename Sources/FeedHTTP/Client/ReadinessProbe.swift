import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Asks a server whether it is ready, as a load balancer does: by `GET /readyz`.
package struct ReadinessProbe: Sendable {
  /// Nothing was answered.
  package struct Failure: Error {
    /// Why there is no connection, or no HTTP.
    package let reason: String
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
  /// - Returns: the status, which is 200 if the server wants requests, and the body.
  /// - Throws: ``Failure``.
  package func answer() async throws -> (status: Int, body: String) {
    let late = Failure(reason: "no answer within \(timeout)")
    return try await withThrowingTaskGroup(of: (status: Int, body: String).self) { group in
      group.addTask { try await ask() }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw late
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw late }
      return first
    }
  }

  private func ask() async throws -> (status: Int, body: String) {
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
    } catch {
      throw error as? Failure ?? Failure(reason: Self.reason(error))
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
  ) async throws -> (status: Int, body: String) {
    var status: Int?
    var body = ByteBuffer()
    for try await part in parts {
      switch part {
      case .head(let head): status = Int(head.status.code)
      case .body(let bytes):
        body.writeImmutableBuffer(bytes)
        guard body.readableBytes <= maximumBodySize else {
          throw Failure(reason: "it answers more than a server of tanada does")
        }
      case .end:
        if let status { return (status, String(buffer: body)) }
      }
    }
    throw Failure(reason: "the connection was closed before the answer")
  }

  /// Why there is no connection: what was tried last, which is IPv4, or that the name is unknown.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
      error.connectionErrors.last.map { reason($0.error) } ?? "the name \(error.host) is unknown"
    case let error as IOError: String(cString: strerror(error.errnoCode)).lowercased()
    default: "\(error)"
    }
  }
}
