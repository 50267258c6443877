public import Foundation

/// What some clients are shown: the name that a server has given it.
public struct Variant: Hashable, Sendable {
  /// The name, as requests of a screen say it.
  public let name: String
  /// When the client has to ask again; `nil` for never.
  public let expiresAt: Date?
}

struct VariantKey: Hashable, Sendable {
  let feed: String
  let facts: ClientFacts
}

extension FeedClient {
  /// The variant of `feed` for a client that says `facts`. The server is asked again when the variant has expired, or
  /// was forgotten.
  ///
  /// - Throws: ``FeedError``, or `CancellationError`.
  public func variant(of feed: String, for facts: ClientFacts) async throws -> Variant {
    let key = VariantKey(feed: feed, facts: facts)
    if let known = variants[key] {
      guard let end = known.expiresAt, end <= configuration.now() else { return known }
    }
    let answer = try await get(addresses.variant(of: feed, for: facts))
    guard let json = try? JSONValue(data: answer.body), let name = json["variant"]?.string else {
      throw FeedError.unreadable(.missing(name: "variant"))
    }
    let variant = Variant(name: name, expiresAt: json["expires_at"]?.date)
    variants[key] = variant
    return variant
  }

  /// Forgets a variant, so that the server is asked for it again.
  public func forgetVariant(of feed: String, for facts: ClientFacts) {
    variants[VariantKey(feed: feed, facts: facts)] = nil
  }
}
