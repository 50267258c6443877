import Bounds
import FeedModel
import FeedPublisher
import HTTPTypes
import NIOCore
import Synchronization

extension RequestPipeline {
  /// Answers the request of `head` from memory, with bytes that need no encoder. They are sent by the next flush of
  /// `socket`.
  ///
  /// - Returns: `false`, with nothing written, if its route has to answer it: nothing is in memory, the rate limit of the
  ///   client is exceeded, or there is no memory for it.
  func answerFromMemory(_ head: ReceivedHead, on socket: SocketHandler) -> Bool {
    guard let response = finished.response(to: head, completedBy: self) else { return false }
    let client = client(of: head, from: socket.peer)
    let subject = client.map(Client.init)
    // 1. The use of a body that takes longer to send.
    var loan: MemoryBudget.Reservation?
    if let shared = response.shared, response.isSentSlowly {
      loan = shared.lend(to: subject, in: budget)
      if loan == nil { return false }
    }
    // 2. The rate.
    let start = clock.uptime
    let quota = subject.flatMap { rates.decide(.read, of: $0, at: start) }
    if let quota, !quota.decision.isAllowed { return false }
    // 3. The bytes.
    let id = head.acceptableID ?? configuration.makeRequestID()
    let now = clock.now
    let (bytes, body) = response.bytes(
      at: now, date: date.text(at: now), requestID: id, rate: quota)
    socket.note(bytes.readableBytes + (body == nil ? 0 : response.ownByteCount))
    socket.write(bytes)
    // 4. Its end.
    response.total.increment(by: 1)
    metrics.direct.increment(by: 1)
    let answer = ObservedAnswer(
      head: head, target: head.target, requestID: id, client: client, status: response.status,
      start: start)
    let size = response.body.readableBytes
    if response.isSentSlowly, let body {
      socket.write(body) { [self] isWhole in
        end(answer, sent: isWhole ? size : 0, isWhole: isWhole, in: response.durations)
        withExtendedLifetime(loan) {}
      }
    } else {
      // It fits in the connection's buffer.
      if let body { socket.write(body) }
      end(answer, sent: size, isWhole: true, in: response.durations)
    }
    return true
  }

  /// The response of `variant` with `answer`, finished but for what differs from request to request.
  func prepare(
    _ answer: DocumentAnswer, _ chosen: PublishedDocument.Representation,
    _ variant: PreparedResponse.Variant, route: String
  ) -> PreparedResponse {
    var head = answer.head(of: chosen, isKnown: variant.isKnown, at: clock.now)
    complete(&head.headerFields, for: variant.origin)
    head.headerFields[.rateLimitPolicy] = rates.policy(of: .read)
    let hasBody = !variant.isHead && !variant.isKnown
    let shared = hasBody ? answer.shared(chosen) : nil
    return PreparedResponse(
      head, body: shared?.bytes ?? (hasBody ? ByteBuffer(bytes: chosen.bytes) : ByteBuffer()),
      shared: shared, boundaries: answer.freshness.boundaries,
      total: metrics.total(
        method: variant.isHead ? .head : .get, route: route, status: head.status),
      durations: metrics.durations(route: route))
  }
}

/// The time as HTTP writes it, which is the same for a second.
final class CurrentDate: Sendable {
  private let last = Mutex((second: Int.min, text: ""))

  func text(at now: Timestamp) -> String {
    let second = now.millisecondsSince1970 / 1_000
    return last.withLock { last in
      if last.second != second { last = (second, now.httpDate) }
      return last.text
    }
  }
}
