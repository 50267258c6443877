/// What names a request that may be tried again (IETF draft-ietf-httpapi-idempotency-key-header).
package struct IdempotencyKey: Hashable, Sendable {
  /// How long an answer is kept, in milliseconds: a day.
  package static let lifetime = 86_400_000

  /// The token the request came with.
  package let tokenID: Int
  /// What its client made up for it.
  package let key: String

  package init(tokenID: Int, key: String) {
    self.tokenID = tokenID
    self.key = key
  }
}

/// The answer to a request that was done, in case it is asked again.
package struct KeptAnswer: Hashable, Sendable {
  /// Tells the request from another one with the same key.
  package let fingerprint: [UInt8]
  package let status: Int
  /// Header fields by their names.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(fingerprint: [UInt8], status: Int, headers: [String: String], body: [UInt8]) {
    self.fingerprint = fingerprint
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Answers that are kept with what was done. Everything throws ``StoreError``.
package protocol AnswerKeeper {
  /// The answer kept under `key`, unless it is older than ``IdempotencyKey/lifetime``.
  func keptAnswer(to key: IdempotencyKey) throws -> KeptAnswer?

  /// Keeps `answer`, and forgets all that are too old.
  func keep(_ answer: KeptAnswer, to key: IdempotencyKey) throws
}
