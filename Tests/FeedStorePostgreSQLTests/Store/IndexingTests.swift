import FeedModel
import FeedStore
import TestSupport
import Testing

@Suite(.needsPostgreSQL) struct IndexingTests {
  private let database: PostgreSQLDatabase

  init() throws { database = try SampleDatabase.makePostgreSQL() }

  /// The numbers of indexed photos, and of those that are found by their trigrams.
  private func counts() throws -> [Int] {
    try PostgreSQLContent(database.address()).readAll { database in
      try ["true", "tanada_trigrams(text) @@ tanada_trigram_query('photo')"].map {
        try database.first(
          Int.self, "SELECT count(*) FROM \"pickup_photos:search\" WHERE \($0)") ?? -1
      }
    }
  }

  private func write(_ items: [StagedItem], to store: PostgreSQLFeedStore) async throws {
    let stage = try await store.stage()
    try await stage.add(items)
    _ = try await stage.commit(
      at: SampleContent.committedAt, by: .program, isDryRun: false, with: nil)
  }

  @Test(arguments: [1, 2]) func manyItemsAreIndexedByTheConnectionsThatAreFree(
    connectionCount: Int
  ) async throws {
    let store = PostgreSQLFeedStore(
      database.address(), connectionCount: connectionCount, briefChangeCount: 5,
      indexedItemCount: 7, timers: TestClock(SampleContent.committedAt))
    // Ids with gaps, and as many as leave one for the last step.
    let items = try (0..<50).map { number in
      StagedItem(try TestContent.photo(1 + number * number).item)
    }
    try await write(items, to: store)
    #expect(try counts() == [0, 0])
    try await store.index()
    #expect(try counts() == [50, 50])
    #expect(store.statistics.pool.connectCount == connectionCount)
    // What a step has written, which failed at its end, is written again.
    _ = try database.connect().execute(
      "INSERT INTO search_backlog (kind, first_id, last_id) VALUES ('pickup_photos', 1, 9999)",
      isCached: false)
    try await store.index()
    #expect(try counts() == [50, 50])
    await store.close()
  }
}
