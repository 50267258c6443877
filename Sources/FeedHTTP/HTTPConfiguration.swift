package import FeedModel

/// The address, the limits and the dependencies of connections and requests.
package struct HTTPConfiguration: Sendable {
  /// The `Server` of every response.
  package static let serverName = "tanada"

  /// The address to listen on.
  package let host: String
  /// The port to listen on; 0 picks a free one.
  package let port: Int
  /// The time of every limit, timeout and date.
  package let clock: any TimeSource
  /// Generates the id of a request that has none.
  package var makeRequestID: @Sendable () -> String
  /// The limits on connections and requests.
  package var limits = ServerLimits()
  /// The origins whose pages may read responses in a browser.
  package var origins = AllowedOrigins.none
  /// The proxies whose `X-Forwarded-For` is trusted.
  package var trustedProxies = AddressRanges.none
  /// Called with requests that a proxy has passed on, at least with the first one.
  package var onForwarded: (@Sendable () -> Void)?
  /// The log of requests; `nil` for none.
  package var accessLog: AccessLog?
  /// The type of responses that go on until their client leaves.
  package var endlessContentType = "text/event-stream"
  /// The paths whose requests no rate limits.
  package var unlimitedPaths: Set<String> = []
  /// Whether the server is about to stop.
  package let draining = Draining()

  package init(
    host: String, port: Int, clock: any TimeSource,
    makeRequestID: @escaping @Sendable () -> String
  ) {
    self.host = host
    self.port = port
    self.clock = clock
    self.makeRequestID = makeRequestID
  }
}
