import Dispatch
import Synchronization

/// Something that a test waited for did not come.
package struct Overdue: Error {
  /// Where the test waited.
  package let place: String
}

/// Waits until `condition` holds, which it must within a time that is long for any machine.
///
/// The time is counted in polls: beside tests that block all threads, a minute can pass between two of
/// them in which nothing of this test has run.
package func eventually(
  file: String = #fileID, line: Int = #line, _ condition: () async throws -> Bool
) async throws {
  for _ in 0..<12_000 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw Overdue(place: "\(file):\(line)")
}

/// Lets so many pass at once, the others after them: tests that open many files run side by side, and
/// Foundation crashes when it starts a process where more than a thousand are open.
package actor Turnstile {
  private var freePlaces: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The turnstiles that a task has passed.
  @TaskLocal private static var passed: Set<ObjectIdentifier> = []

  /// A turnstile with room for `places`.
  package init(places: Int) {
    freePlaces = places
  }

  /// Runs `body` when there is room for it; at once in a `body` that has passed: those that hold places never wait
  /// for each other's.
  package nonisolated func pass<Value>(_ body: () async throws -> Value) async throws -> Value {
    let passed = Self.passed
    if passed.contains(ObjectIdentifier(self)) { return try await body() }
    await enter()
    do {
      let value = try await Self.$passed.withValue(passed.union([ObjectIdentifier(self)])) {
        try await body()
      }
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    guard freePlaces == 0 else {
      freePlaces -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// A place that becomes free goes to the first that waits.
  private func leave() {
    if waiting.isEmpty {
      freePlaces += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}

/// Holds a thread, such as that of a transaction, until a test lets it go on.
package final class ThreadGate: Sendable {
  private let opened = DispatchSemaphore(value: 0)
  private let overdue = Atomic(false)
  private let arrivals: AsyncStream<Void>
  private let arrived: AsyncStream<Void>.Continuation

  package init() {
    (arrivals, arrived) = AsyncStream.makeStream()
  }

  /// Whether a thread has gone on although nobody has opened the gate: what was to happen meanwhile has not.
  package var isOverdue: Bool { overdue.load(ordering: .acquiring) }

  /// Holds the thread until the gate is opened. A test that fails lets it go on after a time that is long for any
  /// machine.
  package func pass() {
    arrived.yield()
    if opened.wait(timeout: .now() + .seconds(60)) == .timedOut {
      overdue.store(true, ordering: .releasing)
    }
  }

  /// Waits until a thread is held.
  package func untilReached() async {
    for await _ in arrivals { return }
  }

  /// Lets one thread go on.
  package func open() { opened.signal() }
}
