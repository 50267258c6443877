extension Sequence where Element: Sendable {
  /// Runs `task` for each element, at most `width` at a time and in their order, and `body` with the results as they
  /// come, one after the other.
  ///
  /// - Throws: what `task` or `body` throws first; the others are cancelled then.
  package func forEachBounded<Value: Sendable, Failure: Error>(
    by width: Int, _ task: @escaping @Sendable (Element) async throws(Failure) -> Value,
    then body: (Value) async throws(Failure) -> Void
  ) async throws(Failure) {
    var rest = makeIterator()
    try await withTaskGroup(of: Result<Value, Failure>.self) { group in
      func next() {
        guard let element = rest.next() else { return }
        group.addTask {
          do throws(Failure) { return .success(try await task(element)) } catch {
            return .failure(error)
          }
        }
      }
      for _ in 0..<width { next() }
      while let result = await group.next() {
        do throws(Failure) { try await body(result.get()) } catch {
          group.cancelAll()
          return Result<Void, Failure>.failure(error)
        }
        next()
      }
      return .success(())
    }.get()
  }

  /// Runs `task` for each element, at most `width` at a time and in their order.
  ///
  /// - Throws: what `task` throws first; the others are cancelled then.
  package func forEachBounded<Failure: Error>(
    by width: Int, _ task: @escaping @Sendable (Element) async throws(Failure) -> Void
  ) async throws(Failure) {
    // With a default argument, Swift 6.3 crashes where nothing is thrown.
    try await forEachBounded(by: width, task, then: { (_: Void) async throws(Failure) in })
  }
}
