import FeedModel
import FeedPublisher
import HTTPTypes
import NIOCore
import Synchronization

/// Answers requests for documents in memory, with the limits, metrics and logs of every other request.
struct DirectAnswers: Sendable {
  let sources: AnswerSources
  let origins: AllowedOrigins
  private let configuration: HTTPConfiguration
  private let limiter: RateLimiter<RateLimits.Subject>?
  private let policy: RateLimits.Policy?
  private let metrics: RequestMetrics
  private let count: CounterSeries
  private let budget: MemoryBudget
  private let date = CurrentDate()

  init(
    of sources: AnswerSources, configuration: HTTPConfiguration, limits: RateLimits,
    metrics: RequestMetrics, budget: MemoryBudget
  ) {
    self.sources = sources
    self.configuration = configuration
    self.metrics = metrics
    self.budget = budget
    origins = configuration.origins
    count = metrics.direct
    limiter = limits.reads
    policy = limits.reads.map { RateLimits.Policy(.reads, limit: $0.limit) }
  }

  /// The response of `variant` with `answer`.
  func prepare(
    _ answer: DocumentAnswer, _ chosen: PublishedDocument.Representation,
    _ variant: PreparedResponse.Variant, route: String
  ) -> PreparedResponse {
    var head = answer.head(of: chosen, isKnown: variant.isKnown, at: configuration.clock.now)
    origins.allow(variant.origin, in: &head.headerFields)
    head.headerFields[.server] = HTTPConfiguration.serverName
    head.headerFields[.contentTypeOptions] = ContentTypeOptions.noSniffing
    if let policy { head.headerFields[.rateLimitPolicy] = policy.text }
    let hasBody = !variant.isHead && !variant.isKnown
    let shared = hasBody ? answer.shared(chosen) : nil
    let method: HTTPRequest.Method = variant.isHead ? .head : .get
    var boundaries: Boundaries?
    if case .until(let moments) = answer.freshness, moments != .none { boundaries = moments }
    return PreparedResponse(
      head, body: shared?.bytes ?? (hasBody ? ByteBuffer(bytes: chosen.bytes) : ByteBuffer()),
      shared: shared, boundaries: boundaries,
      total: metrics.total(method: method, route: route, status: head.status),
      durations: metrics.durations(route: route))
  }

  /// A response that has begun.
  struct Exchange {
    fileprivate let client: IPAddress?
    fileprivate let requestID: String
    fileprivate let start: Uptime
    fileprivate let rate: RateLimits.Quota?
    /// The use of a body that takes longer to send; it ends with the exchange.
    fileprivate let loan: SharedBody.Loan?
  }

  /// Begins `response`; `nil` if the rate limit of its client is exceeded, or there is no memory for it.
  ///
  /// - Parameter peer: The other end of the connection.
  func begin(
    _ response: PreparedResponse, to fields: RequestFields, from peer: IPAddress?
  ) -> Exchange? {
    let client = peer.map {
      configuration.trustedProxies.client(from: $0, forwarded: fields.forwarded)
    }
    var loan: SharedBody.Loan?
    if let shared = response.shared, response.isSentSlowly {
      loan = shared.lend(to: client.map(RateLimits.Subject.init), in: budget)
      if loan == nil { return nil }
    }
    let start = configuration.clock.uptime
    var rate: RateLimits.Quota?
    if let limiter, let policy, let client {
      let decision = limiter.admit(RateLimits.Subject(client), at: start)
      guard decision.isAllowed else { return nil }
      rate = RateLimits.Quota(policy, decision)
    }
    return Exchange(
      client: client, requestID: fields.acceptableID ?? configuration.makeRequestID(),
      start: start, rate: rate, loan: loan)
  }

  /// The bytes of `response`.
  func bytes(
    of response: PreparedResponse, _ exchange: Exchange, allocator: ByteBufferAllocator
  ) -> (head: ByteBuffer, body: ByteBuffer?) {
    let now = configuration.clock.now
    return response.bytes(
      at: now, date: date.text(at: now), requestID: exchange.requestID, rate: exchange.rate,
      allocator: allocator)
  }

  /// Records the end of `response`.
  ///
  /// - Parameter isWhole: Whether all of it was sent.
  func end(
    _ exchange: Exchange, of response: PreparedResponse, to target: String, isHead: Bool,
    isWhole: Bool
  ) {
    let nanoseconds = configuration.clock.uptime.nanoseconds - exchange.start.nanoseconds
    response.total.increment(by: 1)
    response.durations.recordNanoseconds(nanoseconds)
    count.increment(by: 1)
    configuration.accessLog?.note(
      AccessLog.Entry(
        requestID: exchange.requestID, method: isHead ? "HEAD" : "GET", target: target,
        status: response.status.code, bytes: isWhole ? response.body.readableBytes : 0,
        isAborted: !isWhole, milliseconds: Double(nanoseconds) / 1_000_000,
        remoteAddress: exchange.client?.description, tokenName: nil))
  }
}

/// The time as HTTP writes it, which is the same for a second.
private final class CurrentDate: Sendable {
  private let last = Mutex((second: Int.min, text: ""))

  func text(at now: Timestamp) -> String {
    let second = now.millisecondsSince1970 / 1_000
    return last.withLock { last in
      if last.second != second { last = (second, now.httpDate) }
      return last.text
    }
  }
}
