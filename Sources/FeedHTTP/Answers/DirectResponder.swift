import FeedModel
import HTTPTypes
import NIOCore
import Synchronization

/// Answers requests from memory, with bytes that need no encoder, and with the limits, metrics and logs of every other
/// request: those of the connections of one event loop.
final class DirectResponder {
  /// The requests that come again.
  var heads = RepeatedHeads()
  private let services: DirectAnswers
  private let answers: ReadyAnswers
  private let count: CounterSeries

  init(_ services: DirectAnswers) {
    self.services = services
    answers = ReadyAnswers(services)
    count = services.metrics.direct
  }

  /// Writes the answer to `request`, which is sent by the next flush of `socket`.
  ///
  /// - Returns: `false`, with nothing written, if its route has to answer it: nothing is in memory, the rate limit of the
  ///   client is exceeded, or there is no memory for it.
  func answer(_ request: ReceivedHead, on socket: SocketHandler) -> Bool {
    guard let response = answers.response(to: request) else { return false }
    let client = socket.peer.map {
      services.configuration.trustedProxies.client(from: $0, forwarded: request.forwarded)
    }
    // 1. The use of a body that takes longer to send.
    var loan: SharedBody.Loan?
    if let shared = response.shared, response.isSentSlowly {
      loan = shared.lend(to: client.map(RateLimits.Subject.init), in: services.budget)
      if loan == nil { return false }
    }
    // 2. The rate.
    let start = services.configuration.clock.uptime
    var rate: RateLimits.Quota?
    if let policy = services.limits.readPolicy, let client,
      let decision = services.limits.reads?.admit(RateLimits.Subject(client), at: start)
    {
      guard decision.isAllowed else { return false }
      rate = RateLimits.Quota(policy: policy, decision: decision)
    }
    // 3. The bytes.
    let id = request.acceptableID ?? services.configuration.makeRequestID()
    let now = services.configuration.clock.now
    let (head, body) = response.bytes(
      at: now, date: services.date.text(at: now), requestID: id, rate: rate)
    socket.note(head.readableBytes + (body == nil ? 0 : response.ownByteCount))
    socket.write(head)
    if response.isSentSlowly, let body {
      socket.write(body) { [self] isWhole in
        record(request, id, response, from: client, since: start, isWhole: isWhole)
        withExtendedLifetime(loan) {}
      }
    } else {
      // It fits in the connection's buffer.
      if let body { socket.write(body) }
      record(request, id, response, from: client, since: start, isWhole: true)
    }
    return true
  }

  /// Records the end of `response`.
  ///
  /// - Parameter isWhole: Whether all of it was sent.
  private func record(
    _ request: ReceivedHead, _ id: String, _ response: PreparedResponse,
    from client: IPAddress?, since start: Uptime, isWhole: Bool
  ) {
    let nanoseconds = services.configuration.clock.uptime.nanoseconds - start.nanoseconds
    response.total.increment(by: 1)
    response.durations.recordNanoseconds(nanoseconds)
    count.increment(by: 1)
    services.configuration.accessLog?.note(
      AccessLog.Entry(
        requestID: id, trace: request.trace, method: request.isHead ? "HEAD" : "GET",
        target: request.target,
        status: response.status.code, bytes: isWhole ? response.body.readableBytes : 0,
        isAborted: !isWhole, milliseconds: Double(nanoseconds) / 1_000_000,
        remoteAddress: client?.description, tokenName: nil))
  }
}

/// The responders of all event loops: no connection waits for one of another loop.
final class DirectResponders: Sendable {
  private let services: DirectAnswers
  private let responders = Mutex<[ObjectIdentifier: NIOLoopBound<DirectResponder>]>([:])

  init(_ services: DirectAnswers) {
    self.services = services
  }

  /// The responder of `eventLoop`, on which this is called.
  func responder(on eventLoop: any EventLoop) -> DirectResponder {
    responders.withLock { responders in
      let known = responders[ObjectIdentifier(eventLoop)]
      let own = known ?? NIOLoopBound(DirectResponder(services), eventLoop: eventLoop)
      responders[ObjectIdentifier(eventLoop)] = own
      return own.value
    }
  }
}
