package import FeedModel

/// What can be read of the tokens. Everything throws ``StoreError``.
package protocol TokenReader {
  /// Every token there ever was, by id.
  func tokens() throws -> [Token]

  /// The token `id`, whatever it is worth.
  func token(_ id: Int) throws -> Token?

  /// The token whose secret is `secret`, whatever it is worth.
  func token(presenting secret: TokenSecret) throws -> Token?
}

/// What can be done to tokens. Everything throws ``StoreError``.
package protocol TokenWriter {
  /// Adds a token for the bearer of `secret`, of which only the hash is kept.
  func addToken(
    name: String, role: TokenRole, expiresAt: Timestamp?, secret: TokenSecret
  ) throws -> Token

  /// Notes that token `id` is worth nothing any more; `nil` where there is none. A token that was
  /// revoked before stays as it is.
  func revokeToken(_ id: Int) throws -> Token?
}
