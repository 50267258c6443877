package import FeedStore
import FeedModel
import FeedPublisher
import HTTPTypes
package import HummingbirdCore
import NIOCore
import NIOHTTP1
import Synchronization

/// The answers with public documents that are in memory, finished but for what differs from request to request, by the
/// targets that ask for them.
///
/// A target means the same for everybody: the path with its query, as it was sent. A route that has answered one says
/// here where the document is, and is not asked again before its content changes.
package final class FinishedAnswers: Sendable {
  /// The longest target that is kept, in bytes.
  package static let maximumTargetSize = 512
  /// The part of the cache that they take at most.
  private static let shareOfCache = 16
  /// The estimated size of an answer beside its target and its responses, in bytes.
  private static let ownByteCount = 1_024
  /// The most values of `Accept-Encoding` that are remembered.
  private static let maximumCodingCount = 64

  private let answers: Mutex<LRUCache<String, FinishedAnswer>>
  /// The bytes of ``answers``, which count in the cache.
  private let share: SharedCache.Share
  /// The codings that suit clients best, by what they send.
  private let codings = Mutex<[String: ContentCoding]>([:])
  private let reuses = Atomic(0)

  /// - Parameter cache: Has the documents that routes find in memory, and counts these answers besides.
  package init(in cache: SharedCache) {
    share = SharedCache.Share(of: cache, name: "answers")
    answers = Mutex(LRUCache(maximumByteCount: cache.maximumByteCount / Self.shareOfCache))
  }

  /// How many requests were answered with a response that was sent before.
  package var reuseCount: Int { reuses.load(ordering: .relaxed) }

  /// Answers later requests for the target of `request` from memory. Only targets whose locale is written as tags are:
  /// there is no end of other ways to write one.
  ///
  /// - Parameters:
  ///   - state: The state of the content that the answer is made of; `nil` while the route has to make it.
  ///   - document: The answer if it is in memory; `nil` if the route has to make it. It is called on event loops, and must
  ///     not wait.
  package func keep(
    for request: Request, _ context: FeedRequestContext, state: @escaping @Sendable () -> Int?,
    document: @escaping @Sendable () -> DocumentAnswer?
  ) {
    guard let target = request.head.path, target.utf8.count <= Self.maximumTargetSize,
      let route = context.match?.pattern, context.identity == nil,
      request.uri.queryParameters["locale"].map(Self.isOfTags) ?? true
    else { return }
    store(FinishedAnswer(route: route, state: state, document: document), for: target)
  }

  private static func isOfTags(_ locale: Substring) -> Bool {
    locale.split(separator: ",").allSatisfy { $0 == "*" || $0 == LocaleTag($0)?.text ?? "" }
  }

  private func store(_ answer: FinishedAnswer, for target: String) {
    let byteCount = answers.withLock { answers in
      answers.store(
        answer, byteCount: Self.ownByteCount + target.utf8.count + answer.byteCount, for: target)
      answers.shrink()
      return answers.byteCount
    }
    share.hold(byteCount)
  }

  /// The response to the request of `head`, made by `pipeline` the first time; `nil` if its route has to make it.
  func response(to head: ReceivedHead, completedBy pipeline: RequestPipeline) -> PreparedResponse? {
    guard let answer = answers.withLock({ $0.use(head.target) }),
      // The state before the document, which may be newer: then it is made again.
      let state = answer.state()
    else { return nil }
    let coding = coding(for: head.acceptEncoding)
    let origin = head.origin.flatMap(pipeline.configuration.origins.listed)
    if let known = answer.response(to: head, in: coding, for: origin, in: state) {
      reuses.add(1, ordering: .relaxed)
      return known
    }
    // An event loop does not compress.
    guard let document = answer.document(),
      let chosen = document.document.knownRepresentation(in: coding)
    else { return nil }
    let variant = PreparedResponse.Variant(
      coding: coding, isHead: head.isHead, isKnown: head.knows(chosen.entityTag), origin: origin)
    let made = pipeline.prepare(document, chosen, variant, route: answer.route)
    answer.keep(made, variant, tag: chosen.entityTag, in: state)
    store(answer, for: head.target)
    return made
  }

  private func coding(for accepted: String?) -> ContentCoding {
    guard let accepted else { return .identity }
    return codings.withLock { codings in
      if let known = codings[accepted] { return known }
      let coding = ContentCoding.best(for: [accepted])
      if codings.count >= Self.maximumCodingCount { codings = [:] }
      codings[accepted] = coding
      return coding
    }
  }
}

/// The answer to requests for one target, with its responses in one state of the content.
private final class FinishedAnswer: Sendable {
  /// The pattern of the target's route.
  let route: String
  let state: @Sendable () -> Int?
  let document: @Sendable () -> DocumentAnswer?
  /// The responses that were made in a state, with the tags of the document in their codings.
  private let made = Mutex<(state: Int?, responses: [Made])>((nil, []))

  private typealias Made = (
    tag: String, variant: PreparedResponse.Variant, response: PreparedResponse
  )

