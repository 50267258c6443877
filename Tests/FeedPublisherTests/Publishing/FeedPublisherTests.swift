import FeedEntities
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

struct FeedPublisherTests {
  private let database: TestDatabase
  private let store: any FeedStore

  init() throws {
    database = try TestDatabase()
    store = try TestStore.open(database.path)
  }

  private func write(_ banner: CampaignBanner) async throws {
    _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
  }

  @Test("Nothing is in service before the first publishing; then it is the newest revision")
  func publishing() async throws {
    let publisher = try FeedPublisher(of: store, TestClock(Feeds.now))
    #expect(publisher.current == nil)
    try await publisher.publish()
    #expect(publisher.current?.revision == 0)
    try await write(TestContent.banner(1))
    #expect(publisher.current?.revision == 0)
    try await publisher.publish()
    #expect(publisher.current?.revision == 1)
  }

  @Test("When the store cannot be read, what was in service stays")
  func failure() async throws {
    let publisher = try FeedPublisher(of: store, TestClock(Feeds.now))
    try await write(TestContent.banner(1))
    try await publisher.publish()
    let before = publisher.current
    try await store.close()
    await #expect(throws: StoreError.self) { try await publisher.publish() }
    #expect(publisher.current === before)
  }

  @Test("Following the store puts another process's revision into service")
  func following() async throws {
    let clock = TestClock(Feeds.now)
    let publisher = try FeedPublisher(of: store, clock)
    let follower = Task { try await publisher.followStore() }
    let other = try TestStore.open(database.path)
    for number in 1...3 {
      let banner = try TestContent.banner(number)
      _ = try await other.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
      // The next poll.
      await clock.untilWaiting(for: publisher.configuration.pollInterval)
      clock.advance(by: publisher.configuration.pollInterval)
      try await eventually { publisher.current?.revision == number }
    }
    follower.cancel()
    await #expect(throws: CancellationError.self) { try await follower.value }
  }

  @Test("A stop in the middle of publishing is not logged as a failure")
  func stopping() async throws {
    try await write(TestContent.banner(1))
    let messages = Messages()
    let clock = CancellingClock(TestClock(Feeds.now))
    let publisher = try FeedPublisher(of: store, clock, log: messages)
    let follower = Task { try await publisher.followStore() }
    await clock.clock.untilWaiting(for: publisher.configuration.pollInterval)
    clock.clock.advance(by: publisher.configuration.pollInterval)
    await #expect(throws: CancellationError.self) { try await follower.value }
    #expect(messages.listed.isEmpty)
  }
}

struct OlderDatabaseTests {
  @Test("A copy that is put back under a running server is not served, and the log says why")
  func olderCopy() async throws {
    let databases = try [TestDatabase(), TestDatabase()]
    let (copy, newest) = try (
      TestStore.open(databases[0].path), TestStore.open(databases[1].path)
    )
    for (store, count) in [(copy, 1), (newest, 2)] {
      for id in 1...count {
        let banner = try TestContent.banner(id)
        _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
      }
    }
    let store = ObservedStore(newest)
    let clock = TestClock(Feeds.now)
    let messages = Messages()
    let publisher = try FeedPublisher(of: store, clock, log: messages)
    try await publisher.publish()
    let served = publisher.current
    store.replace(by: copy)

    let following = Task { try await publisher.followStore() }
    await clock.untilWaiting(for: publisher.configuration.pollInterval)
    clock.advance(by: publisher.configuration.pollInterval)
    try await eventually { !messages.listed.isEmpty }
    following.cancel()
    _ = await following.result
    #expect(messages.listed.first == "the database is older than what is served")
    #expect(publisher.current === served)
  }
}

/// Cancels the task that reads the wall clock.
private struct CancellingClock: ChangedClock {
  let clock: TestClock

  init(_ clock: TestClock) { self.clock = clock }

  var now: Timestamp {
    withUnsafeCurrentTask { $0?.cancel() }
    return clock.now
  }
}
