package import FeedStore
import GRDB

extension SQLiteFeedStore {
  package func heldContent() async throws -> any HeldContent {
    do {
      return SQLiteHeldContent(snapshot: try pool.makeSnapshot(), path: path)
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}

/// A connection of its own in one long transaction, which ends with the last reference to it.
private struct SQLiteHeldContent: HeldContent {
  let snapshot: DatabaseSnapshot
  /// The file, for errors.
  let path: String

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    let path = path
    do {
      return try await snapshot.read { try body(SQLiteReader(database: $0, path: path)) }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}