  init(
    route: String, state: @escaping @Sendable () -> Int?,
    document: @escaping @Sendable () -> DocumentAnswer?
  ) {
    self.route = route
    self.state = state
    self.document = document
  }

  /// The size of the responses in memory, in bytes.
  var byteCount: Int { made.withLock { $0.responses.reduce(0) { $0 + $1.response.byteCount } } }

  /// The response to the request of `head`, if it was made in `state`.
  func response(
    to head: ReceivedHead, in coding: ContentCoding, for origin: String?, in state: Int
  ) -> PreparedResponse? {
    made.withLock { made in
      guard made.state == state else { return nil }
      return made.responses.first { tag, variant, _ in
        variant.coding == coding && variant.isHead == head.isHead && variant.origin == origin
          && variant.isKnown == head.knows(tag)
      }?.response
    }
  }

  /// Keeps `response` of `variant`, with those that were made in `state`.
  func keep(
    _ response: PreparedResponse, _ variant: PreparedResponse.Variant, tag: String, in state: Int
  ) {
    made.withLock { made in
      if made.state != state { made = (state, []) }
      made.responses.append((tag, variant, response))
    }
  }
}

// MARK: - Responses

/// A response with a document in memory, with as much of it in bytes as is the same for all requests.
final class PreparedResponse: Sendable {
  /// The properties of requests on which the bytes depend.
  struct Variant: Hashable, Sendable {
    let coding: ContentCoding
    let isHead: Bool
    /// Whether the client's copy of the document is current, so that the response is 304.
    let isKnown: Bool
    /// The page's origin, if responses differ by it.
    let origin: String?
  }

  /// The size up to which a body is sent in one piece with its head, in bytes.
  static let maximumJoinedSize = 16 << 10
  /// The size of the fields that differ, about.
  private static let differingSize = 256

  let status: HTTPResponse.Status
  /// The status line and the fields that are the same in every response.
  private let beginning: ByteBuffer
  /// Empty for HEAD, and if the client has the document.
  let body: ByteBuffer
  /// The owner of the bytes of `body`, if other responses share them.
  let shared: SharedBody?
  /// The moments on which `Cache-Control` depends; `nil` if it is always the same.
  private let boundaries: Boundaries?
  /// Where responses are counted and timed.
  let total: CounterSeries
  let durations: HistogramSeries

  /// - Parameters:
  ///   - head: The head with the fields that are the same in every response.
  ///   - boundaries: The moments on which `Cache-Control` depends, which then is no such field.
  init(
    _ head: HTTPResponse, body: ByteBuffer, shared: SharedBody?, boundaries: Boundaries?,
    total: CounterSeries, durations: HistogramSeries
  ) {
    status = head.status
    var beginning = ByteBuffer()
    beginning.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
    for field in head.headerFields where boundaries == nil || field.name != .cacheControl {
      beginning.writeField(field.name.rawName, field.value)
    }
    self.beginning = beginning
    self.body = body
    self.shared = shared
    self.boundaries = boundaries
    self.total = total
    self.durations = durations
  }

  /// The size in memory, in bytes.
  var byteCount: Int { 512 + beginning.readableBytes + body.readableBytes }

  /// Whether the body exceeds a connection's write buffer. Its end is then recorded when the last byte is sent.
  var isSentSlowly: Bool { body.readableBytes > SocketHandler.bufferSize }

  /// The bytes of the body that a connection has for itself, or as good as.
  var ownByteCount: Int { isSentSlowly && shared != nil ? 0 : body.readableBytes }

  /// The response at `now`: its head, and its body unless that is joined to the head.
  ///
  /// - Parameters:
  ///   - date: The time as HTTP writes it.
  ///   - rate: The values of `RateLimit`; `nil` without a limit.
  func bytes(
    at now: Timestamp, date: String, requestID: String, rate: RateLimits.Quota?
  ) -> (head: ByteBuffer, body: ByteBuffer?) {
    let isJoined = body.readableBytes <= Self.maximumJoinedSize
    var buffer = ByteBuffer()
    buffer.reserveCapacity(
      beginning.readableBytes + Self.differingSize + (isJoined ? body.readableBytes : 0))
    buffer.writeImmutableBuffer(beginning)
    if let boundaries {
      buffer.writeField("Cache-Control", CachePolicy.content(until: boundaries, at: now).rawValue)
    }
    buffer.writeField("Date", date)
    buffer.writeField("X-Request-ID", requestID)
    if let rate { buffer.writeField("RateLimit", rate.text) }
    buffer.writeStaticString("\r\n")
    if isJoined { buffer.writeImmutableBuffer(body) }
    return (buffer, isJoined ? nil : body)
  }
}

extension ByteBuffer {
  fileprivate mutating func writeField(_ name: String, _ value: String) {
    writeString(name)
    writeStaticString(": ")
    writeString(value)
    writeStaticString("\r\n")
  }
}

extension RequestPipeline {
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
