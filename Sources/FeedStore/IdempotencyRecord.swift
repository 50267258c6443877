/// Identifies a request that may be tried again (IETF draft-ietf-httpapi-idempotency-key-header).
package struct IdempotencyKey: Hashable, Sendable {
  /// How long a record is kept, in milliseconds: a day.
  package static let lifetime = 86_400_000

  /// The token the request came with.
  package let tokenID: Int
  /// The key that the client chose.
  package let key: String

  package init(tokenID: Int, key: String) {
    self.tokenID = tokenID
    self.key = key
  }
}

/// The stored answer to a request, for when it is tried again.
package struct IdempotencyRecord: Hashable, Sendable {
  /// Distinguishes the request from others with the same key.
  package let fingerprint: [UInt8]
  /// The recorded answer, in the encoding of the component that wrote it.
  package let answer: [UInt8]

  package init(fingerprint: [UInt8], answer: [UInt8]) {
    self.fingerprint = fingerprint
    self.answer = answer
  }
}
