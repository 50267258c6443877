package import FeedHTTP
package import FeedModel

/// The server's address, limits and dependencies.
package struct ServerConfiguration: Sendable {
  /// The configuration of connections and requests.
  package var http: HTTPConfiguration
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
  /// The version of the program and its commit, for the metrics.
  package var build = (version: "", commit: "")
  /// Who may read the metrics.
  package var metricsAccess = MetricsAccess.local
  /// The folder of the documentation; `nil` if it is not installed.
  package var documentation: String?
  /// The size of the database on disk in bytes; `nil` if it is not known.
  package var databaseSize: @Sendable () -> Int? = { nil }
  /// How far the store's clock is ahead of that of this machine; `nil` if it is the same clock.
  package var storeClockOffset: @Sendable () -> Duration? = { nil }

  package init(
    http: HTTPConfiguration, cursorSecret: [UInt8],
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.http = http
    self.cursorSecret = cursorSecret
    self.randomBytes = randomBytes
    self.http.endlessContentType = ServerSentEvent.contentType
    self.http.unlimitedPaths = MonitoringRoutes.healthPaths
  }
}
