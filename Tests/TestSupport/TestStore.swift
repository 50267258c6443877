package import FeedStore
import Foundation
import Synchronization
import Testing

/// The stores of tests that are about something else: SQLite files, or databases of PostgreSQL in their place if
/// `TANADA_TEST_STORE` is `postgresql`.
package enum TestStore {
  /// Whether stores are in PostgreSQL.
  package static let isPostgreSQL =
    ProcessInfo.processInfo.environment["TANADA_TEST_STORE"] == "postgresql"

  /// The databases by the paths of the files in whose places they are. They live as long as the process.
  private static let databases = Mutex<[String: PostgreSQLDatabase]>([:])

  /// Opens the store at `path`, which is made if there is none.
  ///
  /// - Parameters:
  ///   - briefChangeCount: more changes than this in one import are indexed after it.
  ///   - directChangeCount: kinds with more changes than this in one import are written anew, in a file.
  ///   - stageChunkSize: how many rows of an import are written at a time, in a file.
  ///   - beforeMerge: called when the items of an import have been compared, before they are put in place.
  package static func open(
    _ path: String, createsFile: Bool = true, briefChangeCount: Int = 500,
    directChangeCount: Int = 20_000, stageChunkSize: Int = 10_000,
    beforeMerge: @escaping @Sendable () throws -> Void = {}
  ) throws -> any FeedStore {
    guard isPostgreSQL else {
      return try SQLiteFeedStore(
        path: path, createsFile: createsFile, briefChangeCount: briefChangeCount,
        directChangeCount: directChangeCount, stageChunkSize: stageChunkSize,
        beforeMerge: beforeMerge)
    }
    return PostgreSQLFeedStore(
      try database(at: path).address(), connectionCount: 3, clock: .caller,
      briefChangeCount: briefChangeCount, timers: TestClock(SampleContent.committedAt),
      beforeMerge: beforeMerge)
  }

  /// Checks the store at `path`: its content, and the problems that were found.
  package static func check(
    _ path: String
  ) async throws -> (content: ContentCheck, problems: [String]) {
    guard isPostgreSQL else {
      let check = try await DatabaseCheck(path: path)
      return (check.content, check.problems)
    }
    let store = PostgreSQLFeedStore(
      try database(at: path).address(), timers: TestClock(SampleContent.committedAt))
    let content = try await store.check()
    await store.close()
    return (content, content.problems)
  }

  /// Runs `statements` in one transaction on the store at `path`, as another tool might.
  package static func run(_ statements: String..., at path: String) throws {
    try content(path).writeAll { database in
      for sql in statements { try database.perform(sql, isCached: false) }
    }
  }

  /// The rows that `sql` finds in the store at `path`, as texts.
  package static func rows(_ sql: String, at path: String) throws -> [String] {
    try content(path).readAll { database in
      try database.rows(sql, isCached: false).map { row in "\(row.values)" }
    }
  }

  private static func content(_ path: String) throws -> any CopyableStore {
    isPostgreSQL
      ? try PostgreSQLContent(database(at: path).address())
      : try SQLiteContent(path: path, createsFile: false)
  }

  /// The database in the place of the file at `path`, which is made if there is none.
  private static func database(at path: String) throws -> PostgreSQLDatabase {
    try databases.withLock { databases in
      if let known = databases[path] { return known }
      let made = try SampleDatabase.makePostgreSQL()
      databases[path] = made
      return made
    }
  }

  /// Makes a database in the place of the file at `path`, as a copy of another one.
  static func copy(_ template: String, to path: String) throws {
    let made = try PostgreSQLServer.shared().makeDatabase(copying: template)
    databases.withLock { $0[path] = made }
  }

  /// Ends the test if stores are in PostgreSQL: it is about the file.
  package static func requireFile() throws {
    if isPostgreSQL { try Test.cancel("about a SQLite file") }
  }
}
