import FeedModel

/// How much of a request has arrived, and the deadline for the rest of it.
///
/// A client has a timeout for the head, and then one for the body. Every byte of the body extends it, at most to
/// its full length from then on: however much a client has sent, it cannot pause for longer. A bound that nothing extends
/// is on the body as a whole: a connection is not kept for ever, whatever trickles in.
///
/// Only time in which the server waits for the client counts: a client is not slow while the server does
/// not read, because it still works on received bytes.
struct RequestProgress {
  /// The minimum rate at which a client must send a body.
  static let bytesPerSecond = 1_000

  enum Stage {
    case between, head, body
  }

  private(set) var stage = Stage.between
  private let timeout: Duration
  private let bodyTimeout: Duration
  /// The time that is left of the timeout.
  private var rest: Duration
  /// The time that is left for the whole body.
  private var bodyRest: Duration
  private var waitsSince: Uptime?
  /// Whether the head, or the body, has missed its deadline. It has none any more.
  private var isLate = false

  /// - Parameters:
  ///   - timeout: The timeout of the head, and of the body.
  ///   - bodyTimeout: The time for the whole body.
  init(timeout: Duration, bodyTimeout: Duration) {
    self.timeout = timeout
    self.bodyTimeout = bodyTimeout
    (rest, bodyRest) = (timeout, bodyTimeout)
  }

  /// The time at which the request is late; `nil` while the server does not wait for it.
  var deadline: Uptime? {
    guard stage != .between, !isLate, let waitsSince else { return nil }
    return waitsSince + (stage == .body ? min(rest, bodyRest) : rest)
  }

  /// Whether the server waits for the client.
  var isWaiting: Bool { waitsSince != nil }

  /// The server waits for more of the request.
  mutating func beginWaiting(at now: Uptime) {
    if !isWaiting { waitsSince = now }
  }

  /// `count` bytes were received.
  mutating func receive(_ count: Int, at now: Uptime) {
    if let waitsSince {
      rest -= now - waitsSince
      if stage == .body { bodyRest -= now - waitsSince }
    }
    waitsSince = nil
    switch stage {
    case .between: enter(.head)
    case .head: break
    case .body: rest = min(timeout, rest + .seconds(1) * count / Self.bytesPerSecond)
    }
  }

  /// The deadline was missed.
  mutating func miss() {
    isLate = true
  }

  /// A part of the request begins, or has ended.
  mutating func enter(_ stage: Stage) {
    self.stage = stage
    (rest, bodyRest) = (timeout, bodyTimeout)
    isLate = false
  }
}
