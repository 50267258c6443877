import FeedModel
import FeedStore
import TestSupport
import Testing

@Suite(.needsPostgreSQL, .hangLimit) struct FollowingTests {
  private let database: PostgreSQLDatabase

  init() throws { database = try SampleDatabase.makePostgreSQL() }

  private let clock = TestClock(SampleContent.committedAt)
  /// A number for each time that a follower has looked for revisions.
  private let looks = Record()

  private func makeStore() -> PostgreSQLFeedStore {
    PostgreSQLFeedStore(database.address(), timers: clock, random: { 0 })
  }

  private func follow(_ store: PostgreSQLFeedStore) -> Task<Void, Never> {
    Task { [looks] in await store.followRevisions { looks.add(1) } }
  }

  /// Waits until a follower has looked so many times. A connection that a busy machine makes too late is made anew after
  /// a pause, which passes at once here.
  private func untilLooked(_ count: Int) async throws {
    try await eventually {
      let pause = PostgreSQLFeedStore.reconnectionPause
      if clock.isWaiting(for: pause) { clock.advance(by: pause) }
      return looks.values.count >= count
    }
  }

  @Test func aFollowerIsToldOfWhatOthersCommit() async throws {
    let (store, other) = (makeStore(), makeStore())
    let following = follow(store)
    // Once for what was there before it listened.
    try await untilLooked(1)
    let before = looks.values.count
    _ = try await other.write(at: SampleContent.committedAt) {
      _ = try $0.upsert(TestContent.photo(1).item)
    }
    try await untilLooked(before + 1)
    #expect(store.statistics.notificationCount == 1)
    following.cancel()
    await following.value
    await store.close()
    await other.close()
  }

  // It waits for a notification in a thread that is of no task.
  @Test func aFollowerEndsWithItsTask() async throws {
    let store = makeStore()
    for number in 1...20 {
      let following = follow(store)
      try await untilLooked(number)
      following.cancel()
      await following.value
    }
    await store.close()
  }
}
