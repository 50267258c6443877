import FeedModel

/// Whether the client of a connection receives what waits to be sent to it.
///
/// A connection is checked only while its buffer is full. Endless responses have a limit of their own on what may
/// wait for their client; they are checked only when the server stops. NIO's `IdleStateHandler` sees writes into
/// the buffer, and not whether the client receives them.
struct ResponseProgress {
  /// Whether responses are sent that go on until their client leaves.
  var isEndless = false
  private let timeout: Duration
  /// The bytes that waited at the last check; `nil` while nothing is checked.
  private var unsent: Int?
  /// When the client was last seen to receive something.
  private var receivedAt: Uptime

  /// - Parameter timeout: The time after which a client that receives nothing is disconnected.
  init(timeout: Duration, at now: Uptime) {
    self.timeout = timeout
    receivedAt = now
  }

  var isChecking: Bool { unsent != nil }

  /// The time between two checks.
  var interval: Duration { timeout / 4 }

  /// Checks the connection, for which `unsent` bytes wait.
  ///
  /// - Returns: whether the client has received something in time.
  mutating func check(_ unsent: Int, at now: Uptime) -> Bool {
    // More waits only if something was written since, which a full buffer does not take.
    if unsent != self.unsent { receivedAt = now }
    self.unsent = unsent
    return now - receivedAt < timeout
  }

  mutating func stopChecking() {
    unsent = nil
  }
}
