import FeedModel
import FeedStore
import FeedStorePostgreSQL
import TestSupport
import Testing

@Suite(.needsPostgreSQL)
struct PostgreSQLFeedStoreTests {
  @Test("A store in PostgreSQL", arguments: FeedStoreCheck.all)
  func suite(check: FeedStoreCheck) async throws {
    let database = try SampleDatabase.makePostgreSQL()
    let store = PostgreSQLFeedStore(
      database.address(), clock: .caller, timers: TestClock(SampleContent.committedAt))
    do { try await check.run(store) } catch {
      await store.close()
      throw error
    }
    await store.close()
  }
}
