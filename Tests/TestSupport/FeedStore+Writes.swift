package import FeedModel
package import FeedStore

/// The program writes where a test is not about its author.
extension FeedStore {
  /// Runs `body` as one transaction, and returns the revision that it has made.
  package func write(
    at moment: Timestamp, _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    try await write(at: moment, by: .program, body)
  }

  /// Runs `body` as one transaction, and returns its result.
  package func write<Value: Sendable>(
    at moment: Timestamp, making body: @escaping @Sendable (any ContentTransaction) throws -> Value
  ) async throws -> Value {
    try await write(at: moment, by: .program, making: body)
  }
}
