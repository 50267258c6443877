import FeedModel

/// How long others may keep a response.
struct CachePolicy: Hashable {
  /// The value of `Cache-Control`.
  let rawValue: String

  /// How long content is fresh, in seconds.
  private static let freshSeconds = 30
  /// How much longer it is usable while it is fetched anew, in seconds.
  private static let staleSeconds = 300
  /// For how long it may stand in for a server that is away, in seconds.
  private static let errorSeconds = 86_400

  /// Content: fresh for half a minute, usable for five more while it is fetched anew, and for a day
  /// when the server is away.
  static let content = content(until: nil, at: Timestamp(millisecondsSince1970: 0))
  /// For everyone, but asked for anew each time.
  static let revalidated = CachePolicy(rawValue: "public, no-cache")
  /// What only the bearer of a token sees.
  static let `private` = CachePolicy(rawValue: "private, no-store")
  /// Answers to one request only.
  static let none = CachePolicy(rawValue: "no-store")

  /// Content that is another from `boundary` on, at `now`: it is neither fresh nor usable beyond that.
  static func content(until boundary: Timestamp?, at now: Timestamp) -> CachePolicy {
    let rest = boundary.map {
      max(0, ($0.millisecondsSince1970 - now.millisecondsSince1970) / 1_000)
    }
    let fresh = min(freshSeconds, rest ?? freshSeconds)
    let stale = min(staleSeconds, rest.map { $0 - fresh } ?? staleSeconds)
    return CachePolicy(
      rawValue: "public, max-age=\(fresh), stale-while-revalidate=\(stale), "
        + "stale-if-error=\(errorSeconds)")
  }
}
