package import FeedModel

/// How the server listens and what it accepts.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var host: String
  /// The port to listen on; 0 picks a free one.
  package var port: Int
  /// The largest request body, in bytes.
  package var maximumBodySize: Int
  /// What time it is.
  package var clock: @Sendable () -> Timestamp
  /// Makes bytes nobody can guess, as many as are asked for.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Makes the id of a request that brings none.
  package var makeRequestID: @Sendable () -> String

  package init(
    host: String, port: Int, maximumBodySize: Int = 8 << 20,
    clock: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    makeRequestID: @escaping @Sendable () -> String
  ) {
    self.host = host
    self.port = port
    self.maximumBodySize = maximumBodySize
    self.clock = clock
    self.randomBytes = randomBytes
    self.makeRequestID = makeRequestID
  }
}
