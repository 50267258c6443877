package import Caching
import FeedModel
import FeedPublisher
package import Hummingbird

/// The document that requests for one target are answered with, for as long as its state stays the same.
struct AnswerSource: Sendable {
  /// The pattern of the target's route.
  let route: String
  /// The state of the content that the answer is made of; `nil` while the route has to make it.
  let state: @Sendable () -> Int?
  /// The answer as it is in memory; `nil` if the route has to make it.
  let answer: @Sendable () -> DocumentAnswer?
}

/// The targets of requests that were answered with public documents, and where those are in memory.
///
/// A target means the same for everybody: the path with its query, as it was sent. A route that has answered one says
/// here where the document is, and is not asked again before its content changes.
package final class AnswerSources: Sendable {
  /// The longest target that is kept, in bytes.
  package static let maximumTargetSize = 512
  /// The estimated size of a source beside its target, in bytes.
  private static let sourceByteCount = 512

  /// What is in memory, these targets too.
  let cache: SharedCache
  private let sources: SharedCache.Part<String, AnswerSource>

  /// Called for every response that is sent again.
  let onReuse: @Sendable () -> Void

  /// - Parameters:
  ///   - cache: Has the documents that routes find in memory, and the targets besides.
  ///   - onReuse: Called for every response that is sent again.
  package init(in cache: SharedCache, onReuse: @escaping @Sendable () -> Void) {
    self.cache = cache
    sources = cache.part("targets")
    self.onReuse = onReuse
  }

  /// Answers later requests for the target of `request` from memory. Only targets whose locale is written as tags are:
  /// there is no end of other ways to write one.
  ///
  /// - Parameters:
  ///   - state: The state of the content; `nil` while the route has to make the answer.
  ///   - answer: The answer if it is in memory. It is called on event loops, and must not wait.
  package func keep(
    for request: Request, _ context: FeedRequestContext, state: @escaping @Sendable () -> Int?,
    answer: @escaping @Sendable () -> DocumentAnswer?
  ) {
    guard let target = request.head.path, target.utf8.count <= Self.maximumTargetSize,
      let route = context.match?.pattern, context.identity == nil,
      request.uri.queryParameters["locale"].map(Self.isOfTags) ?? true
    else { return }
    let source = AnswerSource(route: route, state: state, answer: answer)
    sources.store(source, byteCount: Self.sourceByteCount + target.utf8.count, for: target)
  }

  private static func isOfTags(_ locale: Substring) -> Bool {
    locale.split(separator: ",").allSatisfy { $0 == "*" || $0 == LocaleTag($0)?.text ?? "" }
  }

  /// The source for `target`; `nil` for one that no route has answered.
  func source(for target: String) -> AnswerSource? {
    sources.use(target)
  }
}
