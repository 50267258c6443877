import NIOCore

/// The request did not arrive in time.
struct RequestTimeout: Error {}

/// How far a request has arrived, and until when the rest of it must.
///
/// Only the time counts in which the server waits for the client: one that may not send, because what it
/// sent is still worked on, is not slow.
struct RequestProgress {
  /// How many bytes of a body a client has to send in a second.
  static let bytesPerSecond = 1_000

  enum Stage {
    case between, head, body
  }

  private(set) var stage = Stage.between
  private let patience: TimeAmount
  private var waited = TimeAmount.zero
  private var waitsSince: NIODeadline?
  private var bodySize = 0

  /// - Parameter patience: for the head, and again for the body.
  init(patience: TimeAmount) {
    self.patience = patience
  }

  /// The moment at which the request is too late; `nil` while nothing is waited for.
  var deadline: NIODeadline? {
    guard stage != .between, let waitsSince else { return nil }
    let perByte = 1_000_000_000 / Int64(Self.bytesPerSecond)
    let extra = stage == .body ? TimeAmount.nanoseconds(Int64(bodySize) * perByte) : .zero
    return waitsSince + patience + extra - waited
  }

  /// The server is ready to take more.
  mutating func beginWaiting(at now: NIODeadline) {
    if waitsSince == nil { waitsSince = now }
  }

  /// Bytes have come, `count` of them.
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
