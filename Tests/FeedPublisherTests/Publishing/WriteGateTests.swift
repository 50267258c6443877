import FeedModel
import TestSupport
import Testing

@testable import FeedPublisher

struct WriteGateTests {
  private let clock = TestClock(SampleContent.committedAt)
  private let gate: WriteGate

  init() {
    gate = WriteGate(clock: clock)
    gate.setFollowed(true)
  }

  @Test("Writes pass up to the greatest lag, and wait beyond it until it is that small again")
  func lag() async throws {
    gate.note(lag: WriteGate.maximumLag, after: gate.writeCount)
    #expect(!gate.isClosed)
    try await gate.pass()
    // A write of this process counts before anybody has read it.
    let before = gate.writeCount
    gate.noteWrite()
    #expect(gate.isClosed)
    let writes = (1...3).map { _ in Task { try await gate.pass() } }
    try await eventually { gate.waitingCount == 3 }
    // The write came after what was read.
    gate.note(lag: WriteGate.maximumLag, after: before)
    #expect(gate.isClosed && gate.waitingCount == 3)
    gate.note(lag: WriteGate.maximumLag, after: gate.writeCount)
    for write in writes { try await write.value }
    #expect(gate.waitingCount == 0)
  }

  @Test("A write waits for five seconds at most")
  func timeout() async throws {
    gate.note(lag: .max, after: 0)
    let write = Task { try await gate.pass() }
    await clock.untilWaiting(for: WriteGate.timeout)
    try await eventually { gate.waitingCount == 1 }
    clock.advance(by: WriteGate.timeout)
    try await write.value
    #expect(gate.isClosed && gate.waitingCount == 0)
  }

  @Test("Nobody waits for screens that nobody makes")
  func unfollowed() async throws {
    gate.note(lag: .max, after: 0)
    let write = Task { try await gate.pass() }
    try await eventually { gate.waitingCount == 1 }
    gate.setFollowed(false)
    try await write.value
    try await gate.pass()
    gate.setFollowed(true)
    #expect(gate.isClosed)
    gate.open()
    try await gate.pass()
  }

  @Test("A write that waits can be cancelled, before it waits as well")
  func cancellation() async throws {
    gate.note(lag: .max, after: 0)
    let first = Task { try await gate.pass() }
    try await eventually { gate.waitingCount == 1 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await gate.pass()
    }
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(gate.waitingCount == 0)
  }
}
