import NIOCore
import Synchronization

/// Whether the client of a connection is still there: it has not closed the connection, nor its sending side.
///
/// A client that has only finished sending looks the same as one that has gone, until something is sent to it.
/// Such a client is sent answers that are ready; no long work is done for it.
final class ClientPresence: Sendable {
  private struct State {
    var hasLeft = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Notes that the client has left, and resumes all waiters.
  func leave() {
    let waiters = state.withLock { state in
      state.hasLeft = true
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when the client has left, or the task is cancelled.
  func waitUntilLeft() async {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          // Read once: it may change meanwhile.
          let isOver = state.hasLeft || Task.isCancelled
          if !isOver { state.waiters[number] = waiter }
          return isOver
        }
        if isOver { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}

/// What the tasks of a connection's requests know of it.
final class ConnectionLink: Sendable {
  let channel: any Channel
  let presence = ClientPresence()
  private let head = Mutex<ReceivedHead?>(nil)

  init(_ channel: any Channel) {
    self.channel = channel
  }

  /// Passes on the head of the next request: there is one at a time.
  func pass(_ head: ReceivedHead) {
    self.head.withLock { $0 = head }
  }

  /// The head of the request that has begun.
  func takeHead() -> ReceivedHead? { head.withLock { $0.take() } }
}

extension FeedRequestContext {
  /// Returns when the client has left, or the task is cancelled.
  ///
  /// It is for answers that go on until their client leaves: while there is nothing to send, no write fails.
  package func waitUntilLeft() async {
    await (link?.presence ?? ClientPresence()).waitUntilLeft()
  }

  /// Does `work`, which is cancelled when the client leaves.
  ///
  /// - Throws: ``Problem/clientLeft``, or what `work` throws.
  package func whilePresent<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      guard let presence = link?.presence else { return try await work() }
      return try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
          await presence.waitUntilLeft()
          throw Problem.clientLeft
        }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
      }
    } catch is CancellationError {
      throw Problem.clientLeft
    }
  }
}
