import Caching
import FeedModel
import FeedPublisher
import FeedStore
import NIOCore
import Synchronization

/// Responses with documents in memory, by the targets of their requests: those of the connections of one event loop.
final class ReadyAnswers {
  /// The part of the cache that the responses of all event loops take at most.
  private static let shareOfCache = 16
  /// The most values of `Accept-Encoding` that are remembered.
  private static let maximumCodingCount = 64

  /// The responses for one target in one state of its content.
  private final class Ready {
    let source: AnswerSource
    let state: Int
    /// Whether the document has codings.
    let isPacked: Bool
    /// The tags of the document in the codings that were asked for.
    var tags: [(coding: ContentCoding, tag: String)] = []
    var responses: [(variant: PreparedResponse.Variant, response: PreparedResponse)] = []

    init(_ source: AnswerSource, in state: Int, isPacked: Bool) {
      self.source = source
      self.state = state
      self.isPacked = isPacked
    }

    /// The size in memory, in bytes.
    var byteCount: Int { responses.reduce(1_024) { $0 + $1.response.byteCount } }
  }

  private let services: DirectAnswers
  private var ready: LRUCache<String, Ready>
  /// The bytes of ``ready``, which count in the cache.
  private let share: SharedCache.Share
  /// The codings that suit clients best, by what they send.
  private var codings: [String: ContentCoding] = [:]

  init(_ services: DirectAnswers) {
    self.services = services
    let cache = services.sources.cache
    ready = LRUCache(
      maximumByteCount: cache.maximumByteCount / Self.shareOfCache
        / max(1, NIOSingletons.groupLoopCountSuggestion))
    share = SharedCache.Share(of: cache, name: "answers")
  }

  /// The response to `request`; `nil` if its route has to make it.
  func response(to request: ReceivedHead) -> PreparedResponse? {
    let known = ready.use(request.target)
    guard let source = known?.source ?? services.sources.source(for: request.target),
      // The state before the answer, which may be newer: then it is made again.
      let state = source.state()
    else { return nil }
    if let known, known.state == state {
      let coding = coding(for: request.acceptEncoding, isPacked: known.isPacked)
      if let tag = known.tags.first(where: { $0.coding == coding })?.tag {
        let variant = variant(request, coding, tag)
        for (known, response) in known.responses where known == variant {
          services.sources.onReuse()
          return response
        }
      }
    }
    guard let answer = source.answer() else { return nil }
    let isPacked = !answer.document.codings.isEmpty
    let current =
      known.flatMap { $0.state == state ? $0 : nil }
      ?? Ready(source, in: state, isPacked: isPacked)
    return make(answer, current, for: request)
  }

  /// Makes a response and keeps it.
  private func make(
    _ answer: DocumentAnswer, _ ready: Ready, for request: ReceivedHead
  ) -> PreparedResponse? {
    let coding = coding(for: request.acceptEncoding, isPacked: ready.isPacked)
    // An event loop does not compress.
    guard let chosen = answer.document.knownRepresentation(in: coding) else { return nil }
    let variant = variant(request, coding, chosen.entityTag)
    let response = services.prepare(answer, chosen, variant, route: ready.source.route)
    if !ready.tags.contains(where: { $0.coding == coding }) {
      ready.tags.append((coding, chosen.entityTag))
    }
    ready.responses.append((variant, response))
    self.ready.store(ready, byteCount: ready.byteCount, for: request.target)
    self.ready.shrink()
    share.hold(self.ready.byteCount)
    return response
  }

  private func variant(
    _ request: ReceivedHead, _ coding: ContentCoding, _ tag: String
  ) -> PreparedResponse.Variant {
    PreparedResponse.Variant(
      coding: coding, isHead: request.isHead,
      isKnown: request.ifNoneMatch.map {
        $0 == tag || EntityTags([$0]).contains(tag, by: .weak)
      } ?? false,
      origin: services.configuration.origins.listed(request.origin))
  }

  private func coding(for accepted: String?, isPacked: Bool) -> ContentCoding {
    guard isPacked, let accepted else { return .identity }
    if let known = codings[accepted] { return known }
    let coding = AcceptedCodings([accepted]).bestOfAll
    if codings.count >= Self.maximumCodingCount { codings = [:] }
    codings[accepted] = coding
    return coding
  }
}
