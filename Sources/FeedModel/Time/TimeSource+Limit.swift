extension TimeSource {
  /// Runs `body`, which is cancelled after `limit`.
  ///
  /// - Parameter error: thrown when the time is over.
  /// - Throws: `error`, or what `body` throws.
  package func limiting<Value: Sendable>(
    to limit: Duration, orThrowing error: any Error,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await body() }
      group.addTask {
        try await sleep(for: limit)
        throw error
      }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
