import TestSupport
import Testing

@Suite struct TurnstileTests {
  @Test("As many are inside at once as there are places") func places() async throws {
    let turnstile = Turnstile(places: 2)
    let inside = Inside()
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          try await turnstile.pass {
            await inside.enter()
            for _ in 0..<10 { await Task.yield() }
            await inside.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await inside.most == 2)
  }

  @Test("One that is inside passes again without a place") func nested() async throws {
    let turnstile = Turnstile(places: 1)
    let value = try await turnstile.pass { try await turnstile.pass { 7 } }
    #expect(value == 7)
  }

  private actor Inside {
    private var count = 0
    private(set) var most = 0

    func enter() {
      count += 1
      most = max(most, count)
    }

    func leave() { count -= 1 }
  }
}
