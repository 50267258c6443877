import Crypto
package import FeedStore
package import Foundation

/// Identifies a request that is tried again (draft-ietf-httpapi-idempotency-key-header).
package struct Idempotency: Sendable {
  package let key: IdempotencyKey
  /// A hash of everything that makes the request what it is.
  package let fingerprint: [UInt8]

  /// The request that came with `key`.
  ///
  /// - Parameters:
  ///   - method: the method of the request.
  ///   - target: the path of the request, with its query.
  package init(key: IdempotencyKey, method: String, target: String, body: Data) {
    self.key = key
    var hash = SHA256()
    hash.update(data: Data("\(method) \(target)\n".utf8))
    hash.update(data: body)
    fingerprint = Array(hash.finalize())
  }
}

/// An answer that can be recorded and given again.
package protocol ReplayableAnswer: Sendable {
  /// The recorded answer, with a note that it is given again.
  init(replaying bytes: [UInt8]) throws

  /// The answer as it is recorded.
  var bytes: [UInt8] { get throws }
}
