import Crypto
package import FeedModel
package import FeedStore
package import Foundation

/// The one way to write to a store: on behalf of an author, in transactions that check the author's role.
/// A server waits before each, and publishes after it.
package struct Editor: Sendable {
  package let store: any FeedStore
  package let clock: @Sendable () -> Timestamp
  private let beforeWrite: @Sendable () async throws -> Void
  private let onWrite: @Sendable () -> Void

  /// An editor of `store`.
  ///
  /// - Parameters:
  ///   - beforeWrite: called before every write, which begins when it returns.
  ///   - onWrite: called after every write that was committed.
  package init(
    store: any FeedStore, clock: @escaping @Sendable () -> Timestamp,
    beforeWrite: @escaping @Sendable () async throws -> Void = {},
    onWrite: @escaping @Sendable () -> Void = {}
  ) {
    self.store = store
    self.clock = clock
    self.beforeWrite = beforeWrite
    self.onWrite = onWrite
  }

  /// This editor for writes that wait for nothing.
  package var immediate: Editor { Editor(store: store, clock: clock, onWrite: onWrite) }

  /// Runs `body`, which writes in a transaction of its own, such as that of a photo and its file.
  ///
  /// - Throws: errors of `body`.
  package func perform<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await beforeWrite()
    let value = try await body()
    onWrite()
    return value
  }

  /// Runs `body` as one transaction of `author`.
  ///
  /// - Throws: `AuthorityError`, errors of `body`, or ``StoreError``; then nothing has changed.
  package func write<Value: Sendable>(
    by author: Author, _ body: @escaping @Sendable (any ContentTransaction) throws -> Value
  ) async throws -> Value {
    try await perform { try await store.write(at: clock(), by: author, making: body) }
  }

  /// Puts the items of `stage` in place, in one transaction of `author`.
  ///
  /// - Parameters:
  ///   - isDryRun: whether the outcome is determined, but nothing is changed.
  ///   - companions: what else the transaction writes.
  /// - Throws: `AuthorityError`, `StageError`, or ``StoreError``; then nothing has changed.
  package func commit(
    _ stage: any ContentStage, isDryRun: Bool, by author: Author,
    with companions: CompanionWrites? = nil
  ) async throws -> StageOutcome {
    func commit() async throws -> StageOutcome {
      try await stage.commit(at: clock(), by: author, isDryRun: isDryRun, with: companions)
    }
    return try await isDryRun ? commit() : perform(commit)
  }

  /// Runs `body` as one transaction of `author`, once for all requests of the same `idempotency`.
  ///
  /// The answer is recorded in the transaction that it describes, so that neither of them is ever
  /// stored without the other.
  ///
  /// - Throws: `AuthorityError`, ``EditingError/idempotencyKeyReused``, errors of `body`, or ``StoreError``; then
  ///   nothing has changed.
  package func write<Answer: ReplayableAnswer>(
    once idempotency: Idempotency?, by author: Author,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Answer
  ) async throws -> Answer {
    try await write(by: author) { transaction in
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

  /// Runs `body` as one transaction of `author`, or for a dry run as a rehearsal, which takes no lock of writers. It gets the
  /// author as they are then.
  ///
  /// - Throws: `AuthorityError`, errors of `body`, or ``StoreError``; then nothing has changed.
  func attempt<Value: Sendable>(
    isDryRun: Bool, by author: Author,
    _ body: @escaping @Sendable (any ContentWriter, Author) throws -> Value
  ) async throws -> Value {
    guard isDryRun else { return try await write(by: author) { try body($0, $0.author) } }
    return try await store.rehearse { try body($0, author.confirmed(by: $0, at: clock())) }
  }
}

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
