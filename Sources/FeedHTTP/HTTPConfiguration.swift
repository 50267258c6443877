package import FeedModel

/// The address, the limits and the dependencies of the server that no resource needs.
package struct HTTPConfiguration: Sendable {
  /// The `Server` of every response.
  package static let serverName = "tanada"

  /// The address to listen on.
  package let host: String
  /// The port to listen on; 0 picks a free one.
  package let port: Int
  /// The time of every limit, timeout and date.
  package let clock: any TimeSource
  /// The limits on connections and requests.
  package let limits: ServerLimits
  /// The origins whose pages may read responses in a browser.
  package let origins: AllowedOrigins
  /// The proxies whose `X-Forwarded-For` is trusted.
  package let trustedProxies: AddressRanges
  /// The log of requests; `nil` for none.
  package let accessLog: AccessLog?
  /// Generates the id of a request that has none.
  package let makeRequestID: @Sendable () -> String
  /// The type of responses that go on until their client leaves.
  package let endlessContentType: String
  /// The paths whose requests no rate limits.
  package let unlimitedPaths: Set<String>

  package init(
    host: String, port: Int, clock: any TimeSource, limits: ServerLimits, origins: AllowedOrigins,
    trustedProxies: AddressRanges, accessLog: AccessLog?,
    makeRequestID: @escaping @Sendable () -> String, endlessContentType: String,
    unlimitedPaths: Set<String>
  ) {
    self.host = host
    self.port = port
    self.clock = clock
    self.limits = limits
    self.origins = origins
    self.trustedProxies = trustedProxies
    self.accessLog = accessLog
    self.makeRequestID = makeRequestID
    self.endlessContentType = endlessContentType
    self.unlimitedPaths = unlimitedPaths
  }
}
