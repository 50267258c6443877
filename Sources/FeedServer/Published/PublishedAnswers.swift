import FeedModel
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

/// Answers requests for published documents, with the limits, metrics and logs of every other request.
struct PublishedAnswers: Sendable {
  private let publisher: FeedPublisher
  private let configuration: ServerConfiguration
  private let limiter: RateLimiter<RateLimits.Subject>?
  private let policy: RateLimits.Policy?
  private let metrics: RequestMetrics
  private let budget: MemoryBudget
  /// The counts of responses, by how their requests were recognised.
  private let recognitions: (bytes: CounterSeries, parser: CounterSeries)
  private let date = CurrentDate()

  init(
    of publisher: FeedPublisher, configuration: ServerConfiguration, limits: RateLimits,
    metrics: RequestMetrics, budget: MemoryBudget
  ) {
    self.publisher = publisher
    self.budget = budget
    self.configuration = configuration
    self.metrics = metrics
    recognitions = (metrics.direct(by: .bytes), metrics.direct(by: .parser))
    limiter = limits.reads
    policy = limits.reads.map { RateLimits.Policy(.reads, limit: $0.limit) }
  }

  /// How a request was recognised.
  enum Recognition: String {
    /// By its bytes, which were received before.
    case bytes
    /// By the HTTP parser.
    case parser
  }

  /// The data of one request and its response, besides the prepared answer.
  struct Exchange {
    let fields: ResponseFields
    fileprivate let recognition: Recognition
    fileprivate let client: IPAddress?
    fileprivate let start: Uptime
    /// The use of a body that takes longer to send; it ends with the exchange.
    fileprivate let loan: SharedBody.Loan?
  }

  /// The answer to `request`; `nil` if its document is not in memory.
  func answer(_ request: PublishedRequest) -> PreparedAnswer? {
    guard let publication = publisher.current else { return nil }
    return PreparedAnswer(
      request, from: publication, at: configuration.clock.now, origins: configuration.origins,
      policy: policy, metrics: metrics)
  }

  /// Whether `answer` is of the publication in service, and can be used again.
  func reuse(_ answer: PreparedAnswer) -> Bool {
    guard publisher.currentGeneration == answer.generation else { return false }
    publisher.cache.noteHit()
    return true
  }

  /// Begins a response with `answer`; `nil` if the rate limit of its client is exceeded, or there is no memory for it.
  ///
  /// - Parameter peer: The other end of the connection.
  func begin(
    _ answer: PreparedAnswer, recognisedBy recognition: Recognition, from peer: IPAddress?
  ) -> Exchange? {
    let client = peer.map {
      configuration.trustedProxies.client(from: $0, forwarded: answer.request.forwarded)
    }
    var loan: SharedBody.Loan?
    if let shared = answer.shared, answer.isSentSlowly {
      loan = shared.lend(to: client.map(RateLimits.Subject.init), in: budget)
      if loan == nil { return nil }
    }
    let (start, now) = (configuration.clock.uptime, configuration.clock.now)
    var rate: String?
    if let limiter, let policy, let client {
      let decision = limiter.admit(RateLimits.Subject(client), at: start)
      guard decision.isAllowed else { return nil }
      rate = policy.text(decision)
    }
    let fields = ResponseFields(
      date: date.text(at: now), requestID: answer.request.id ?? configuration.makeRequestID(),
      rate: rate,
      caching: answer.boundaries == .none ? nil : .content(until: answer.boundaries, at: now))
    return Exchange(
      fields: fields, recognition: recognition, client: client, start: start, loan: loan)
  }

  /// Records the end of a response.
  ///
  /// - Parameter isWhole: Whether all of it was sent.
  func end(_ exchange: Exchange, of answer: PreparedAnswer, isWhole: Bool = true) {
    let nanoseconds = configuration.clock.uptime.nanoseconds - exchange.start.nanoseconds
    answer.total.increment(by: 1)
    answer.durations.recordNanoseconds(nanoseconds)
    switch exchange.recognition {
    case .bytes: recognitions.bytes.increment(by: 1)
    case .parser: recognitions.parser.increment(by: 1)
    }
    configuration.accessLog?.note(
      AccessLog.Entry(
        requestID: exchange.fields.requestID, method: answer.request.request.method.rawValue,
        target: answer.request.request.head.path ?? "", status: answer.head.status.code,
        bytes: isWhole ? answer.body.readableBytes : 0, isAborted: !isWhole,
        milliseconds: Double(nanoseconds) / 1_000_000,
        remoteAddress: exchange.client?.description, tokenName: nil))
  }
}

extension PreparedAnswer {
  /// Whether the body may be longer than what a connection's buffer takes at once: then it is known when it is sent.
  var isSentSlowly: Bool { body.readableBytes > ResponseBody.bufferSize }

  /// The bytes of the body that a connection has for itself, or as good as.
  var ownByteCount: Int { isSentSlowly && shared != nil ? 0 : body.readableBytes }
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
