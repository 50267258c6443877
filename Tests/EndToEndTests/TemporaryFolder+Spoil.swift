import GRDB
import TestSupport

extension TemporaryFolder {
  /// Runs `sql` on the folder's database behind tanada's back.
  func spoil(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path("tanada.sqlite"))
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }
}
