/// How the server listens and what it accepts.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var host: String
  /// The port to listen on; 0 picks a free one.
  package var port: Int
  /// The largest request body, in bytes.
  package var maximumBodySize: Int
  /// What cursors are signed with: the store's own secret, the same on every server of it.
  package var cursorSecret: [UInt8]
  /// Makes the id of a request that brings none.
  package var makeRequestID: @Sendable () -> String

  package init(
    host: String, port: Int, maximumBodySize: Int = 8 << 20, cursorSecret: [UInt8],
    makeRequestID: @escaping @Sendable () -> String
  ) {
    self.host = host
    self.port = port
    self.maximumBodySize = maximumBodySize
    self.cursorSecret = cursorSecret
    self.makeRequestID = makeRequestID
  }
}
