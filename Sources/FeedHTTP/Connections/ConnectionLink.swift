import Bounds
import HTTPTypes
import NIOCore
import Synchronization

/// What the tasks of a connection's requests know of it.
final class ConnectionLink: Sendable {
  let channel: any Channel
  /// Opened when the client has left: when it has closed the connection, or its sending side.
  ///
  /// A client that has only finished sending looks the same as one that has gone, until something is sent to it.
  /// Such a client is sent answers that are ready; no long work is done for it.
  let departure = Gate()
  /// The head of the next request, until it begins: there is one at a time.
  let head = Mutex<ReceivedHead?>(nil)

  init(_ channel: any Channel) {
    self.channel = channel
  }

  func leave() { departure.set(isOpen: true) }
}

extension FeedRequestContext {
  /// Returns when the client has left, or the task is cancelled.
  ///
  /// It is for answers that go on until their client leaves: while there is nothing to send, no write fails.
  package func waitUntilLeft() async {
    await (link?.departure ?? Gate()).pass()
  }

  /// Does `work`, which is cancelled when the client leaves.
  ///
  /// - Throws: ``Problem``, or what `work` throws.
  package func whilePresent<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      guard let departure = link?.departure else { return try await work() }
      return try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
          await departure.pass()
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

extension Problem {
  /// The problem for a client that has left. One that has only finished sending still gets it. 499 is nginx's status
  /// for this.
  fileprivate static let clientLeft = Problem(
    status: HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request"),
    code: "client_left", title: "Client closed request",
    detail: "the client has closed the connection", headers: [.connection: "close"])
}
