import FeedModel
import FeedStore
import Foundation
import GRDB
import StrictJSON
import TestSupport
import Testing

/// The kinds that every database begins with.
@Suite struct StandardKindTableTests {
  private let folder: TemporaryFolder
  private let store: SQLiteFeedStore

  init() throws {
    folder = try TemporaryFolder()
    try SampleDatabase.copyEmpty(to: folder.path("feed.sqlite"))
    store = try SQLiteFeedStore(path: folder.path("feed.sqlite"))
  }

  @Test func aNewDatabaseHasTheStandardKinds() async throws {
    #expect(try await store.kinds() == .standard)
    #expect(try await store.latestRevision() == nil)
  }

  /// Migrations name tables and columns themselves; whatever defines a kind must do the same.
  @Test(arguments: ContentKinds.standard.all)
  func aTableOfAMigrationIsThatOfItsDefinition(kind: ContentKind) async throws {
    let migrated = try await Self.schema(of: kind, in: store)
    _ = try await store.write(at: SampleContent.committedAt) { try $0.remove(kind) }
    #expect(try await Self.schema(of: kind, in: store) == [])
    let proposal = try KindProposal(reading: JSONTree(parsing: kind.json))
    _ = try await store.write(at: SampleContent.committedAt) {
      try $0.define(KindChange(from: nil, to: proposal))
    }
    #expect(try await Self.schema(of: kind, in: store) == migrated)
    #expect(migrated.count >= 4)
  }

  @Test func noKindCanHaveTheNameOfAnotherTable() async throws {
    let names = try await DatabaseQueue(path: store.path).read { database in
      try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
    }
    let others = names.filter { ContentKinds.standard[$0] == nil }
    #expect(others.contains("revisions") && others.contains("recent_news:search"))
    for name in others {
      let definition = #"{"kind":"\#(name)","fields":[{"name":"title","type":"text"}]}"#
      #expect(throws: DocumentProblems.self, "\(name)") {
        try KindProposal(reading: JSONTree(parsing: Data(definition.utf8)))
      }
    }
  }

  /// The columns of the table, and the statements of its indexes and triggers.
  private static func schema(
    of kind: ContentKind, in store: SQLiteFeedStore
  ) async throws -> [String] {
    try await DatabaseQueue(path: store.path).read { database in
      let columns = try Row.fetchAll(
        database,
        sql: """
          SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)
          ORDER BY hidden, cid
          """, arguments: [kind.name])
      let statements = try Row.fetchAll(
        database,
        sql: """
          SELECT name, sql FROM sqlite_schema
          WHERE name LIKE ? AND name NOT LIKE '%:past:%' AND (type <> 'table' OR sql LIKE 'CREATE VIRTUAL%') ORDER BY name
          """, arguments: ["\(kind.name):%"])
      return columns.map(\.description)
        + statements.map { row in
          let sql: String = row["sql"]
          // White space is not the same; what it stands between is.
          return "\(row["name"] as String): " + sql.split(whereSeparator: \.isWhitespace).joined()
        }
    }
  }
}
