package import FeedModel
package import FeedStore
import Foundation
import GRDB
import TanadaMigrations

/// A check of a database: the integrity of its pages, its references, and the validity of its content.
package struct DatabaseCheck: Sendable {
  /// The maximum number of listed problems for each kind of content.
  private static let listedCount = 20

  /// The newest revision; `nil` before the first write.
  package private(set) var revision: Revision?
  /// How many items there are of each kind, in the order of the kinds.
  package private(set) var itemCounts: [(kind: String, count: Int)] = []
  /// How many versions of items were replaced and are kept.
  package private(set) var versionCount = 0
  /// How many feeds have a composition of their own.
  package private(set) var compositionCount = 0
  /// The photos, in the order in which they were added.
  package private(set) var photos: [Photo] = []
  /// The problems found, a sentence each; empty if the database is intact.
  package private(set) var problems: [String] = []

  /// Checks the database at `path`, which is not changed, and may be in use.
  ///
  /// - Throws: ``StoreError`` for a file that is no database of this version.
  package init(path: String) async throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError.missing(path: path)
    }
    try DatabaseHeader.check(path: path)
    var configuration = Configuration()
    configuration.busyMode = .timeout(SQLiteFeedStore.busyTimeout)
    configuration.prepareDatabase { database in
      database.add(function: FoldedSearch.function)
      try database.execute(sql: "PRAGMA query_only = ON")
    }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      self = try await queue.read { try Self(in: $0, path: path) }
      try queue.close()
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private init(in database: Database, path: String) throws {
    try Self.requireUsable(database, path: path)
    problems = try Self.damage(of: database)
    // Content of damaged pages cannot be checked.
    guard problems.isEmpty else { return }
    let names = try DatabaseMigrator.appliedNames(in: database)
    guard names.isSuperset(of: Migrations.all.map(\.name)) else {
      problems.append("\(path): is of an earlier version; the next start brings it up to date")
      return
    }
    let reader = SQLiteReader(database: database, path: path, kindCache: KindCache())
    revision = try reader.latestRevision()
    let kinds = try reader.kinds()
    for kind in kinds.all { try check(kind, reader) }
    for version in try reader.kindVersions() { try checkItems(of: version, reader) }
    try checkCompositions(reader)
    try checkReleases(reader)
    photos = try Self.allPhotos(reader)
  }

  private mutating func check(_ kind: ContentKind, _ reader: SQLiteReader) throws {
    let table = KindTable(kind)
    let rows = try Row.fetchCursor(
      reader.database,
      sql: """
        SELECT \(table.selection), \(WindowColumns.present.selection) FROM \(table.name) AS items
        \(WindowColumns.join(to: kind))
        ORDER BY items.id
        """)
    var count = 0
    var invalid: [String] = []
    while let row = try rows.next() {
      count += 1
      do {
        let item = try SQLiteReader.item(kind, from: row)
        let stored: String? = row[TranslationColumn.plainName]
        invalid += (stored.map { TranslationColumn.invalidNames(in: $0, of: kind) } ?? []).map {
          "\(kind.name)/\(item.content.id): the stored \($0) is not valid, and not shown"
        }
      } catch let error as StoreError {
        invalid.append(error.description)
      }
    }
    itemCounts.append((kind.name, count))
    problems += invalid.prefix(Self.listedCount)
    if invalid.count > Self.listedCount {
      problems.append("\(kind.name): \(invalid.count - Self.listedCount) more invalid items")
    }
  }

  /// Checks that the former items of a definition are valid by it, and that no two versions of an item were
  /// valid at once. An item belongs to the definition at which it ended.
  private mutating func checkItems(of version: KindVersion, _ reader: SQLiteReader) throws {
    let (kind, past) = (version.kind, version.pastTable)
    let rows = try Row.fetchCursor(
      reader.database,
      sql: """
        SELECT \(past.content.selection), _is_draft, _publish_at, _unpublish_at, _targeting, _ends
        FROM (
          SELECT *, \(PastTable.number("_until")) AS _ends FROM \(past.name)) AS items
        WHERE _ends > ? AND _ends <= ?
        """, arguments: [version.from, version.until ?? .max])
    var invalid: [String] = []
    while let row = try rows.next() {
      versionCount += 1
      do { _ = try SQLiteReader.item(kind, from: row) } catch let error as StoreError {
        invalid.append("\(error.description), before revision \(row["_ends"] as Int)")
      }
    }
    if version.until == nil {
      invalid += try Int.fetchAll(reader.database, sql: past.overlaps).map {
        "\(kind.name)/\($0): has two versions of one revision"
      }
    }
    problems += invalid.prefix(Self.listedCount)
    if invalid.count > Self.listedCount {
      problems.append("\(kind.name): \(invalid.count - Self.listedCount) more invalid versions")
    }
  }

  private mutating func checkCompositions(_ reader: SQLiteReader) throws {
    let feeds = try reader.composedFeeds()
    compositionCount = feeds.count
    for feed in feeds {
      do { _ = try reader.composition(of: feed) } catch let error as StoreError {
        throw error
      } catch {
        problems.append("feeds/\(feed)/composition: \(error)")
      }
    }
  }

  private mutating func checkReleases(_ reader: SQLiteReader) throws {
    problems += try Row.fetchAll(
      reader.database,
      sql: """
        SELECT id, name FROM tanada_releases
        WHERE NOT json_valid(operations) OR json_type(operations) != 'array'
          OR NOT json_valid(bases) OR json_type(bases) != 'object'
        ORDER BY id LIMIT ?
        """, arguments: [Self.listedCount]
    ).map { "releases/\($0["id"] as Int) (\($0["name"] as String)): is damaged; delete it" }
  }

  private static func allPhotos(_ reader: SQLiteReader) throws -> [Photo] {
    var photos: [Photo] = []
    var number: Int?
    while true {
      let page = try reader.photos(matching: [], before: number, limit: 1_000)
      photos += page.map(\.photo)
      guard let last = page.last?.number else { return photos.reversed() }
      number = last
    }
  }

  /// Refuses a database that another application or a newer version has written.
  static func requireUsable(_ database: Database, path: String) throws {
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    guard !isEmpty else { throw StoreError.empty(path: path) }
    let applicationID = try Int.fetchOne(database, sql: "PRAGMA application_id")
    guard applicationID == Migrations.applicationID else {
      throw StoreError.otherApplication(path: path)
    }
    let known = Set(Migrations.all.map(\.name))
    guard try DatabaseMigrator.appliedNames(in: database).isSubset(of: known) else {
      throw StoreError.newerSchema(path: path)
    }
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

extension DatabaseMigrator {
  /// The names of the migrations that were applied to a database.
  fileprivate static func appliedNames(in database: Database) throws -> Set<String> {
    guard try database.tableExists("grdb_migrations") else { return [] }
    return Set(
      try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"))
  }
}
