import DequeModule
import Synchronization

/// A queue that runs a limited number of operations at a time. Waiting clients take turns, so that one with many operations
/// does not delay the others.
package final class TurnQueue<ClientID: Hashable & Sendable>: Sendable {
  /// The queue is full, or the client has its maximum of waiting operations.
  package struct Full: Error, CustomStringConvertible {
    package let description = "too many requests wait already"
  }

  private typealias Waiter = (number: Int, begin: CheckedContinuation<Void, any Error>)
  private typealias State = (running: Int, waiting: Turns<ClientID, Waiter>, lastNumber: Int)

  private let limits: (running: Int, waiting: Int, waitingOfOneClient: Int)
  private let state = Mutex<State>((0, Turns(), 0))

  /// - Parameters:
  ///   - running: The maximum number of running operations, at least 1.
  ///   - waiting: The maximum number of waiting operations.
  ///   - waitingOfOneClient: The maximum number of waiting operations of one client.
  package init(running: Int, waiting: Int, waitingOfOneClient: Int = .max) {
    limits = (running, waiting, waitingOfOneClient)
  }

  /// The numbers of running and of waiting operations.
  package var counts: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.waiting.count) }
  }

  /// Runs `body` when it is the turn of `client`.
  ///
  /// - Throws: ``Full``, `CancellationError`, or what `body` throws.
  package func run<Value>(
    for client: ClientID, _ body: () async throws -> Value
  ) async throws -> Value {
    try await begin(client)
    defer { end() }
    return try await body()
  }

  private func begin(_ client: ClientID) async throws {
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

  /// The result for `waiter` if it starts or is refused at once; `nil` if it has been added to the queue.
  private func admit(
    _ waiter: Waiter, of client: ClientID, in state: inout State
  ) -> Result<Void, any Error>? {
    // A cancellation after this check removes the waiter from the queue.
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

  /// Starts the next waiting operation in place of one that has ended.
  private func end() {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()
      if next == nil { state.running -= 1 }
      return next
    }
    next?.begin.resume()
  }
}

/// A queue of elements by client (round robin): the first element of each client in turn.
package struct Turns<ClientID: Hashable, Element> {
  /// The clients with elements, the next one first.
  private var clients: Deque<ClientID> = []
  /// The elements of each client, the first one first.
  private var elements: [ClientID: Deque<Element>] = [:]
  /// How many elements there are.
  package private(set) var count = 0

  package init() {}

  /// How many elements `client` has.
  package func count(of client: ClientID) -> Int { elements[client]?.count ?? 0 }

  /// Adds the last element of `client`.
  package mutating func append(_ element: Element, of client: ClientID) {
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
  package mutating func remove(of client: ClientID, where isRemoved: (Element) -> Bool) -> Element?
  {
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

/// A gate for tasks: they wait while it is closed, and all of them resume when it opens.
package final class Gate: Sendable {
  private typealias Waiters = [Int: CheckedContinuation<Void, Never>]

  private let state: Mutex<(isOpen: Bool, waiters: Waiters, lastNumber: Int)>

  /// A gate that is closed unless `isOpen`.
  package init(isOpen: Bool = false) {
    state = Mutex((isOpen, [:], 0))
  }

  /// An open gate lets every task pass at once.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The number of waiting tasks.
  package var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Opens or closes the gate.
  package func set(isOpen: Bool) {
    let released = state.withLock { state -> Waiters in
      state.isOpen = isOpen
      guard isOpen else { return [:] }
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in released.values { waiter.resume() }
  }

  /// Returns when the gate is open, or the task is cancelled.
  package func pass() async {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          // Read once: it may change meanwhile.
          let isOver = state.isOpen || Task.isCancelled
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
