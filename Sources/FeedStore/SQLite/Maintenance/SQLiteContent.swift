import GRDB

/// The whole content of a SQLite file, to be copied.
package struct SQLiteContent: CopyableStore {
  private let path: String

  /// The content of the file at `path`, which is brought to the version of this program.
  ///
  /// - Parameter createsFile: whether a file is created that is not there.
  package init(path: String, createsFile: Bool) throws {
    self.path = path
    try SQLiteFeedStore(path: path, createsFile: createsFile).close()
  }

  package func readAll<Value>(_ body: (any SQLDatabase) throws -> Value) throws -> Value {
    try with { queue in
      try queue.read { try body(SQLiteConnection($0, path: path)) }
    }
  }

  package func writeAll<Value>(_ body: (any SQLDatabase) throws -> Value) throws -> Value {
    try with { queue in
      try queue.write { try body(SQLiteConnection($0, path: path)) }
    }
  }

  private func with<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
    do {
      let queue = try SQLiteFeedStore.connection(to: path)
      let value = try body(queue)
      try queue.close()
      return value
    } catch {
      throw StoreError(error, store: path)
    }
  }
}
