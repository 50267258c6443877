import CCurl
package import FeedModel

/// Posts header fields to services by http or https, each once, over connections that are kept open.
package final class PostClient: Sendable {
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

    package init(status: Int, fields: [String: String] = [:]) {
      self.status = status
      self.fields = fields
    }
  }

  private let connections: ServiceConnections

  /// - Parameters:
  ///   - connectTimeout: how long resolving the name and connecting may take.
  ///   - timeout: how long a whole request may take.
  package init(connectTimeout: Duration, timeout: Duration, clock: any TimeSource) {
    connections = ServiceConnections(
      limits: ServiceConnections.Limits(
        connectTimeout: connectTimeout, answerTimeout: timeout, timeout: timeout,
        stallTimeout: timeout), clock: clock)
  }

  /// Posts `fields`, without a body, to `url`. Redirects are not followed.
  ///
  /// - Throws: ``Failure``, or `CancellationError`.
  package func post(_ fields: [(name: String, value: String)], to url: String) async throws
    -> Answer
  {
    let request = SentRequest(
      url: url, method: "POST",
      fields: fields.map { "\($0.name): \($0.value)" } + ["Content-Length: 0"], body: nil,
      allowsHTTP: true)
    let (outcome, reason, head) = try await connections.inTurn {
      try await connections.send(request) { _, _ in true }
    }
    switch outcome {
    case tanada_fetch_done, tanada_fetch_status:
      return Answer(status: head.status, fields: head.fields)
    case tanada_fetch_no_library: throw Failure.noLibrary(reason)
    default: throw Failure.noAnswer(reason)
    }
  }
}
