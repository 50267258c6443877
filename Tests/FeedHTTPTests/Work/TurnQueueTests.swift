import FeedStore
import Synchronization
import TestSupport
import Testing

/// Who goes on, who waits, and who is refused.
@Suite struct TurnQueueTests {
  /// Work that takes a turn until it is let go.
  private final class Work: Sendable {
    let turns: TurnQueue<String>
    private let state = Mutex((running: 0, most: 0, mayEnd: false))

    init(_ turns: TurnQueue<String>) { self.turns = turns }

    var running: Int { state.withLock { $0.running } }
    var most: Int { state.withLock { $0.most } }

    func letGo() { state.withLock { $0.mayEnd = true } }

    func begin() -> Task<Void, any Error> {
      Task {
        try await turns.run(for: "anna") {
          state.withLock { state in
            state.running += 1
            state.most = max(state.most, state.running)
          }
          try await eventually { state.withLock { $0.mayEnd } }
          state.withLock { $0.running -= 1 }
        }
      }
    }
  }

  @Test func soManyGoOnSoManyWaitAndOthersAreRefused() async throws {
    let work = Work(TurnQueue(running: 2, waiting: 1))
    let first = [work.begin(), work.begin()]
    try await eventually { work.running == 2 }
    let waiting = work.begin()
    try await eventually { work.turns.counts.waiting == 1 }
    await #expect(throws: TurnQueue<String>.Full.self) { try await work.begin().value }
    #expect(work.running == 2)
    work.letGo()
    for task in first + [waiting] { try await task.value }
    #expect(work.most == 2 && work.turns.counts.waiting == 0)
    // All turns are given back.
    for task in [work.begin(), work.begin(), work.begin()] { try await task.value }
  }

  @Test func whoeverIsCancelledMakesRoom() async throws {
    let work = Work(TurnQueue(running: 1, waiting: 1))
    let first = work.begin()
    try await eventually { work.running == 1 }
    let waiting = work.begin()
    try await eventually { work.turns.counts.waiting == 1 }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let next = work.begin()
    try await eventually { work.turns.counts.waiting == 1 }
    work.letGo()
    for task in [first, next] { try await task.value }
  }
}
