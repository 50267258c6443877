package import FeedModel

/// How the server listens and what it accepts.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var host: String
  /// The port to listen on; 0 picks a free one.
  package var port: Int
  /// The largest request body, in bytes.
  package var maximumBodySize: Int
  /// The largest document that is imported, in bytes.
  package var maximumImportSize: Int
  /// What cursors are signed with: the store's own secret, the same on every server of it.
  package var cursorSecret: [UInt8]
  /// What time it is.
  package var clock: @Sendable () -> Timestamp
  /// Makes the id of a request that brings none.
  package var makeRequestID: @Sendable () -> String

  package init(
    host: String, port: Int, maximumBodySize: Int = 8 << 20,
    maximumImportSize: Int = 1 << 30, cursorSecret: [UInt8],
    clock: @escaping @Sendable () -> Timestamp,
    makeRequestID: @escaping @Sendable () -> String
  ) {
    self.host = host
    self.port = port
    self.maximumBodySize = maximumBodySize
    self.maximumImportSize = maximumImportSize
    self.cursorSecret = cursorSecret
    self.clock = clock
    self.makeRequestID = makeRequestID
  }
}
