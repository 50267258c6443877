/// A store whose whole content can be copied. Its functions wait, so that they are called on a thread that may.
package protocol CopyableStore: Sendable {
  /// Runs `body` in a transaction that reads, on a connection of its own.
  ///
  /// - Throws: errors of `body`, or `StoreError`.
  func readAll<Value>(_ body: (any SQLDatabase) throws -> Value) throws -> Value

  /// Runs `body` in a transaction that excludes other writers, on a connection of its own.
  ///
  /// - Throws: errors of `body`, or `StoreError`; then nothing has changed.
  func writeAll<Value>(_ body: (any SQLDatabase) throws -> Value) throws -> Value
}

extension CopyableStore {
  /// Copies everything to `destination`, which has nothing.
  ///
  /// - Parameter progress: called with the name of each table and the number of its rows, once they are copied.
  /// - Returns: the newest revision; `nil` before the first write.
  /// - Throws: `StoreError`, also for a destination that has content.
  package func copyAll(
    to destination: some CopyableStore, progress: (String, Int) -> Void
  ) throws -> Revision? {
    try readAll { source in
      try destination.writeAll { copy in
        try withoutActuallyEscaping(progress) { progress in
          try ContentCopy(from: source, to: copy, progress: progress).run()
        }
      }
      return try SQLReader(database: source, kindCache: KindCache()).latestRevision()
    }
  }
}
