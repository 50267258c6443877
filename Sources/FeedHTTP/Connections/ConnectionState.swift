package import FeedModel

/// The state of a connection: how much of a request has arrived, which requests are to be answered, whether the
/// client receives the responses, and how the connection ends. Events go in, and actions come out; it has neither
/// a channel nor a clock.
///
/// It closes connections whose client sends a request too slowly, or none for too long, or receives nothing of
/// its response; those that have been told to close; and, when the server stops, those that are still open after
/// a grace period.
package struct ConnectionState {
  /// How long a client may go on sending after the last response. A client whose connection is closed
  /// at once might lose the response (RFC 9112, section 9.6).
  package static let lingering = Duration.seconds(2)

  /// The moments for which a connection waits, each at most once at a time.
  package enum Timer: Int, CaseIterable, Sendable {
    case request, idle, response, lingering, stop
  }

  /// Work for the owner of the channel, to be done in the order in which it is given.
  package enum Action: Equatable, Sendable {
    case start(Timer, after: Duration)
    case cancel(Timer)
    /// Long work is told that the client has left.
    case leave
    case report(MalformedRequest)
    /// Whoever reads the body of the request is told that it is late.
    case failBody
    /// The head of the request is late: it is answered, and the connection closed.
    case answerTimeout
    /// When everything that was written has been sent, ``finish()`` follows.
    case finishWhenSent
    case closeOutput
    case close
  }

  private enum Stage: Comparable {
    case open
    /// No more requests are read, and the sending side is closed.
    case lingering
    case closing
    case closed
  }

  private let limits: ServerLimits
  private var stage = Stage.open
  private var request: RequestProgress
  /// The number of requests whose response has not been written.
  package private(set) var unanswered = 0
  /// When a request or the end of a response was last seen.
  private var lastActivity: Uptime
  /// The bytes that waited to be sent when the connection was last checked for activity.
  private var unsent = 0
  /// Whether the response is endless, such as the event stream. Its route limits the bytes that wait for the client.
  private var isEndless = false
  /// The bytes that waited when it was last checked that the client receives something; `nil` while that is not checked.
  ///
  /// It is checked only while the buffer is full. NIO's `IdleStateHandler` sees writes into the buffer, and not whether the
  /// client receives them.
  private var unsentAtCheck: Int?
  /// When a check has last seen the client receive something.
  private var lastReceipt: Uptime
  private var isMalformed = false
  /// Whether the client was told that a response is the last one.
  package private(set) var isClosing = false
  /// Whether nothing can follow the present requests.
  private var closesAfterResponse = false
  /// Whether the server stops.
  package private(set) var isStopping = false
  /// The running timers, indexed by the raw values of ``Timer``.
  private var isRunning = [Bool](repeating: false, count: Timer.allCases.count)

  package init(_ limits: ServerLimits, at now: Uptime) {
    self.limits = limits
    request = RequestProgress(
      timeout: limits.requestTimeout, bodyTimeout: limits.bodyTimeout)
    (lastActivity, lastReceipt) = (now, now)
  }

  /// Whether requests are read; later ones are dropped.
  package var isReading: Bool { stage == .open }

  /// Whether the body of a request is being received.
  package var isReceivingBody: Bool { request.stage == .body }

  /// Whether the connection ends when all requests are answered.
  private var isEnding: Bool { isClosing || closesAfterResponse || isStopping }

  /// The time at which the request is late; `nil` while the server does not wait for it.
  package var requestDeadline: Uptime? { stage == .open ? request.deadline : nil }

  // MARK: - Beginning and end

  package mutating func open() -> [Action] { [start(.idle, after: limits.idleTimeout)] }

  /// The client finishes sending.
  package mutating func endInput() -> [Action] {
    guard stage < .closing else { return [] }
    return [.leave] + (stage == .lingering ? close() : [])
  }

  /// The server stops.
  ///
  /// - Parameter unsent: The bytes that wait to be sent; `nil` if the client takes more.
  package mutating func stop(unsent: Int?, at now: Uptime) -> [Action] {
    guard stage < .closing else { return [] }
    isStopping = true
    let actions = [start(.stop, after: limits.stopGrace)] + fillBuffer(unsent: unsent, at: now)
    guard unanswered == 0 else { return actions }
    return actions + (stage == .lingering ? close() : [.finishWhenSent])
  }

  /// The connection is closed, by either end.
  package mutating func end() -> [Action] {
    guard stage != .closed else { return [] }
    stage = .closed
    return Timer.allCases.flatMap { cancel($0) } + [.leave]
  }

  // MARK: - Requests

  /// `count` bytes were received.
  package mutating func receive(_ count: Int, at now: Uptime) {
    request.receive(count, at: now)
    lastActivity = now
  }

  /// The server waits for more of a request, from `now` on if it did not before.
  package mutating func read(at now: @autoclosure () -> Uptime) -> [Action] {
    if !request.isWaiting { request.beginWaiting(at: now()) }
    guard !isRunning[Timer.request.rawValue], let deadline = requestDeadline else { return [] }
    return [start(.request, after: max(.zero, deadline - now()))]
  }

  /// The head of a request was received.
  package mutating func receiveHead() {
    guard isReading else { return }
    unanswered += 1
    request.enter(.body)
  }

  /// The rest of a request was received.
  package mutating func receiveEnd() -> [Action] {
    guard stage == .open else { return [] }
    request.enter(.between)
    return cancel(.request)
  }

  /// Bytes were received that are not a request.
  package mutating func receive(_ malformed: MalformedRequest) -> [Action] {
    guard stage != .closed, !isMalformed else { return [] }
    isMalformed = true
    return [.report(malformed)]
  }

  /// Bytes were received that are not the rest of a request: the connection ends with its response.
  package mutating func failBody() -> [Action] {
    closesAfterResponse = true
    // The response may have been sent before.
    return unanswered == 0 ? [.finishWhenSent] : []
  }

  // MARK: - Responses

  /// The head of a response is written.
  ///
  /// - Parameters:
  ///   - closes: Whether the connection ends with the response.
  ///   - isEndless: Whether the response is a stream without an end.
  package mutating func writeHead(closes: Bool, isEndless: Bool) {
    if closes { isClosing = true }
    self.isEndless = isEndless
  }

  /// The end of a response is written.
  ///
  /// - Returns: whether the connection ends with it: then ``finish()`` is called when it has been sent.
  package mutating func writeEnd(at now: Uptime) -> Bool {
    // After the last response, no other request is answered (RFC 9112, section 9.6).
    unanswered = isClosing ? 0 : max(0, unanswered - 1)
    lastActivity = now
    return isEnding && unanswered == 0
  }

  /// Closes the sending side, and the whole connection when the client has closed its side or after a delay; at once if
  /// the server stops.
  package mutating func finish() -> [Action] {
    guard stage == .open else { return [] }
    guard !isStopping else { return close() }
    stage = .lingering
    return cancel(.request) + [.closeOutput, start(.lingering, after: Self.lingering)]
  }

  /// The connection takes no more of a response, or more of it.
  ///
  /// - Parameter unsent: The bytes that wait to be sent; `nil` if the client takes more.
  package mutating func fillBuffer(unsent: Int?, at now: Uptime) -> [Action] {
    guard stage < .closing else { return [] }
    guard let unsent else {
      unsentAtCheck = nil
      return cancel(.response)
    }
    guard unsentAtCheck == nil, isStopping || !isEndless else { return [] }
    return checkResponse(unsent, at: now)
  }

  // MARK: - Timers

  /// `timer` has fired.
  ///
  /// - Parameter unsent: The bytes that wait to be sent.
  package mutating func fire(_ timer: Timer, unsent: Int, at now: Uptime) -> [Action] {
    guard !cancel(timer).isEmpty, stage < .closing else { return [] }
    switch timer {
    case .request:
      guard let deadline = requestDeadline else { return [] }
      return now < deadline ? [start(.request, after: deadline - now)] : expire()
    case .idle:
      if isWorking(unsent) { lastActivity = now }
      let end = lastActivity + limits.idleTimeout
      guard now < end else { return close() }
      // The rest of a response may not fill the buffer.
      let isWaiting = unanswered > 0 && unsent > 0
      return [start(.idle, after: end - now)]
        + (isWaiting ? fillBuffer(unsent: unsent, at: now) : [])
    case .response:
      guard unsent > 0 else {
        unsentAtCheck = nil
        return []
      }
      return checkResponse(unsent, at: now)
    case .lingering, .stop: return close()
    }
  }

  /// Whether a request is being answered, or the client has received something of a response since the last check.
  private mutating func isWorking(_ left: Int) -> Bool {
    let former = unsent
    unsent = left
    if unanswered > 0, request.stage != .body { return true }
    return left > 0 && (former == 0 || left < former)
  }

  /// Closes the connection if the client has received nothing for too long.
  private mutating func checkResponse(_ unsent: Int, at now: Uptime) -> [Action] {
    // More waits only if something was written since, which a full buffer does not take.
    if unsent != unsentAtCheck { lastReceipt = now }
    unsentAtCheck = unsent
    guard now - lastReceipt < limits.responseTimeout else { return close() }
    return [start(.response, after: limits.responseTimeout / 4)]
  }

  private mutating func expire() -> [Action] {
    let isBody = request.stage == .body
    request.miss()
    if isBody {
      closesAfterResponse = true
      // The response may have been sent before the body was read.
      return [.failBody] + (unanswered == 0 ? finish() : [])
    }
    let reports = receive(.timeout)
    guard unanswered == 0 else {
      closesAfterResponse = true
      return reports
    }
    return reports + [.answerTimeout]
  }

  private mutating func close() -> [Action] {
    stage = .closing
    return [.close]
  }

  private mutating func start(_ timer: Timer, after delay: Duration) -> Action {
    isRunning[timer.rawValue] = true
    return .start(timer, after: delay)
  }

  private mutating func cancel(_ timer: Timer) -> [Action] {
    guard isRunning[timer.rawValue] else { return [] }
    isRunning[timer.rawValue] = false
    return [.cancel(timer)]
  }
}

/// How much of a request has arrived, and the deadline for the rest of it.
///
/// A client has a timeout for the head, and then one for the body. Every byte of the body extends it, at most to
/// its full length from then on: a client cannot save time for a longer pause. The body as a whole has a bound that
/// nothing extends, so that a trickle of bytes does not keep a connection for ever.
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
  mutating func miss() { isLate = true }

  /// A part of the request begins, or has ended.
  mutating func enter(_ stage: Stage) {
    self.stage = stage
    (rest, bodyRest) = (timeout, bodyTimeout)
    isLate = false
  }
}
