import FeedStore
import HTTPTypes

extension FeedRequestContext {
  /// Who asks, if that is at least a `role`.
  ///
  /// - Throws: a problem with 401 for the public, and with 403 for a lesser role.
  @discardableResult
  func require(_ role: TokenRole) throws -> Identity {
    guard let identity else {
      throw Problem(
        status: .unauthorized, code: "unauthorized", title: "Unauthorized",
        detail: "this needs the token of \(role.phrase), as Authorization: Bearer …",
        headers: [.wwwAuthenticate: "Bearer"])
    }
    guard identity.role >= role else {
      throw Problem(
        status: .forbidden, code: "forbidden", title: "Forbidden",
        detail: "this needs the token of \(role.phrase), not of \(identity.role.phrase)")
    }
    return identity
  }
}

extension TokenRole {
  fileprivate var phrase: String {
    switch self {
    case .viewer: "a viewer"
    case .editor: "an editor"
    case .admin: "an admin"
    }
  }
}
