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
  private var revisionBefore: Revision?

  init(database: Database, path: String, moment: Timestamp) {
    self.database = database
    self.path = path
    self.moment = moment
  }

  var reader: SQLiteReader { SQLiteReader(database: database, path: path) }

  /// Notes that the transaction changed item `id` of `kind`.
  func record(_ change: Change, of kind: ContentKind, id: Int) throws {
    let number = try currentRevision().number
    try database.cachedStatement(
      sql: """
        INSERT INTO revision_changes (revision, kind, id, change) VALUES (?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """
    ).execute(arguments: [number, kind.rawValue, id, change.rawValue])
    if database.changesCount == 0 {
      try combine(change, of: kind, id: id, revision: number)
    }
  }

  /// Notes another change to an item that the transaction changed before.
  private func combine(
    _ change: Change, of kind: ContentKind, id: Int, revision: Int
  ) throws {
    let place: StatementArguments = [revision, kind.rawValue, id]
    let before = try String.fetchOne(
      database.cachedStatement(
        sql: "SELECT change FROM revision_changes WHERE revision = ? AND kind = ? AND id = ?"),
      arguments: place)
    let combined = before.flatMap(Change.init).flatMap { $0.followed(by: change) }
    if let combined {
      try database.cachedStatement(
        sql: """
          UPDATE revision_changes SET change = ? WHERE revision = ? AND kind = ? AND id = ?
          """
      ).execute(arguments: [combined.rawValue] + place)
    } else {
      try database.cachedStatement(
        sql: "DELETE FROM revision_changes WHERE revision = ? AND kind = ? AND id = ?"
      ).execute(arguments: place)
    }
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

  /// The moment the transaction's revision shows. The clock of another machine may be ahead, and a
  /// clock may be set back; no revision is older than the one before it.
  func shownMoment() throws -> Timestamp {
    if let revision { return revision.committedAt }
    guard let latest = try reader.latestRevision()?.committedAt,
      latest.millisecondsSince1970 > moment.millisecondsSince1970
    else { return moment }
    return latest
  }

  /// The moment that the revision before this transaction shows, in milliseconds since 1970.
  func momentBefore() throws -> Int {
    let before = revision == nil ? try reader.latestRevision() : revisionBefore
    return before?.committedAt.millisecondsSince1970 ?? .min
  }

  private func currentRevision() throws -> Revision {
    if let revision { return revision }
    let latest = try reader.latestRevision()
    revisionBefore = latest
    let made = Revision(number: (latest?.number ?? 0) + 1, committedAt: try shownMoment())
    try database.execute(
      sql: "INSERT INTO revisions (number, committed_at) VALUES (?, ?)",
      arguments: [made.number, made.committedAt.rfc3339])
    revision = made
    return made
  }
}
