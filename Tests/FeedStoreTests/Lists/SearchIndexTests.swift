import FeedEntities
import FeedModel
import FeedStore
import Foundation
import GRDB
import TestSupport
import Testing

@Suite struct SearchIndexTests {
  @Test(
    "Words of one and two letters are found wherever they are, indexed or not",
    arguments: SeededGenerator.seeds)
  func shortWords(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let letters = Array("写真東京aBcÉñの々 😆%_\"'*µς")
    let texts = (1...60).map { _ in
      (0..<2).map { _ in
        String(
          (0..<Int.random(in: 0...8, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? "x"
          })
      }
    }
    let folder = try TemporaryFolder()
    try SampleDatabase.copyEmpty(to: folder.path("short.sqlite"))
    let store = try SQLiteFeedStore(path: folder.path("short.sqlite"))
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for (index, texts) in texts.enumerated() {
        var topic = try TestContent.topic(index + 1)
        (topic.title, topic.caption) = (texts[0], texts[1])
        _ = try transaction.upsert(topic)
      }
    }
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        String(
          (0..<Int.random(in: 1...2, using: &random)).compactMap { _ in
            letters.filter { $0 != " " }.randomElement(using: &random)
          })
      }
      // With a small limit, a word in many texts is not worth looking up.
      let limit = Bool.random(using: &random) ? 3 : 100
      let expected = texts.indices.filter { index in
        words.allSatisfy { word in
          texts[index].contains { $0.lowercased().contains(word.lowercased()) }
        }
      }.map { $0 + 1 }
      let query = ContentQuery(search: words.joined(separator: " "))
      let (found, count) = try await store.read { reader in
        let items = try reader.items(
          of: .featuredTopics, matching: query, visibility: nil, after: nil, limit: limit)
        let count = try reader.count(of: .featuredTopics, matching: query, visibility: nil)
        return (items.map(\.content.id), count)
      }
      #expect(found == Array(expected.prefix(limit)), "\(words)")
      #expect(count == expected.count, "\(words)")
      let sorted = ContentQuery(
        sort: [.init(field: "title", isDescending: true)], search: query.search)
      let (all, counted) = try await store.read { reader in
        (
          try reader.items(
            of: .featuredTopics, matching: sorted, visibility: nil, after: nil, limit: limit),
          try reader.countedItems(
            of: .featuredTopics, matching: sorted, visibility: nil, limit: limit)
        )
      }
      #expect(
        counted.items.map(\.content) == all.map(\.content) && counted.count == expected.count,
        "\(words)")
    }
  }

  @Test("What another tool writes is found, in every form, and indexed with the rest")
  func othersWrites() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("others.sqlite")
    try SampleDatabase.copyEmpty(to: path)
    let store = try SQLiteFeedStore(path: path)
    let topics = try (1...4).map { try TestContent.topic($0) }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for topic in topics { _ = try transaction.upsert(topic) }
    }
    let queue = try DatabaseQueue(path: path)
    func backlog() async throws -> [String] {
      try await queue.read { database in
        try String.fetchAll(
          database, sql: "SELECT kind || ' ' || first_id || '-' || last_id FROM search_backlog")
      }
    }
    #expect(try await backlog() == [])
    // It has none of this program's functions.
    try await queue.write { database in
      try database.execute(sql: "UPDATE featured_topics SET title = 'ｶﾞｰﾃﾞﾝ' WHERE id IN (1, 2)")
      try database.execute(sql: "UPDATE featured_topics SET rating = 1 WHERE id = 3")
      try database.execute(sql: "DELETE FROM featured_topics WHERE id = 4")
    }
    #expect(try await backlog() == ["featured_topics 1-2"])
    for _ in 0..<2 {
      let found = try await store.read { reader in
        try ["ガーデン", "ガー", topics[3].title].map { words in
          try reader.items(
            of: .featuredTopics, matching: ContentQuery(search: words), visibility: nil, after: nil,
            limit: 9
          ).map(\.content.id)
        }
      }
      #expect(found[0] == [1, 2] && found[1] == [1, 2] && !found[2].contains(4))
      try await store.index()
    }
    #expect(try await backlog() == [])
    try queue.close()
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
