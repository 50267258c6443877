import FeedModel
import Foundation
import GRDB

/// A check of a database: the integrity of its pages, its references, and the validity of its content.
package struct DatabaseCheck: Sendable {
  /// The maximum number of listed problems for each kind of content.
  private static let listedCount = 20

  /// The check of the content, if the database is not damaged.
  package private(set) var content = ContentCheck()
  /// The problems found, a sentence each; empty if the database is intact.
  package private(set) var problems: [String] = []

  /// Checks the database at `path`, which is not changed, and may be in use.
  ///
  /// - Throws: ``StoreError`` for a file that is no database of this version.
  package init(path: String) async throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError.missing(path: path)
    }
    try DatabaseFile.checkHeader(of: path)
    var configuration = Configuration()
    configuration.busyMode = .timeout(SQLiteFeedStore.busyTimeout)
    configuration.prepareDatabase { database in
      database.add(function: SQLiteFunctions.folded)
      try database.execute(sql: "PRAGMA query_only = ON")
    }
    do {
      let queue = try DatabaseQueue(file: path, configuration: configuration)
      self = try await queue.read { try Self(in: $0, path: path) }
      try queue.close()
    } catch {
      throw StoreError(error, store: path)
    }
  }

  private init(in database: Database, path: String) throws {
    try Self.requireUsable(database, path: path)
    problems = try Self.damage(of: database)
    // Content of damaged pages cannot be checked.
    guard problems.isEmpty else { return }
    guard try SQLiteSchema.current.missing(in: database, path: path).isEmpty else {
      problems.append("\(path): is of an earlier version; the next start brings it up to date")
      return
    }
    content = try ContentCheck(of: SQLiteConnection(database, path: path))
    problems = content.problems
  }

  /// Refuses a database that another application, a newer version, or one of before the baseline has written.
  static func requireUsable(_ database: Database, path: String) throws {
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    guard !isEmpty else { throw StoreError.empty(path: path) }
    let applicationID = try Int.fetchOne(database, sql: "PRAGMA application_id")
    guard applicationID == Migration.applicationID else {
      throw StoreError.otherApplication(path: path)
    }
    _ = try SQLiteSchema.current.missing(in: database, path: path)
  }

  /// The damage of pages, or else the dangling references, that SQLite finds; at most ``listedCount`` each.
  static func damage(of database: Database) throws -> [String] {
    let pages = try String.fetchAll(database, sql: "PRAGMA integrity_check(\(listedCount))")
      .filter { $0 != "ok" }
    guard pages.isEmpty else { return pages }
    return try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(listedCount).map {
      "\($0["table"] as String): a row refers to \($0["parent"] as String) without one there"
    }
  }
}
