package import FeedModel
package import FeedStore

/// Writes to the store on behalf of editors, whose transactions wake the publisher. Over HTTP only photos, which have
/// files, and imports, which are staged, are written otherwise.
package struct Editor: Sendable {
  package let store: any FeedStore
  package let clock: @Sendable () -> Timestamp
  private let beforeWrite: @Sendable () async throws -> Void
  private let onWrite: @Sendable () -> Void

  /// An editor of `store`.
  ///
  /// - Parameters:
  ///   - beforeWrite: called before every transaction, which begins when it returns.
  ///   - onWrite: called after every transaction that was committed.
  package init(
    store: any FeedStore, clock: @escaping @Sendable () -> Timestamp,
    beforeWrite: @escaping @Sendable () async throws -> Void = {},
    onWrite: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.clock = clock
    self.beforeWrite = beforeWrite
    self.onWrite = onWrite
  }

  /// Runs `body` as one transaction.
  ///
  /// - Throws: errors of `body`, or ``StoreError``; then nothing has changed.
  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Value
  ) async throws -> Value {
    try await beforeWrite()
    let value = try await store.write(at: clock(), making: body)
    onWrite()
    return value
  }

  /// Runs `body` as one transaction, once for all requests of the same `idempotency`.
  ///
  /// The answer is recorded in the transaction that it describes, so that neither of them is ever
  /// stored without the other.
  ///
  /// - Throws: ``EditingError/idempotencyKeyReused``, errors of `body`, or ``StoreError``; then nothing
  ///   has changed.
  package func write<Answer: ReplayableAnswer>(
    once idempotency: Idempotency?,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Answer
  ) async throws -> Answer {
    try await write { transaction in
      guard let idempotency else { return try body(transaction) }
      if let record = try transaction.idempotencyRecord(for: idempotency.key) {
        guard record.fingerprint == idempotency.fingerprint else {
          throw EditingError.idempotencyKeyReused
        }
        return try Answer(replaying: record.answer)
      }
      let answer = try body(transaction)
      try transaction.keep(
        IdempotencyRecord(fingerprint: idempotency.fingerprint, answer: try answer.bytes),
        for: idempotency.key)
      return answer
    }
  }

  /// Runs `body` as one transaction, or for a dry run as a rehearsal, which takes no lock of writers.
  ///
  /// - Throws: errors of `body`, or ``StoreError``; then nothing has changed.
  func attempt<Value: Sendable>(
    isDryRun: Bool, _ body: @escaping @Sendable (any ContentWriter) throws -> Value
  ) async throws -> Value {
    if isDryRun { return try await store.rehearse { try body($0) } }
    return try await write { try body($0) }
  }
}
