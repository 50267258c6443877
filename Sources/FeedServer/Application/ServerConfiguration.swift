/// How the server listens and what it accepts.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var host: String
  /// The port to listen on; 0 picks a free one.
  package var port: Int
  /// The largest request body, in bytes.
  package var maximumBodySize: Int
  /// Makes the id of a request that brings none.
  package var makeRequestID: @Sendable () -> String

  package init(
    host: String, port: Int, maximumBodySize: Int = 8 << 20,
    makeRequestID: @escaping @Sendable () -> String
  ) {
    self.host = host
    self.port = port
    self.maximumBodySize = maximumBodySize
    self.makeRequestID = makeRequestID
  }
}
