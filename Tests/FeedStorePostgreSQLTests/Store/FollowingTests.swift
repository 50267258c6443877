import FeedModel
import FeedStore
import FeedStorePostgreSQL
import TestSupport
import Testing

@Suite(.needsPostgreSQL, .timeLimit(.minutes(5))) struct FollowingTests {
  private let database: PostgreSQLDatabase

  init() throws { database = try SampleDatabase.makePostgreSQL() }

  private func makeStore() -> PostgreSQLFeedStore {
    PostgreSQLFeedStore(database.address(), timers: TestClock(SampleContent.committedAt))
  }

  @Test func aFollowerIsToldOfWhatOthersCommit() async throws {
    let (store, other) = (makeStore(), makeStore())
    let (looks, look) = AsyncStream<Void>.makeStream()
    let following = Task { await store.followRevisions { look.yield() } }
    var waits = looks.makeAsyncIterator()
    // Once for what was there before it listened.
    await waits.next()
    _ = try await other.write(at: SampleContent.committedAt) {
      _ = try $0.upsert(TestContent.photo(1).item)
    }
    await waits.next()
    #expect(store.statistics.notificationCount == 1)
    following.cancel()
    await following.value
    await store.close()
    await other.close()
  }

  // It waits for a notification in a thread that is of no task.
  @Test func aFollowerEndsWithItsTask() async throws {
    let store = makeStore()
    for _ in 0..<20 {
      let (looks, look) = AsyncStream<Void>.makeStream()
      let following = Task { await store.followRevisions { look.yield() } }
      for await _ in looks { break }
      following.cancel()
      await following.value
    }
    await store.close()
  }
}
