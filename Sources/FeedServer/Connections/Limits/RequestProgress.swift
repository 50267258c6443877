import NIOCore

/// The request did not arrive in time.
struct RequestTimeout: Error {}

/// How much of a request has arrived, and the deadline for the rest of it.
///
/// Only time in which the server waits for the client counts: a client is not slow while the server does
/// not read, because it still works on what was sent.
struct RequestProgress {
  /// The minimum rate at which a client must send a body.
  static let bytesPerSecond = 1_000

  enum Stage {
    case between, head, body
  }

  private(set) var stage = Stage.between
  private let timeout: TimeAmount
  private var waited = TimeAmount.zero
  private var waitsSince: NIODeadline?
  private var bodySize = 0

  /// - Parameter timeout: The time the timeout of the head, and of the body.
  init(timeout: TimeAmount) {
    self.timeout = timeout
  }

  /// The time at which the request is late; `nil` while the server does not wait for it.
  var deadline: NIODeadline? {
    guard stage != .between, let waitsSince else { return nil }
    let perByte = 1_000_000_000 / Int64(Self.bytesPerSecond)
    let extra = stage == .body ? TimeAmount.nanoseconds(Int64(bodySize) * perByte) : .zero
    return waitsSince + timeout + extra - waited
  }

  /// Whether the server waits for the client.
  var isWaiting: Bool { waitsSince != nil }

  /// The server waits for more of the request.
  mutating func beginWaiting(at now: NIODeadline) {
    if !isWaiting { waitsSince = now }
  }

  /// `count` bytes were received.
  mutating func receive(_ count: Int, at now: NIODeadline) {
    if let waitsSince { waited = waited + (now - waitsSince) }
    waitsSince = nil
    switch stage {
    case .between: enter(.head)
    case .head: break
    case .body: bodySize += count
    }
  }

  mutating func endHead() {
    enter(.body)
  }

  mutating func endRequest() {
    enter(.between)
  }

  private mutating func enter(_ stage: Stage) {
    self.stage = stage
    waited = .zero
    bodySize = 0
  }
}
