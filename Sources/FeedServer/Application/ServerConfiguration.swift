package import FeedHTTP
package import FeedModel

/// The server's address, limits and dependencies.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var host: String
  /// The port to listen on; 0 picks a free one.
  package var port: Int
  /// The time of every limit, timeout and date.
  package var clock: any TimeSource
  /// Generates cryptographically random bytes.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// The key for signing cursors, the same on every server of the store.
  package var cursorSecret: [UInt8]
  /// The maximum size of an imported document, in bytes.
  package var maximumImportSize = 1 << 30
  /// The maximum number of concurrent large exports.
  package var maximumExportCount = 16
  /// The time after which a large export is cancelled.
  package var exportTimeout = Duration.seconds(900)
  /// The sizes of pictures that need no signature.
  package var openPictureSizes: [Rendition.Box] = []
  /// The limits on connections and requests.
  package var limits = ServerLimits()
  /// The origins whose pages may read responses in a browser.
  package var origins = AllowedOrigins.none
  /// The proxies whose `X-Forwarded-For` is trusted.
  package var trustedProxies = AddressRanges.none
  /// The log of requests; `nil` for none.
  package var accessLog: AccessLog?
  /// The size of the database on disk in bytes; `nil` if it is not known.
  package var databaseSize: @Sendable () -> Int? = { nil }
  /// Generates the id of a request that has none.
  package var makeRequestID: @Sendable () -> String

  /// Creates the configuration of a server on `host` and `port`, with the limits of ``ServerLimits``
  /// apart from that on bodies.
  package init(
    host: String, port: Int, maximumBodySize: Int = 8 << 20,
    cursorSecret: [UInt8], clock: any TimeSource,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    makeRequestID: @escaping @Sendable () -> String
  ) {
    self.host = host
    self.port = port
    self.cursorSecret = cursorSecret
    self.clock = clock
    self.randomBytes = randomBytes
    self.makeRequestID = makeRequestID
    limits.body.size = maximumBodySize
  }
}

extension ServerConfiguration {
  /// The part that no resource needs.
  var http: HTTPConfiguration {
    HTTPConfiguration(
      host: host, port: port, clock: clock, limits: limits, origins: origins,
      trustedProxies: trustedProxies, accessLog: accessLog, makeRequestID: makeRequestID,
      endlessContentType: EventText.contentType, unlimitedPaths: HealthRoutes.paths)
  }
}
