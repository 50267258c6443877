import FeedHTTP
import FeedPublisher
import FeedStore

/// The state of a server that answers requests, as `/readyz` and `/metrics` tell it.
struct Readiness: Sendable {
  let publication: Publication
  /// The failure that prevents writes, or some reads; `nil` if none is known.
  let failure: StoreError?
  /// Whether what is served was written by a clock that is ahead of the server's.
  let isBehind: Bool

  /// Whether something of the store cannot be read or written, or the clock is wrong.
  var isDegraded: Bool { failure != nil || isBehind || !publication.failures.isEmpty }

  /// The state of the server of `publisher`.
  ///
  /// - Throws: ``Problem`` if no requests should be sent to it.
  init(of publisher: FeedPublisher, draining: Draining) async throws {
    guard !draining.isUnderway else { throw Problem.draining }
    guard let publication = publisher.current else { throw Problem.notReady }
    let failure = await publisher.storeFailure
    // The publication in memory is still served, but writes would be lost.
    if case .replaced(_)? = failure { throw Problem.replacedDatabase }
    self.publication = publication
    self.failure = failure
    isBehind = publisher.isFromFuture
  }
}
