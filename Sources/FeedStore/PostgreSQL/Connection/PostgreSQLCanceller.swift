internal import CPostgreSQL
import Synchronization

/// Cancels what a connection does, from any thread.
///
/// A cancelled statement fails, and no other one is sent until ``PostgreSQLConnection/rollback()`` or
/// ``reset()``. A commit that is waited for goes on, as its outcome would be unknown. The server's answer to
/// a request never hits a statement that is sent later: the connection waits until a request has been delivered.
package final class PostgreSQLCanceller: Sendable {
  /// What libpq cancels by, a copy of what it needs of the connection.
  ///
  /// It is used and freed in ``state`` only, by one thread at a time.
  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Sends the request to the server, and waits until it is there.
    func send() {
      _ = tanada_postgresql_send_cancel(pointer)
    }
  }

  private struct State {
    /// `nil` once the connection is closed.
    var handle: Handle?
    /// Whether the connection is to do nothing more.
    var isRequested = false
    /// Counts those who have used the connection.
    var use = 0
    /// Whether a statement that may be cancelled is waited for.
    var isWaiting = false
  }

  private let state: Mutex<State>

  /// Cancels for a connection of libpq.
  init(connection: OpaquePointer) {
    state = Mutex(State(handle: tanada_postgresql_get_cancel(connection).map(Handle.init)))
  }

  deinit {
    close()
  }

  /// Cancels what the connection does, and keeps it from what it would do next. Waits until the server has received
  /// that, but not until it has happened.
  ///
  /// - Parameter use: the use of the connection that is cancelled, unless another one has begun; `nil` for any.
  package func cancel(use: Int? = nil) {
    state.withLock { state in
      guard use == nil || state.use == use else { return }
      state.isRequested = true
      if state.isWaiting { state.handle?.send() }
    }
  }

  /// Begins another use of the connection, which lets it go on, and returns its number.
  func beginUse() -> Int {
    state.withLock { state in
      state.isRequested = false
      state.use += 1
      return state.use
    }
  }

  /// Whether the connection is to do nothing more.
  package var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Lets the connection go on.
  package func reset() {
    state.withLock { $0.isRequested = false }
  }

  /// Notes that a statement is waited for from now on.
  ///
  /// - Throws: ``PostgreSQLError/cancelled``.
  func begin() throws(PostgreSQLError) {
    let isCancelled = state.withLock { state in
      state.isWaiting = !state.isRequested
      return state.isRequested
    }
    if isCancelled { throw .cancelled }
  }

  /// Notes that nothing is waited for any more.
  func end() {
    state.withLock { $0.isWaiting = false }
  }

  /// Ends the canceller, which does nothing from now on.
  func close() {
    state.withLock { state in
      if let handle = state.handle { tanada_postgresql_free_cancel(handle.pointer) }
      state.handle = nil
    }
  }
}
