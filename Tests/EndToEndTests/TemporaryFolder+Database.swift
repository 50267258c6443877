import FeedModel
import GRDB
import TestSupport

extension TemporaryFolder {
  /// A folder with a database of the sample content.
  static func withSamples() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await folder.copySamples()
    return folder
  }

  /// Puts the sample content in place, as `tanada seed` would in much more time.
  func copySamples() async throws {
    try await SampleDatabase.copy(to: path("tanada.sqlite"))
  }
}

/// Writes to the database in the folder, without a server.
extension TemporaryFolder {
  /// Writes the composition of `feed`.
  func compose(_ feed: String, _ document: String) throws {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO compositions (feed, document) VALUES (?, ?)
          ON CONFLICT (feed) DO UPDATE SET document = excluded.document
          """, arguments: [feed, document])
    }
  }

  /// Shows item `id` of `kind` from `moment` on, in a revision of its own, made a minute ago.
  func schedule(_ kind: ContentKind, _ id: Int, from moment: Timestamp) throws {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO item_windows (kind, id, is_draft, publish_at, was_shown)
          VALUES (?, ?, 0, ?, 0)
          ON CONFLICT (kind, id) DO UPDATE SET publish_at = excluded.publish_at
          """, arguments: [kind.name, id, moment.millisecondsSince1970])
      try database.execute(
        sql: """
          INSERT INTO revisions (number, committed_at, id)
          SELECT max(number) + 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 minute'),
            '1b4e28ba-2fa1-4d2b-883f-0016d3cca427' FROM revisions
          """)
      try database.execute(
        sql: """
          INSERT INTO revision_changes (revision, kind, id, change)
          SELECT max(number), ?, ?, 'updated' FROM revisions
          """, arguments: [kind.name, id])
    }
  }

  /// Makes a revision that changed the composition of `feed`.
  func revise(_ feed: String) throws {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO revisions (number, committed_at, id)
          SELECT max(number) + 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
            '1b4e28ba-2fa1-4d2b-883f-0016d3cca427' FROM revisions
          """)
      try database.execute(
        sql: "INSERT INTO revision_feeds (revision, feed) SELECT max(number), ? FROM revisions",
        arguments: [feed])
    }
  }

  private func write(_ body: (Database) throws -> Void) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: path("tanada.sqlite"), configuration: configuration)
    try queue.write(body)
    try queue.close()
  }
}

extension TemporaryFolder {
  /// Runs `sql` on the folder's database behind tanada's back.
  func spoil(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path("tanada.sqlite"))
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }
}
