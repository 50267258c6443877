import FeedStoreSQLite
import GRDB

extension SQLiteFeedStore {
  /// Runs `sql` behind tanada's back, as an operator with another tool might.
  func spoil(_ sql: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }
}
