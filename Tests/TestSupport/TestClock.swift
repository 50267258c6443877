package import FeedModel
import Synchronization

/// A clock that stands still until a test moves it, and then wakes whoever it is time for.
package final class TestClock: TimeSource {
  /// Somebody who waits for a moment.
  private struct Waiter {
    let number: Int
    let due: Uptime
    let delay: Duration
    let wake: @Sendable () -> Void
  }

  /// A test that waits until so many wait for the same time.
  private struct Watcher {
    /// `nil` for any time.
    let delay: Duration?
    let count: Int
    let resume: @Sendable () -> Void
  }

  private struct State {
    var now: Timestamp
    var uptime = Uptime(nanoseconds: 1_000_000_000_000)
    /// The part of a millisecond by which the wall clock is ahead of ``now``.
    var rest = Duration.zero
    var waiters: [Waiter] = []
    var watchers: [Watcher] = []
    var lastNumber = 0

    func waiterCount(for delay: Duration?) -> Int {
      delay.map { delay in waiters.count { $0.delay == delay } } ?? waiters.count
    }

    mutating func advance(by duration: Duration) {
      uptime = uptime + duration
      rest += duration
      let milliseconds = Int(rest / .milliseconds(1))
      rest -= .milliseconds(milliseconds)
      now = now.later(milliseconds: milliseconds)
    }

    /// Removes the watchers whose waiters are there.
    mutating func takeWatchers() -> [Watcher] {
      let reached = watchers.filter { $0.count <= waiterCount(for: $0.delay) }
      let others = watchers.filter { $0.count > waiterCount(for: $0.delay) }
      watchers = others
      return reached
    }

    /// Removes the first waiter that is due by `end`.
    mutating func takeWaiter(dueBy end: Uptime) -> Waiter? {
      let next = waiters.indices.min {
        (waiters[$0].due, waiters[$0].number) < (waiters[$1].due, waiters[$1].number)
      }
      guard let next, waiters[next].due <= end else { return nil }
      return waiters.remove(at: next)
    }
  }

  private let state: Mutex<State>

  package init(_ moment: Timestamp) {
    state = Mutex(State(now: moment))
  }

  package var now: Timestamp { state.withLock { $0.now } }

  package var uptime: Uptime { state.withLock { $0.uptime } }

  /// Sets the wall clock, forwards or back. Nobody wakes: timers do not go by it.
  package func set(_ moment: Timestamp) {
    state.withLock { $0.now = moment }
  }

  /// Moves both times, and wakes those for whom it is time, one after the other, each at its own moment.
  ///
  /// Who begins to wait again does so from where the clock is then: a test that wants a second round waits
  /// with ``untilWaiting(_:for:)`` before it goes on.
  package func advance(by duration: Duration) {
    let end = state.withLock { $0.uptime + duration }
    while true {
      let waiter = state.withLock { state -> Waiter? in
        let waiter = state.takeWaiter(dueBy: end)
        let moment = max(waiter?.due ?? end, state.uptime)
        state.advance(by: moment - state.uptime)
        return waiter
      }
      guard let waiter else { return }
      waiter.wake()
    }
  }

  /// Returns when `count` tasks and timers are waiting that began to wait for exactly `delay`; `nil` for any time.
  package func untilWaiting(_ count: Int = 1, for delay: Duration? = nil) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isReached = state.withLock { state in
        if state.waiterCount(for: delay) >= count { return true }
        state.watchers.append(Watcher(delay: delay, count: count) { continuation.resume() })
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  /// Whether a task or timer is waiting that began to wait for exactly `delay`.
  package func isWaiting(for delay: Duration) -> Bool {
    state.withLock { $0.waiterCount(for: delay) > 0 }
  }

  package func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let sleeper = Sleeper()
    let number = wait(for: duration) { sleeper.end(with: .success(())) }
    try await withTaskCancellationHandler {
      try await sleeper.value
    } onCancel: {
      forget(number)
      sleeper.end(with: .failure(CancellationError()))
    }
  }

  package func schedule(
    after delay: Duration, on host: some TimerHost, _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let isCancelled = Flag(false)
    let number = wait(for: delay) { host.run { if !isCancelled.value { fire() } } }
    return ScheduledTimer { [self] in
      isCancelled.value = true
      forget(number)
    }
  }

  // MARK: - Waiting

  /// Has `wake` called after `delay`; at once if there is none.
  private func wait(for delay: Duration, _ wake: @escaping @Sendable () -> Void) -> Int {
    let (number, reached) = state.withLock { state in
      state.lastNumber += 1
      guard delay > .zero else { return (state.lastNumber, [Watcher]()) }
      state.waiters.append(
        Waiter(number: state.lastNumber, due: state.uptime + delay, delay: delay, wake: wake))
      return (state.lastNumber, state.takeWatchers())
    }
    if delay <= .zero { wake() }
    for watcher in reached { watcher.resume() }
    return number
  }

  private func forget(_ number: Int) {
    state.withLock { state in state.waiters.removeAll { $0.number == number } }
  }
}

/// A value that threads read and write.
private final class Flag: Sendable {
  private let state: Mutex<Bool>

  init(_ value: Bool) {
    state = Mutex(value)
  }

  var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// One task that sleeps until its sleep ends, once.
private final class Sleeper: Sendable {
  private enum State {
    case begun
    case sleeping(CheckedContinuation<Void, any Error>)
    case ended(Result<Void, any Error>)
  }

  private let state = Mutex(State.begun)

  /// Returns or throws when the sleep has ended.
  var value: Void {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if case .ended(let result) = state { return result }
          state = .sleeping(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }

  func end(with result: Result<Void, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      switch state {
      case .begun:
        state = .ended(result)
        return nil
      case .sleeping(let continuation):
        state = .ended(result)
        return continuation
      case .ended: return nil
      }
    }
    continuation?.resume(with: result)
  }
}
