package import FeedStore
import GRDB

extension SQLiteFeedStore: FeedStore {
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    let path = path
    do {
      return try await pool.read { try body(SQLiteReader(database: $0, path: path)) }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}
