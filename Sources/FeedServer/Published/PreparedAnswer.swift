import FeedModel
import FeedPublisher
import HTTPTypes
import Hummingbird
import NIOCore

/// The answer to a request for a published document, without the fields that differ from one response to the next.
/// It is valid for one publication.
struct PreparedAnswer: Sendable {
  let request: PublishedRequest
  /// The generation of its publication.
  let generation: Int
  let head: HTTPResponse
  /// Empty for HEAD, and if the client has the document.
  let body: ByteBuffer
  /// The owner of the bytes of `body`, if other responses share them.
  let shared: SharedBody?
  /// When something of the document appears or disappears.
  let boundaries: Boundaries
  /// Where responses are counted and timed.
  let total: CounterSeries
  let durations: HistogramSeries

  /// The answer to `request` at `now`; `nil` if the document is not in memory as the client wants it.
  ///
  /// - Parameters:
  ///   - origins: Those whose pages may read the response.
  ///   - policy: The rate limit; `nil` for none.
  init?(
    _ request: PublishedRequest, from publication: Publication, at now: Timestamp,
    origins: AllowedOrigins, policy: RateLimits.Policy?, metrics: RequestMetrics
  ) {
    guard let feed = publication.feeds[request.feed], let answer = request.answer(of: feed, at: now)
    else { return nil }
    var response = Response(answer)
      .marked(revision: publication.revision, keys: feed.surrogateKeys)
    origins.allow(request.request.headers[.origin], in: &response.headers)
    response.headers[.server] = FeedApplication.serverName
    response.headers[.contentTypeOptions] = ContentTypeOptions.noSniffing
    if let policy { response.headers[.rateLimitPolicy] = policy.text }
    self.request = request
    generation = publication.generation
    head = response.head
    let isHead = request.request.method == .head
    body = isHead ? ByteBuffer() : answer.body
    shared = isHead ? nil : answer.shared
    boundaries = feed.content.boundaries
    total = metrics.total(
      method: request.request.method, route: request.route, status: response.status)
    durations = metrics.durations(route: request.route)
  }
}

/// The fields of a response that differ from those of the response before.
struct ResponseFields {
  /// In the form of HTTP.
  let date: String
  let requestID: String
  /// The value of `RateLimit`; `nil` without a limit.
  let rate: String?
  /// `nil` if it is always the same.
  let caching: CachePolicy?

  /// Calls `write` with the name and the value of each field.
  func forEach(_ write: (HTTPField.Name, String) -> Void) {
    write(.date, date)
    write(.requestID, requestID)
    if let rate { write(.rateLimit, rate) }
    if let caching { write(.cacheControl, caching.rawValue) }
  }
}
