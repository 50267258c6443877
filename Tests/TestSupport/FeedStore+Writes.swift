package import FeedModel
package import FeedStore

/// The program writes where a test is not about its author.
extension FeedStore {
  /// Runs `body` as one transaction, and returns the revision that it has made.
  @discardableResult
  package func write(
    at moment: Timestamp = SampleContent.committedAt,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    try await write(at: moment, by: .program, body)
  }

  /// Runs `body` as one transaction, and returns its result.
  @discardableResult
  package func write<Value: Sendable>(
    at moment: Timestamp = SampleContent.committedAt,
    making body: @escaping @Sendable (any ContentTransaction) throws -> Value
  ) async throws -> Value {
    try await write(at: moment, by: .program, making: body)
  }
}

extension ContentWriter {
  /// Defines `kind`, which there is not.
  package func define(_ kind: ContentKind) throws {
    try define(KindChange(from: nil, to: KindProposal(kind)))
  }
}

extension Timestamp {
  /// The moment that is so much later.
  package func later(milliseconds: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + milliseconds)
  }

  /// The moment that is so much later.
  package func later(seconds: Int) -> Timestamp { later(milliseconds: seconds * 1_000) }

  /// The moment that is so much later.
  package func later(minutes: Int) -> Timestamp { later(milliseconds: minutes * 60_000) }
}
