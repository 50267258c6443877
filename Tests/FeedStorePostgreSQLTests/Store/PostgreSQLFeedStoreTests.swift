import FeedModel
import FeedStore
import TestSupport
import Testing

@Suite(.needsPostgreSQL)
struct PostgreSQLFeedStoreTests {
  @Test("A store in PostgreSQL", arguments: FeedStoreCheck.all)
  func suite(check: FeedStoreCheck) async throws {
    let database = try SampleDatabase.makePostgreSQL()
    let store = PostgreSQLFeedStore(
      database.address(), clock: .caller, timers: TestClock(SampleContent.committedAt))
    try await store.whileOpen { try await check.run(store) }
  }

  @Test func whatIsShownStaysThoughAnEarlierReadClockComesLast() async throws {
    let database = try SampleDatabase.makePostgreSQL()
    let clock = TestClock(SampleContent.committedAt)
    let store = PostgreSQLFeedStore(database.address(), timers: clock)
    try await store.whileOpen {
      let items = [try TestContent.banner(1), try TestContent.banner(2)]
      // By the time of the database, which is years later, this is due.
      let first = try await store.write(at: clock.now) { transaction in
        _ = try transaction.upsert(items[0])
        _ = try transaction.setWindow(
          Window(publishAt: transaction.moment), of: .campaignBanners, id: 1)
      }
      #expect(try await store.applyBoundaries(at: clock.now) == nil)
      let second = try await store.write(at: clock.now) { _ = try $0.upsert(items[1]) }
      let written = try #require(first?.committedAt.millisecondsSince1970)
      #expect(written > clock.now.millisecondsSince1970)
      #expect(second?.number == 2)
      #expect(try #require(second?.committedAt.millisecondsSince1970) >= written)
    }
  }
}

extension PostgreSQLFeedStore {
  /// Runs `body`, and closes the connections whether it fails or not.
  func whileOpen(_ body: () async throws -> Void) async throws {
    do { try await body() } catch {
      await close()
      throw error
    }
    await close()
  }
}
