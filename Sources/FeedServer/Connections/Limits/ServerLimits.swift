/// What one client may ask of the server.
package struct ServerLimits: Sendable {
  /// What a JSON body may be.
  package var body = BodyLimits()
  /// The bytes of a request's line and headers.
  package var headerSize = 32 << 10
  /// How long a client may take to send the head of a request, and its body: the body gets one second
  /// more for every ``RequestProgress/bytesPerSecond`` bytes that have come.
  package var requestTimeout = Duration.seconds(20)
  /// How long a client may take nothing of a response that waits for it.
  package var responseTimeout = Duration.seconds(60)
  /// How long a server that stops waits for the requests in flight.
  package var stopTimeout = Duration.seconds(30)
  /// How long a connection may be without a request.
  package var idleTimeout = Duration.seconds(60)
  /// How many connections are open at a time; more wait until one closes.
  package var connections = 4_096
  /// GET and HEAD in a second from one address; 0 for any number.
  package var readsPerSecond = 0
  /// Other requests in a second with one token, or from one address without; 0 for any number.
  package var writesPerSecond = 0

  package init() {}
}

/// What a JSON body may be.
package struct BodyLimits: Sendable {
  /// Its size in bytes.
  package var size = 8 << 20
  /// How deep its arrays and objects nest.
  package var depth = 64

  package init() {}
}
