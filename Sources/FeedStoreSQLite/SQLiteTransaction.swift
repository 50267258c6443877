import FeedModel
import FeedStore
import Foundation
import GRDB

/// The writes of one transaction. Lives on the writer's queue and not beyond its transaction.
final class SQLiteTransaction {
  let database: Database
  /// The file, for errors.
  let path: String
  let moment: Timestamp
  private var statements: [ContentKind: UpsertStatements] = [:]
  /// The revision this transaction makes, from its first change on.
  private(set) var revision: Revision?

  init(database: Database, path: String, moment: Timestamp) {
    self.database = database
    self.path = path
    self.moment = moment
  }

  var reader: SQLiteReader { SQLiteReader(database: database, path: path) }

  /// Notes that the transaction changed item `id` of `kind`.
  func record(_ change: Change, of kind: ContentKind, id: Int) throws {
    let number = try currentRevision().number
    // An item that changes twice in a transaction is listed once, by its first change.
    try database.cachedStatement(
      sql: """
        INSERT INTO revision_changes (revision, kind, id, change) VALUES (?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """
    ).execute(arguments: [number, kind.rawValue, id, change.rawValue])
  }

  /// Notes that the transaction changed the composition of `feed`.
  func record(feed: String) throws {
    let number = try currentRevision().number
    try database.cachedStatement(
      sql: "INSERT INTO revision_feeds (revision, feed) VALUES (?, ?) ON CONFLICT DO NOTHING"
    ).execute(arguments: [number, feed])
  }

  func upsertStatements(for kind: ContentKind, columns: [String]) throws -> UpsertStatements {
    if let known = statements[kind] { return known }
    let made = try UpsertStatements(kind: kind, columns: columns, in: database)
    statements[kind] = made
    return made
  }

  private func currentRevision() throws -> Revision {
    if let revision { return revision }
    let latest = try reader.latestRevision()
    // The clock of another machine may be ahead; revisions are never older than the one before.
    let committedAt =
      latest.map { $0.committedAt.millisecondsSince1970 > moment.millisecondsSince1970 } ?? false
      ? latest?.committedAt ?? moment : moment
    let made = Revision(number: (latest?.number ?? 0) + 1, committedAt: committedAt)
    try database.execute(
      sql: "INSERT INTO revisions (number, committed_at) VALUES (?, ?)",
      arguments: [made.number, made.committedAt.rfc3339])
    revision = made
    return made
  }
}
