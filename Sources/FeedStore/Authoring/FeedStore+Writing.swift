package import FeedModel
import Synchronization

extension FeedStore {
  /// Runs `body` as one transaction, and returns what it made beside the revision.
  ///
  /// - Throws: what `body` throws, or ``StoreError``; then nothing has happened.
  package func write<Value: Sendable>(
    at moment: Timestamp, making body: @escaping @Sendable (any ContentTransaction) throws -> Value
  ) async throws -> Value {
    let made = Mutex<Value?>(nil)
    _ = try await write(at: moment) { transaction in
      let value = try body(transaction)
      made.withLock { $0 = value }
    }
    guard let value = made.withLock({ $0 }) else {
      preconditionFailure("a transaction that does not throw has run its body")
    }
    return value
  }
}
