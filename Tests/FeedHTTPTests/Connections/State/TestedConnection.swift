import FeedHTTP
import FeedModel

/// The state of a connection, with a time that a test moves, and the timers that it has started.
final class TestedConnection {
  static let limits: ServerLimits = {
    var limits = ServerLimits()
    limits.requestTimeout = .seconds(20)
    limits.idleTimeout = .seconds(60)
    limits.responseTimeout = .seconds(60)
    limits.stopTimeout = .milliseconds(29_500)
    return limits
  }()

  var now = Uptime(nanoseconds: 1_000)
  var state: ConnectionState
  /// The actions of the last event.
  private(set) var actions: [ConnectionState.Action] = []

  init() {
    state = ConnectionState(Self.limits, at: now)
    actions = state.open()
  }

  func elapse(_ duration: Duration) { now = now + duration }

  // MARK: - Requests

  /// Receives a part of a head, or with `head` being `false` a whole head and the beginning of a body.
  func receive(_ text: String, head: Bool = true) -> [ConnectionState.Action] {
    state.receive(text.utf8.count, at: now)
    if !head { state.receiveHead() }
    return read()
  }

  /// Receives a part of a body.
  func receive(count: Int) -> [ConnectionState.Action] {
    state.receive(count, at: now)
    return read()
  }

  func read() -> [ConnectionState.Action] { state.read(at: now) }

  /// Receives a whole request.
  @discardableResult
  func request() -> [ConnectionState.Action] {
    state.receive(100, at: now)
    state.receiveHead()
    return state.receiveEnd() + read()
  }

  // MARK: - Responses

  /// Writes a response.
  ///
  /// - Returns: whether the connection ends with it.
  func write(closes: Bool) -> Bool {
    state.writeHead(closes: closes, isEndless: false)
    return state.writeEnd(at: now)
  }

  func respond() { _ = write(closes: false) }

  func receive(malformed: MalformedRequest) -> [ConnectionState.Action] { state.receive(malformed) }

  func finish() -> [ConnectionState.Action] { state.finish() }

  func fillBuffer(_ unsent: Int?) -> [ConnectionState.Action] {
    state.fillBuffer(unsent: unsent, at: now)
  }

  // MARK: - Time and ends

  func fire(_ timer: ConnectionState.Timer, unsent: Int = 0) -> [ConnectionState.Action] {
    state.fire(timer, unsent: unsent, at: now)
  }

  /// Fires `timer` after `duration`.
  func advance(
    _ duration: Duration, firing timer: ConnectionState.Timer, unsent: Int = 0
  ) -> [ConnectionState.Action] {
    elapse(duration)
    return fire(timer, unsent: unsent)
  }

  func stop(unsent: Int?) -> [ConnectionState.Action] { state.stop(unsent: unsent, at: now) }

  func endInput() -> [ConnectionState.Action] { state.endInput() }

  func end() -> [ConnectionState.Action] { state.end() }
}
