package import Bounds
import FeedModel
import FeedPublisher
import HTTPTypes
package import HummingbirdCore
import NIOCore
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
  private let onReuse: @Sendable () -> Void

  /// - Parameters:
  ///   - cache: Has the documents that routes find in memory, and counts these answers besides.
  ///   - onReuse: Called for every response that is sent again.
  package init(in cache: SharedCache, onReuse: @escaping @Sendable () -> Void) {
    self.onReuse = onReuse
    share = SharedCache.Share(of: cache, name: "answers")
    answers = Mutex(LRUCache(maximumByteCount: cache.maximumByteCount / Self.shareOfCache))
  }

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
  func response(
    to head: ReceivedHead, completedBy pipeline: RequestPipeline
  ) -> PreparedResponse? {
    guard let answer = answers.withLock({ $0.use(head.target) }),
      // The state before the document, which may be newer: then it is made again.
      let state = answer.state()
    else { return nil }
    let coding = coding(for: head.acceptEncoding)
    let origin = pipeline.configuration.origins.listed(head.origin)
    if let known = answer.response(to: head, in: coding, for: origin, in: state) {
      onReuse()
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
  private let made = Mutex<Made>(Made())

  private struct Made {
    var state: Int?
    /// With the tags of the document in their codings.
    var responses: [(tag: String, variant: PreparedResponse.Variant, response: PreparedResponse)] =
      []
  }

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
      if made.state != state { made = Made(state: state) }
      made.responses.append((tag, variant, response))
    }
  }
}
