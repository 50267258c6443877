package import FeedModel
package import FeedStore
import GRDB

extension SQLiteFeedStore {
  package func write(
    at moment: Timestamp, _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    let path = path
    do {
      return try await pool.write { database in
        let transaction = SQLiteTransaction(database: database, path: path, moment: moment)
        try body(transaction)
        // A revision shows what is due at its moment, so whatever has become due belongs to it.
        if transaction.revision != nil { _ = try transaction.applyBoundaries() }
        return transaction.revision
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}
