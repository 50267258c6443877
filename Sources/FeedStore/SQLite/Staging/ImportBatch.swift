import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The audit entries of a staged write, added before its items are written.
///
/// A locked file beside the database marks a batch that is under way. The lock ends with the process, so
/// the entries of one that was killed are found and removed at the next start.
final class ImportBatch: Sendable {
  let number: Int
  private let lock: LockedFile

  private init(number: Int, lock: LockedFile) {
    self.number = number
    self.lock = lock
  }

  /// Begins a batch without entries.
  static func begin(in queue: DatabaseQueue, path: String) async throws -> ImportBatch {
    try await queue.write { database in
      try database.execute(sql: "INSERT INTO audit_batches (revision) VALUES (NULL)")
      let number = Int(database.lastInsertedRowID)
      let file = lockPath(of: number, beside: path)
      guard let lock = LockedFile(file, isTemporary: true) else {
        throw StoreError.cannotOpen(path: file)
      }
      return ImportBatch(number: number, lock: lock)
    }
  }

  /// Removes the entries of a write that has failed or changed nothing.
  func abandon(in queue: DatabaseQueue, path: String) throws {
    defer { finish() }
    try Self.remove(number, from: queue, path: path)
  }

  /// Releases the lock; nothing if it is released already.
  func finish() {
    lock.release()
  }

  private static func lockPath(of number: Int, beside path: String) -> String {
    "\(path)-import-\(number)"
  }

  /// How many entries are removed in one transaction.
  private static let removedEntryCount = 4_000

  /// Removes the entries of batches that no process is working on any more.
  ///
  /// A database that cannot be written now is cleaned at another start.
  static func removeAbandoned(from pool: DatabasePool, path: String) throws {
    do {
      try removeUnfinished(from: pool, path: path)
    } catch let error as DatabaseError
      where [.SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_FULL].contains(error.resultCode)
    {
      return
    }
  }

  private static func removeUnfinished(from pool: DatabasePool, path: String) throws {
    let unfinished = try pool.read { database in
      try Int.fetchAll(database, sql: "SELECT id FROM audit_batches WHERE revision IS NULL")
    }
    for number in unfinished {
      // A process that is at work has it.
      guard let lock = LockedFile(lockPath(of: number, beside: path), isTemporary: true) else {
        continue
      }
      defer { lock.release() }
      try remove(number, from: pool, path: path)
    }
  }

  private static func remove(
    _ number: Int, from pool: some DatabaseWriter, path: String
  ) throws {
    var isLeft = true
    while isLeft {
      isLeft = try pool.write { database in
        // Another process may have finished it after the list was read.
        let isUnfinished =
          try Bool.fetchOne(
            database, sql: "SELECT revision IS NULL FROM audit_batches WHERE id = ?",
            arguments: [number]) ?? false
        guard isUnfinished else { return false }
        try database.execute(
          sql: """
            DELETE FROM audit_entries WHERE number IN (
              SELECT number FROM audit_entries WHERE batch = ? LIMIT ?)
            """, arguments: [number, removedEntryCount])
        guard database.changesCount == 0 else { return true }
        let hasVersions = try NextTable.removeVersions(
          of: number, limit: removedEntryCount, from: SQLiteConnection(database, path: path))
        guard !hasVersions else { return true }
        try NextTable.removeAll(of: number, from: SQLiteConnection(database, path: path))
        try database.execute(sql: "DELETE FROM audit_batches WHERE id = ?", arguments: [number])
        return false
      }
    }
  }
}
