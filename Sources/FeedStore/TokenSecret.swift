import Crypto
import FeedModel

/// The secret of a token: 32 random bytes, written so that a leaked one is recognised.
package struct TokenSecret: Hashable, Sendable {
  /// The prefix of every secret.
  package static let prefix = "tanada_"
  /// How many random bytes a secret has.
  package static let byteCount = 32

  private let bytes: [UInt8]

  /// A secret of `bytes` from a secure source of randomness.
  ///
  /// - Precondition: there are ``byteCount`` of them.
  package init(randomBytes bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount, "a secret has \(Self.byteCount) bytes")
    self.bytes = bytes
  }

  /// The secret written as `text`; `nil` if `text` is not the one way to write one.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    guard let bytes = Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
      bytes.count == Self.byteCount
    else { return nil }
    self.bytes = bytes
  }

  /// The secret as its bearer writes it: the prefix, and base64url.
  package var text: String { Self.prefix + Base64URL.encode(bytes) }

  /// The SHA-256 hash, which is stored in place of the secret. A secret is as random as its hash, so that
  /// neither a salt nor a slow hash would make it harder to guess.
  package var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// Whether `hash` is that of this secret. Takes the same time wherever the two differ.
  package func hasHash(_ hash: [UInt8]) -> Bool {
    // The comparison of digests is constant in time.
    SHA256.hash(data: bytes) == hash
  }
}

extension TokenSecret: CustomStringConvertible {
  /// Not the secret: a description may end up in a log.
  package var description: String { Self.prefix + "…" }
}
