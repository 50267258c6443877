import HTTPTypes
import HummingbirdCore
import Synchronization

/// The credentials of a request, as far as they tell requests with different ones apart. They cannot be read again.
struct Credentials: Hashable, Sendable {
  private let hash: Int

  /// `nil` for a request without any.
  init?(of request: Request, _ context: FeedRequestContext) {
    let presented =
      request.headers[.authorization].map { [$0] }
      ?? SessionCookie.values(in: request.headers, isEncrypted: context.isEncrypted)
    guard !presented.isEmpty else { return nil }
    // With a key of this process, so that nobody finds others with the same one.
    hash = presented.hashValue
  }
}

/// The tokens that credentials were found to be of, for those who count requests before they look for the token. They
/// permit nothing: a token is asked for in the store at each request.
final class CredentialOwners: Sendable {
  /// The most that are remembered; with more, the least recent ones are forgotten.
  static let capacity = 1 << 13

  private struct Owners {
    var current: [Credentials: Int] = [:]
    var previous: [Credentials: Int] = [:]
  }

  private let owners = Mutex(Owners())

  /// The token that `credentials` were of the last time; `nil` if they are not known.
  func token(of credentials: Credentials) -> Int? {
    owners.withLock { $0.current[credentials] ?? $0.previous[credentials] }
  }

  /// Notes what `credentials` are of: `nil` for credentials that are not accepted.
  func note(_ token: Int?, of credentials: Credentials) {
    owners.withLock { owners in
      guard let token else {
        owners.current[credentials] = nil
        owners.previous[credentials] = nil
        return
      }
      if owners.current.count >= Self.capacity / 2, owners.current[credentials] == nil {
        owners.previous = owners.current
        owners.current = [:]
      }
      owners.current[credentials] = token
    }
  }
}
