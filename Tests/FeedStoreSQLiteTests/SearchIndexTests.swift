import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import GRDB
import TestSupport
import Testing

@Suite struct SearchIndexTests {
  @Test func contentThatWasThereBeforeTheIndexIsFound() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("old.sqlite")
    let migrations = try ["m0001_content_and_revisions", "m0002_authoring"].map { name in
      try (name, String(contentsOf: PackageFiles.file("migrations/\(name).sql"), encoding: .utf8))
    }
    let queue = try DatabaseQueue(path: path)
    var migrator = DatabaseMigrator()
    for (name, sql) in migrations {
      migrator.registerMigration(name) { try $0.execute(sql: sql) }
    }
    try migrator.migrate(queue)
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO recent_news VALUES
          (3, 'https://example.com/a.jpg', '最新のお知らせ', 'x', '2022-12-01T15:00:00.000+0900')
          """)
    }
    try queue.close()

    let store = try SQLiteFeedStore(path: path)
    let query = try ContentQuery(
      parameters: ["q": "お知らせ", "published_at": "2022-12-01T06:00:00Z"], for: .recentNews)
    let ids = try await store.read { reader in
      try reader.items(of: .recentNews, matching: query, visibility: nil, after: nil, limit: 9)
        .map(\.content.id)
    }
    #expect(ids == [3])
  }

  @Test(
    "A page in the order of dates is read from an index, however many items there are",
    arguments: ["ASC", "DESC"])
  func planOfAPageByDate(direction: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("plan.sqlite")
    _ = try SQLiteFeedStore(path: path)
    let plan = try await DatabaseQueue(path: path).read { database in
      try Row.fetchAll(
        database,
        sql: """
          EXPLAIN QUERY PLAN SELECT * FROM recent_news AS items WHERE published_at_moment >= 5
          AND (published_at_moment > 5 OR published_at_moment = 5 AND id > 7)
          ORDER BY published_at_moment \(direction), id LIMIT 3
          """
      ).map { $0["detail"] as String }.joined(separator: "\n")
    }
    #expect(plan.contains("SEARCH items USING INDEX recent_news:published_at"), "\(plan)")
  }
}
