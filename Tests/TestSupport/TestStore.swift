package import FeedStore
import FeedStorePostgreSQL
package import FeedStoreSQL
import FeedStoreSQLite
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
  /// - Parameter directChangeCount: kinds with more changes than this in one import are written anew.
  package static func open(
    _ path: String, createsFile: Bool = true, directChangeCount: Int = 20_000
  ) throws -> any FeedStore {
    guard isPostgreSQL else {
      return try SQLiteFeedStore(
        path: path, createsFile: createsFile, directChangeCount: directChangeCount)
    }
    return PostgreSQLFeedStore(
      try database(at: path).address(), connectionCount: 3, clock: .caller,
      timers: TestClock(SampleContent.committedAt))
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

  /// Runs `sql` on the store at `path`, as another tool might.
  package static func run(_ sql: String, at path: String) async throws {
    if isPostgreSQL {
      _ = try database(at: path).connect().execute(sql, isCached: false)
    } else {
      try SQLiteContent(path: path, createsFile: false).writeAll {
        try $0.perform(sql, isCached: false)
      }
    }
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
