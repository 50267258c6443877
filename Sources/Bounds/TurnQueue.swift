import DequeModule
import Synchronization

/// Lets so many go on at a time. Others wait, and clients that wait take turns: one with much to do does not delay the
/// others.
package final class TurnQueue<Client: Hashable & Sendable>: Sendable {
  /// As many wait as may.
  package struct Full: Error, CustomStringConvertible {
    package let description = "too many requests wait already"
  }

  private typealias Waiter = (number: Int, begin: CheckedContinuation<Void, any Error>)
  private typealias State = (running: Int, waiting: Turns<Client, Waiter>, lastNumber: Int)

  private let limits: (running: Int, waiting: Int, waitingOfOneClient: Int)
  private let state = Mutex<State>((0, Turns(), 0))

  /// - Parameters:
  ///   - running: How many go on at a time, at least 1.
  ///   - waiting: How many wait at most.
  ///   - waitingOfOneClient: How many of one client wait at most.
  package init(running: Int, waiting: Int, waitingOfOneClient: Int = .max) {
    limits = (running, waiting, waitingOfOneClient)
  }

  /// How many go on and wait.
  package var counts: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.waiting.count) }
  }

  /// Runs `body` when it is the turn of `client`.
  ///
  /// - Throws: ``Full``, `CancellationError`, or what `body` throws.
  package func run<Value>(
    for client: Client, _ body: () async throws -> Value
  ) async throws -> Value {
    try await begin(client)
    defer { end() }
    return try await body()
  }

  private func begin(_ client: Client) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin in
        if let result = state.withLock({ admit((number, begin), of: client, in: &$0) }) {
          begin.resume(with: result)
        }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiting.remove(of: client) { $0.number == number } }
      waiter?.begin.resume(throwing: CancellationError())
    }
  }

  /// Lets `waiter` go on or refuses it at once; `nil` if it waits.
  private func admit(
    _ waiter: Waiter, of client: Client, in state: inout State
  ) -> Result<Void, any Error>? {
    // Who is cancelled from here on finds it among those that wait.
    if Task.isCancelled { return .failure(CancellationError()) }
    if state.running < limits.running {
      state.running += 1
      return .success(())
    }
    guard state.waiting.count < limits.waiting,
      state.waiting.count(of: client) < limits.waitingOfOneClient
    else { return .failure(Full()) }
    state.waiting.append(waiter, of: client)
    return nil
  }

  /// Lets the next one go on in place of one that has ended.
  private func end() {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()
      if next == nil { state.running -= 1 }
      return next
    }
    next?.begin.resume()
  }
}

/// What clients wait for in turns: one with many elements does not delay those of the others.
package struct Turns<Client: Hashable, Element> {
  /// The clients with elements, the next one first.
  private var clients: Deque<Client> = []
  /// The elements of each client, the first one first.
  private var elements: [Client: Deque<Element>] = [:]
  /// How many elements there are.
  package private(set) var count = 0

  package init() {}

  /// How many elements `client` has.
  package func count(of client: Client) -> Int { elements[client]?.count ?? 0 }

  /// Adds the last element of `client`.
  package mutating func append(_ element: Element, of client: Client) {
    if elements[client] == nil { clients.append(client) }
    elements[client, default: []].append(element)
    count += 1
  }

  /// Takes out the element whose turn it is.
  package mutating func popFirst() -> Element? {
    guard let client = clients.popFirst(), let element = elements[client]?.popFirst() else {
      return nil
    }
    count -= 1
    if elements[client]?.isEmpty == false {
      clients.append(client)
    } else {
      elements[client] = nil
    }
    return element
  }

  /// Takes out the first element of `client` that `isRemoved` chooses.
  @discardableResult
  package mutating func remove(of client: Client, where isRemoved: (Element) -> Bool) -> Element? {
    guard let index = elements[client]?.firstIndex(where: isRemoved) else { return nil }
    let element = elements[client]?.remove(at: index)
    count -= 1
    if elements[client]?.isEmpty == true {
      elements[client] = nil
      clients.removeAll { $0 == client }
    }
    return element
  }
}
