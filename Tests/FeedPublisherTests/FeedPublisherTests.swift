import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import FeedStoreSQLite
import Foundation
import Logging
import TestSupport
import Testing

struct FeedPublisherTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: SQLiteFeedStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
    store = try SQLiteFeedStore(path: path)
  }

  private func publisher() throws -> FeedPublisher {
    let configuration = FeedPublisher.Configuration(
      timeZone: Feeds.tokyo, viewports: [try Viewport(width: 390)],
      pollInterval: .milliseconds(10))
    return FeedPublisher(
      store: store, configuration: configuration,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { Feeds.now })
  }

  private func write(_ banner: CampaignBanner) async throws {
    _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
  }

  @Test("Nothing is in service before the first publishing; then it is the newest revision")
  func publishing() async throws {
    let publisher = try publisher()
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
    let publisher = try publisher()
    try await write(TestContent.banner(1))
    try await publisher.publish()
    let before = publisher.current
    try store.close()
    await #expect(throws: StoreError.self) { try await publisher.publish() }
    #expect(publisher.current === before)
  }

  @Test("Following the store puts another process's revision into service")
  func following() async throws {
    let publisher = try publisher()
    let follower = Task { try await publisher.followStore() }
    let other = try SQLiteFeedStore(path: path)
    for number in 1...3 {
      let banner = try TestContent.banner(number)
      _ = try await other.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
      let deadline = ContinuousClock.now + .seconds(20)
      while publisher.current?.revision != number, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(publisher.current?.revision == number)
    }
    follower.cancel()
    await #expect(throws: CancellationError.self) { try await follower.value }
  }
}
