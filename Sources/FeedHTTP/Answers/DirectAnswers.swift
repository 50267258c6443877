import FeedModel
import FeedPublisher
import HTTPTypes
import NIOCore
import Synchronization

/// Where answers from memory are, and what they have in common with every other answer: limits, metrics and fields.
struct DirectAnswers: Sendable {
  let sources: AnswerSources
  let configuration: HTTPConfiguration
  let limits: RateLimits
  let metrics: RequestMetrics
  let budget: MemoryBudget
  let date = CurrentDate()

  /// The response of `variant` with `answer`.
  func prepare(
    _ answer: DocumentAnswer, _ chosen: PublishedDocument.Representation,
    _ variant: PreparedResponse.Variant, route: String
  ) -> PreparedResponse {
    var head = answer.head(of: chosen, isKnown: variant.isKnown, at: configuration.clock.now)
    configuration.origins.allow(variant.origin, in: &head.headerFields)
    head.headerFields[.server] = HTTPConfiguration.serverName
    head.headerFields[.contentTypeOptions] = ContentTypeOptions.noSniffing
    if let policy = limits.readPolicy { head.headerFields[.rateLimitPolicy] = policy.text }
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
