import Crypto
import FeedModel
import Foundation

/// Makes cursors that only this store's servers can have written.
///
/// A cursor is the JSON of what it says behind its HMAC-SHA256 (RFC 2104), as base64url (RFC 4648,
/// section 5). It is no secret, but it is nobody else's: what comes back is what was sent, and so
/// needs no checking of its own.
struct CursorSeal: Sendable {
  private let key: SymmetricKey

  /// A seal that knows its own cursors by `secret`.
  init(secret: [UInt8]) {
    key = SymmetricKey(data: secret)
  }

  /// The cursor that says `content`. What it is for, `purpose`, is signed with it: the cursor of one
  /// thing is none of another.
  func cursor(_ content: some Encodable, for purpose: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(content)
    return Base64URL.encode(Data(signature(of: json, for: purpose)) + json)
  }

  /// What the cursor says.
  ///
  /// - Throws: ``Problem`` for a text that is no cursor of this store for `purpose`.
  func open<Content: Decodable>(
    _ cursor: String, as _: Content.Type, for purpose: String
  ) throws -> Content {
    guard let bytes = Base64URL.decode(cursor).map({ Data($0) }), bytes.count > SHA256.byteCount
    else {
      throw Problem.invalidCursor
    }
    let json = bytes.dropFirst(SHA256.byteCount)
    let isOurs = HMAC<SHA256>.isValidAuthenticationCode(
      bytes.prefix(SHA256.byteCount), authenticating: signed(json, for: purpose), using: key)
    guard isOurs, let content = try? JSONDecoder().decode(Content.self, from: json) else {
      throw Problem.invalidCursor
    }
    return content
  }

  private func signature(of json: Data, for purpose: String) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: signed(json, for: purpose), using: key)
  }

  private func signed(_ json: Data, for purpose: String) -> Data {
    Data(purpose.utf8) + [0] + json
  }
}

extension Problem {
  /// A cursor this server has not written.
  static let invalidCursor = invalidParameter(
    "cursor", expected: "the cursor of a next address", found: "something else")
}
