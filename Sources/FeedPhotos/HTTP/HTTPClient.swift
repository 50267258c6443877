import CCurl
package import FeedModel
import Synchronization

/// Sends small requests to services by http or https, each once, over connections that are kept open.
package final class HTTPClient: Sendable {
  /// Why there is no answer.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    /// libcurl cannot be loaded.
    case noLibrary(String)
    /// There was no connection, or no whole answer, in time.
    case noAnswer(String)

    package var description: String {
      switch self {
      case .noLibrary(let reason), .noAnswer(let reason): reason
      }
    }
  }

  /// An answer, whatever its status.
  package struct Answer: Sendable {
    package let status: Int
    /// Values by names in lower case.
    package let fields: [String: String]
    package let body: [UInt8]

    package init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
      (self.status, self.fields, self.body) = (status, fields, body)
    }
  }

  /// The largest body of an answer, in bytes.
  private static let bodyLimit = 64 << 10

  private let connections: HTTPConnections
  private let timeout: Duration

  /// - Parameters:
  ///   - connectTimeout: how long resolving the name and connecting may take.
  ///   - timeout: how long a whole request may take.
  package init(connectTimeout: Duration, timeout: Duration, clock: any TimeSource) {
    self.timeout = timeout
    connections = HTTPConnections(
      limits: HTTPConnections.Limits(
        connectTimeout: connectTimeout, answerTimeout: timeout, timeout: timeout,
        stallTimeout: timeout, byteCount: Self.bodyLimit), clock: clock)
  }

  /// Sends a request without a body. Redirects are not followed.
  ///
  /// - Parameter method: GET, HEAD, POST or DELETE.
  /// - Throws: ``Failure``, or `CancellationError`.
  package func send(
    _ method: String, _ url: String, fields: [(name: String, value: String)] = []
  ) async throws -> Answer {
    let request = HTTPConnections.Request(
      url: url, method: method,
      fields: fields.map { "\($0.name): \($0.value)" }
        + (method == "POST" ? ["Content-Length: 0"] : []))
    let body = Mutex<[UInt8]>([])
    let result = try await connections.inTurn {
      try await connections.send(request) { _, bytes in
        body.withLock { $0 += bytes }
        return true
      }
    }
    switch result.outcome {
    case tanada_outcome_done, tanada_outcome_status:
      return Answer(
        status: result.head.status, fields: result.head.fields, body: body.withLock { $0 })
    case tanada_outcome_no_library: throw Failure.noLibrary(result.reason)
    case tanada_outcome_timed_out:
      let seconds = "\(timeout / .seconds(1))"
      throw Failure.noAnswer(
        "no answer within \(seconds.hasSuffix(".0") ? String(seconds.dropLast(2)) : seconds) seconds"
      )
    default: throw Failure.noAnswer(result.reason)
    }
  }
}
