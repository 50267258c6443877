package import FeedModel
import Foundation
import StrictJSON

/// A check of the validity of the content of a database.
package struct ContentCheck: Sendable {
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
  /// The problems found, a sentence each; empty if everything is valid.
  package private(set) var problems: [String] = []

  /// The result of no check.
  package init() {}

  /// Checks the content in a transaction that reads.
  package init(of database: any SQLDatabase) throws {
    let reader = SQLReader(database: database, definitionCache: DefinitionCache())
    revision = try reader.latestRevision()
    let kinds = try reader.kinds()
    for kind in kinds.all { try check(kind, reader) }
    for version in try reader.kindVersions() { try checkItems(of: version, reader) }
    try checkCompositions(reader)
    try checkReleases(reader)
    photos = try Self.allPhotos(reader)
  }

  private mutating func check(_ kind: ContentKind, _ reader: SQLReader) throws {
    let table = KindTable(kind, reader.dialect)
    var count = 0
    var invalid: [String] = []
    let sql = """
      SELECT \(table.selection), \(WindowColumns.present(reader.dialect).selection) FROM \(table.name) AS items
      \(WindowColumns.join(to: kind))
      ORDER BY items.id
      """
    try reader.database.forEachRow(sql, [], isCached: false) { row in
      count += 1
      do {
        let item = try SQLReader.item(kind, from: row)
        let stored: String? = try row[TranslationColumn.plainName]
        invalid += (stored.map { TranslationColumn.invalidNames(in: $0, of: kind) } ?? []).map {
          "\(kind.name)/\(item.content.id): the stored \($0) is not valid, and not shown"
        }
      } catch let error as StoreError {
        invalid.append(error.description)
      }
    }
    itemCounts.append((kind.name, count))
    note(invalid, "items", of: kind)
  }

  /// Checks that the former items of a definition are valid by it, and that no two versions of an item were
  /// valid at once. An item belongs to the definition at which it ended.
  private mutating func checkItems(of version: KindVersion, _ reader: SQLReader) throws {
    let (kind, past) = (version.kind, version.pastTable(reader.dialect))
    var invalid: [String] = []
    let sql = """
      SELECT \(past.content.selection), _is_draft, _publish_at, _unpublish_at, _targeting, _ends
      FROM (
        SELECT *, \(PastTable.number("_until")) AS _ends FROM \(past.name)) AS items
      WHERE _ends > ? AND _ends <= ?
      """
    let extent: SQLArguments = [version.from, version.until ?? .max]
    try reader.database.forEachRow(sql, extent, isCached: false) { row in
      versionCount += 1
      do { _ = try SQLReader.item(kind, from: row) } catch let error as StoreError {
        invalid.append("\(error.description), before revision \(try row["_ends"] as Int)")
      }
    }
    if version.until == nil {
      invalid += try reader.database.all(Int.self, past.overlaps, isCached: false).map {
        "\(kind.name)/\($0): has two versions of one revision"
      }
    }
    note(invalid, "versions", of: kind)
  }

  private mutating func note(_ invalid: [String], _ subjects: String, of kind: ContentKind) {
    problems += invalid.prefix(Self.listedCount)
    if invalid.count > Self.listedCount {
      problems.append("\(kind.name): \(invalid.count - Self.listedCount) more invalid \(subjects)")
    }
  }

  private mutating func checkCompositions(_ reader: SQLReader) throws {
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

  private mutating func checkReleases(_ reader: SQLReader) throws {
    let rows = try reader.database.rows(
      "SELECT id, name, operations, bases FROM tanada_releases ORDER BY id")
    func tree(_ text: String) -> JSONTree? { try? JSONTree(parsing: Array(text.utf8)) }
    let damaged = try rows.filter {
      try tree($0["operations"])?.elements == nil || tree($0["bases"])?.members == nil
    }
    problems += try damaged.prefix(Self.listedCount).map {
      "releases/\(try $0["id"] as Int) (\(try $0["name"] as String)): is damaged; delete it"
    }
  }

  private static func allPhotos(_ reader: SQLReader) throws -> [Photo] {
    var photos: [Photo] = []
    var number: Int?
    while true {
      let page = try reader.photos(matching: [], before: number, limit: 1_000)
      photos += page.map(\.photo)
      guard let last = page.last?.number else { return photos.reversed() }
      number = last
    }
  }
}
