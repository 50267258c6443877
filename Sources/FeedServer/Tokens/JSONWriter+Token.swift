import FeedModel
package import FeedStore
import StrictJSON

extension JSONWriter {
  /// A token as members of the object being written.
  package mutating func members(of token: Token) {
    member("id", token.id)
    member("name", token.name)
    member("role", token.role.rawValue)
    member("created_at", token.createdAt.rfc3339)
    member("expires_at", token.expiresAt)
    member("revoked_at", token.revokedAt)
  }
}
