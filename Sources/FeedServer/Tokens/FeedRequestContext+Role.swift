import FeedStore

extension FeedRequestContext {
  /// Who asks, if their token is good for `role`.
  ///
  /// - Throws: ``Problem`` without a token (401), or with that of a lower role (403).
  @discardableResult func require(_ role: TokenRole) throws -> Identity {
    guard let identity else { throw Problem.tokenRequired(role) }
    guard identity.role >= role else { throw Problem.roleTooLow(identity, needed: role) }
    return identity
  }
}
