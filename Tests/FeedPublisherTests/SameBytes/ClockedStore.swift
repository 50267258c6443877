import FeedModel
import FeedStore
import TestSupport

/// A store with a clock of its own, as that of a database server: it decides about the times of writes.
struct ClockedStore: FeedStore {
  private let store: any FeedStore
  private let clock: TestClock

  init(_ store: any FeedStore, clock: TestClock) { (self.store, self.clock) = (store, clock) }

  var failure: StoreError? { get async { await store.failure } }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    try await store.read(body)
  }

  func read<Value: Sendable>(
    at revision: Int, _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    try await store.read(at: revision, body)
  }

  func rehearse<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentRehearsal) throws -> Value
  ) async throws -> Value {
    try await store.rehearse(body)
  }

  func write(
    at moment: Timestamp, by author: Author,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    try await store.write(at: clock.now, by: author, body)
  }

  func stage() async throws -> any ContentStage { try await store.stage() }

  func index() async throws { try await store.index() }

  func close() async throws { try await store.close() }
}
