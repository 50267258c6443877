import FeedModel
import Foundation
import GRDB

/// A copy of a database in one file, which is complete or not there.
///
/// It is written under another name beside its place, checked, and moved there.
package struct DatabaseCopy: Sendable {
  /// The newest revision and the size of a copy.
  package struct Summary: Hashable, Sendable {
    /// The number of the newest revision; `nil` before the first write.
    package let revision: Int?
    /// In bytes.
    package let byteCount: Int
  }

  /// Where the copy is until it is moved to its place.
  package let path: String
  /// The newest revision and the size of the copy.
  package let summary: Summary
  private let destination: String

  /// The suffixes of the files that SQLite keeps beside an open database.
  private static let companions = ["-wal", "-shm", "-journal"]

  /// Copies the database at `source` as it is at one moment, while other processes read and write it.
  ///
  /// - Parameter destination: the place of the copy, in whose folder it is written.
  /// - Throws: ``StoreError`` for a source that is no database of this version or an earlier one, or that is
  ///   damaged, and for a folder that cannot be written.
  package init(of source: String, for destination: String) async throws {
    guard FileManager.default.fileExists(atPath: source) else {
      throw StoreError.missing(path: source)
    }
    try DatabaseFile.checkHeader(of: source)
    _ = try OwnFile.isThere(destination)
    // SQLite has the log of a database beside its file, and not beside a link to it.
    guard case .file(let destination)? = try? NamedGoal(at: destination) else {
      throw StoreError.notAFile(path: destination)
    }
    let path = "\(destination).partial"
    self.destination = destination
    self.path = path
    do { try OwnFile.create(at: path) } catch { throw StoreError.cannotOpen(path: destination) }
    do {
      summary = try await Self.onThread { try Self.copy(source, to: path) }
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  /// Moves the copy to its place, where it outlives a power cut.
  package func keep() throws(StoreError) {
    try OwnFile.move(path, to: destination)
  }

  /// Moves the copy to its place, in place of a database that no process uses.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` if a process does; otherwise as ``keep()``.
  package func replaceDatabase() throws(StoreError) {
    try Self.requireUnused(destination)
    // A leftover write-ahead log of the former database must not be taken for one of the copy.
    Self.removeCompanions(of: destination)
    try keep()
  }

  /// Refuses a database that another process has open, and puts its log into its file.
  private static func requireUnused(_ path: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      var configuration = Configuration()
      configuration.busyMode = .immediateError
      let queue = try DatabaseQueue(file: path, configuration: configuration)
      try queue.writeWithoutTransaction { database in
        // In this mode no other process may have the file open (SQLite, Write-Ahead Logging, section 8).
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        try database.inTransaction(.exclusive) { .commit }
      }
      try queue.close()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw .inUse(path: path)
    } catch {
      // A damaged database cannot be locked, and may be replaced by its backup.
    }
  }

  /// Removes the copy.
  package func discard() {
    try? FileManager.default.removeItem(atPath: path)
    Self.removeCompanions(of: path)
  }

  private static func removeCompanions(of path: String) {
    for suffix in companions { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  private static func copy(_ source: String, to path: String) throws -> Summary {
    do {
      let original = try DatabaseQueue(file: source, configuration: configuration)
      let copy = try DatabaseQueue(file: path, configuration: configuration)
      // All pages in one step: the source is read as it is at one moment, and its writers do not wait.
      try original.backup(to: copy)
      try original.close()
      let summary = try copy.writeWithoutTransaction { database in
        // One file without a write-ahead log, which can be copied on.
        try database.execute(sql: "PRAGMA journal_mode = DELETE")
        return try check(database, path: path, source: source)
      }
      try copy.close()
      try requireWhole(path, summary)
      return summary
    } catch {
      let error = StoreError(error, store: source)
      // Only the copy needs space; all other errors are those of the source.
      if case .diskFull = error { throw StoreError.diskFull(path: path) }
      throw error
    }
  }

  /// Refuses to say that a copy was made if the file at `path` does not have it.
  private static func requireWhole(_ path: String, _ summary: Summary) throws(StoreError) {
    guard let size = OwnFile.size(of: path), size >= summary.byteCount else {
      throw .storageFailed(path: path, detail: "the copy is not in its file")
    }
  }

  private static func check(
    _ database: Database, path: String, source: String
  ) throws -> Summary {
    try DatabaseCheck.requireUsable(database, path: source)
    let damage = try DatabaseCheck.damage(of: database)
    guard damage.isEmpty else { throw StoreError.corrupt(path: source, detail: damage[0]) }
    let revision =
      try database.tableExists("revisions")
      ? Int.fetchOne(database, sql: "SELECT max(number) FROM revisions") : nil
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    return Summary(revision: revision, byteCount: pages * pageSize)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(SQLiteFeedStore.busyTimeout)
    configuration.label = "tanada.copy"
    return configuration
  }

  /// Runs `body`, which takes as long as the database is large, on a thread that may wait.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }
}
