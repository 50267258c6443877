/// Lets so many pass at once, the others after them: tests that open many files run side by side, and
/// Foundation crashes when it starts a process where more than a thousand are open.
package actor Turnstile {
  private var freePlaces: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A turnstile with room for `places`.
  package init(places: Int) {
    freePlaces = places
  }

  /// Runs `body` when there is room for it.
  package nonisolated func pass<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    await enter()
    do {
      let value = try await body()
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

  /// A place that becomes free is the next one's, and not anybody's.
  private func leave() {
    if waiting.isEmpty {
      freePlaces += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
