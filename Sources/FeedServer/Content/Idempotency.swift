import Crypto
import FeedStore
import Foundation
import HTTPTypes
import Hummingbird

/// What tells a request that is tried again from another one
/// (draft-ietf-httpapi-idempotency-key-header).
struct Idempotency: Sendable {
  let key: IdempotencyKey
  /// Of everything that makes the request what it is.
  let fingerprint: [UInt8]

  /// The key that `request` with `body` brings; `nil` without one.
  ///
  /// - Throws: ``Problem`` for something that is no key.
  init?(_ request: Request, body: Data, by identity: Identity) throws {
    let fields = request.headers[values: .idempotencyKey]
    guard let field = fields.first else { return nil }
    guard fields.count == 1, let key = Self.key(field) else {
      throw Problem.invalidIdempotencyKey
    }
    self.key = IdempotencyKey(tokenID: identity.tokenID, key: key)
    var hash = SHA256()
    hash.update(data: Data("\(request.method.rawValue) \(request.uri)\n".utf8))
    hash.update(data: body)
    fingerprint = Array(hash.finalize())
  }

  /// The text of a key, in quotation marks as the draft has it, or without.
  private static func key(_ field: String) -> String? {
    let isQuoted = field.utf8.count >= 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
    let key = isQuoted ? String(field.dropFirst().dropLast()) : field
    let isPlain = key.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain && (1...255).contains(key.utf8.count) ? key : nil
  }
}

extension HTTPField.Name {
  static let idempotencyKey = field("Idempotency-Key")
  static let idempotencyReplayed = field("Idempotency-Replayed")
}
