package import FeedModel

/// How long clients and proxies may cache a response.
package struct CachePolicy: Hashable, Sendable {
  /// The value of `Cache-Control`.
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// How long content is fresh, in seconds.
  private static let freshSeconds = 30
  /// How long it may be used after that while it is revalidated, in seconds.
  private static let staleSeconds = 300
  /// How long it may be used while the server fails, in seconds.
  private static let errorSeconds = 86_400

  /// Content without a known time of change.
  package static let content = content(until: .none, at: Timestamp(millisecondsSince1970: 0))
  /// Public, but revalidated each time.
  package static let revalidated = CachePolicy(rawValue: "public, no-cache")
  /// Visible to the bearer of a token only.
  package static let `private` = CachePolicy(rawValue: "private, no-store")
  /// For the client that asks, which asks again each time.
  package static let ofClient = CachePolicy(rawValue: "private, no-cache")
  /// Not cached.
  package static let none = CachePolicy(rawValue: "no-store")

  /// Content at `now`, which must not be used beyond the next of its `boundaries`, but while the server fails
  /// until something of it may disappear.
  package static func content(until boundaries: Boundaries, at now: Timestamp) -> CachePolicy {
    let rest = boundaries.next?.seconds(after: now) ?? .max
    let fresh = min(freshSeconds, rest)
    let stale = min(staleSeconds, rest - fresh)
    // Both count from when it is not fresh any more.
    let failing = min(
      errorSeconds, max(0, (boundaries.nextEnd?.seconds(after: now) ?? .max) - fresh))
    return CachePolicy(
      rawValue: "public, max-age=\(fresh), stale-while-revalidate=\(stale), "
        + "stale-if-error=\(failing)")
  }
}

extension Timestamp {
  /// The whole seconds from `now` until this moment, at least 0.
  fileprivate func seconds(after now: Timestamp) -> Int {
    max(0, (millisecondsSince1970 - now.millisecondsSince1970) / 1_000)
  }
}
