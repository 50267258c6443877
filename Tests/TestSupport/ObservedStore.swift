package import FeedModel
package import FeedStore
import Synchronization

/// A store whose accesses a test sees before they are made, and can delay or make fail; and whose database it can
/// replace.
package final class ObservedStore: FeedStore {
  package enum Access: Sendable {
    case read, write, index
  }

  package typealias Observer = @Sendable (Access) async throws -> Void

  private let present: Mutex<any FeedStore>
  private let observer = Mutex<Observer?>(nil)
  private let clock = Mutex<(any TimeSource)?>(nil)

  package init(_ store: any FeedStore) {
    present = Mutex(store)
  }

  /// Calls `body` before each access from now on.
  package func observe(_ body: @escaping Observer) { observer.withLock { $0 = body } }

  /// Gives transactions their time once they have begun, as the stores of servers do; by default, it is the caller's.
  package func setTime(by clock: any TimeSource) { self.clock.withLock { $0 = clock } }

  /// Reads and writes `store` from now on.
  package func replace(by store: any FeedStore) { present.withLock { $0 = store } }

  private func store(for access: Access) async throws -> any FeedStore {
    try await observer.withLock { $0 }?(access)
    return present.withLock { $0 }
  }

  package func close() async throws { try await present.withLock { $0 }.close() }

  package var failure: StoreError? { get async { await present.withLock { $0 }.failure } }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    try await store(for: .read).read(body)
  }

  package func read<Value: Sendable>(
    at revision: Int, _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    try await store(for: .read).read(at: revision, body)
  }

  package func rehearse<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentRehearsal) throws -> Value
  ) async throws -> Value {
    try await store(for: .read).rehearse(body)
  }

  package func write(
    at moment: Timestamp, by author: Author,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    let store = try await store(for: .write)
    return try await store.write(at: clock.withLock { $0?.now ?? moment }, by: author, body)
  }

  package func stage() async throws -> any ContentStage {
    try await store(for: .write).stage()
  }

  package func index() async throws {
    try await store(for: .index).index()
  }
}
