import Crypto
import FeedModel
import Foundation

/// Signs cursors, so that only cursors made by the servers of this store are accepted.
///
/// A cursor is base64url (RFC 4648, section 5) of an HMAC-SHA256 (RFC 2104) and the JSON that it
/// authenticates. The content of an accepted cursor needs no further validation.
package struct CursorSigner: Sendable {
  private let key: SymmetricKey

  /// Creates a signer with the key `secret`.
  package init(secret: [UInt8]) {
    key = SymmetricKey(data: secret)
  }

  /// The cursor with `content`. The signature covers `purpose`, so that a cursor of one list is not
  /// accepted for another.
  package func cursor(_ content: some Encodable, for purpose: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(content)
    return Base64URL.encode(Data(signature(of: json, for: purpose)) + json)
  }

  /// The content of `cursor`; `nil` if it was not signed by this store's servers for `purpose`.
  package func open<Content: Decodable>(
    _ cursor: String, as _: Content.Type, for purpose: String
  ) -> Content? {
    guard let bytes = Base64URL.decode(cursor).map({ Data($0) }), bytes.count > SHA256.byteCount
    else { return nil }
    let json = bytes.dropFirst(SHA256.byteCount)
    let isOurs = HMAC<SHA256>.isValidAuthenticationCode(
      bytes.prefix(SHA256.byteCount), authenticating: signed(json, for: purpose), using: key)
    return isOurs ? try? JSONDecoder().decode(Content.self, from: json) : nil
  }

  private func signature(of json: Data, for purpose: String) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: signed(json, for: purpose), using: key)
  }

  private func signed(_ json: Data, for purpose: String) -> Data {
    Data(purpose.utf8) + [0] + json
  }
}
