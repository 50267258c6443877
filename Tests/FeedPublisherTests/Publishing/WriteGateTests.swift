import TestSupport
import Testing

@testable import FeedPublisher

struct WriteGateTests {
  private let gate = WriteGate()

  @Test("Writes pass up to the greatest lag, and wait beyond it")
  func lag() async throws {
    try await gate.pass()
    gate.note(lag: WriteGate.maximumLag)
    try await gate.pass()
    gate.note(lag: WriteGate.maximumLag + 1)
    #expect(gate.isClosed)
    let writes = (1...3).map { _ in Task { try await gate.pass() } }
    try await eventually { gate.waitingCount == 3 }
    gate.note(lag: WriteGate.maximumLag + 1)
    #expect(gate.waitingCount == 3)
    gate.note(lag: WriteGate.maximumLag)
    for write in writes { try await write.value }
    #expect(gate.waitingCount == 0)
  }

  @Test("A write that waits can be cancelled, before it waits as well")
  func cancellation() async throws {
    gate.note(lag: .max)
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
    gate.open()
    try await gate.pass()
  }
}
