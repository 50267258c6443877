package import FeedModel
package import NIOCore

/// How the server listens and what it accepts.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var host: String
  /// The port to listen on; 0 picks a free one.
  package var port: Int
  /// What time it is.
  package var clock: @Sendable () -> Timestamp
  /// Makes bytes nobody can guess, as many as are asked for.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// What cursors are signed with: the store's own secret, the same on every server of it.
  package var cursorSecret: [UInt8]
  /// The largest document that is imported, in bytes.
  package var maximumImportSize = 1 << 30
  /// How many large exports there may be at once.
  package var maximumExportCount = 16
  /// The longest that one of them may take.
  package var exportPatience = Duration.seconds(900)
  /// What one client may ask of the server.
  package var limits = ServerLimits()
  /// Whose pages may read answers in a browser.
  package var origins = AllowedOrigins.none
  /// Whose word on where a request comes from is taken.
  package var trustedProxies = AddressRanges.none
  /// Where each request is noted; `nil` for nowhere.
  package var accessLog: AccessLog?
  /// The bytes that the database takes on disk; `nil` if they are not known.
  package var databaseSize: @Sendable () -> Int? = { nil }
  /// A clock that only goes forward: what times and rates are measured with.
  package var now: @Sendable () -> NIODeadline = { .now() }
  /// Makes the id of a request that brings none.
  package var makeRequestID: @Sendable () -> String

  /// A server on `host` and `port`, with a limit on bodies and the others as ``ServerLimits`` has them.
  package init(
    host: String, port: Int, maximumBodySize: Int = 8 << 20,
    cursorSecret: [UInt8], clock: @escaping @Sendable () -> Timestamp,
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
