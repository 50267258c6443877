import FeedStore
import Synchronization

/// What is learnt of a request on its way in, for the access log on its way out.
final class RequestOutcome: Sendable {
  private let name = Mutex<String?>(nil)

  /// What the token that the request was made with is called.
  var tokenName: String? { name.withLock { $0 } }

  func note(_ identity: Identity) {
    name.withLock { $0 = identity.name }
  }
}
