import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Boundaries of windows take effect without a write, by a clock that the test moves.
struct BoundaryTests {
  private let database: TestDatabase
  private let store: any FeedStore
  private var clock: TestClock { database.clock }
  private static let start = SampleContent.committedAt

  init() throws {
    database = try TestDatabase()
    store = try TestStore.open(database.path)
  }

  /// `seconds` after the start.
  private static func moment(_ seconds: Int) -> Timestamp { start.later(seconds: seconds) }

  private func publisher(
    pollInterval: Duration = .milliseconds(10), clock: (any TimeSource)? = nil,
    onPublication: @escaping @Sendable (Publication) -> Void = { _ in }
  ) throws -> FeedPublisher {
    try FeedPublisher(
      of: store, clock ?? self.clock, pollInterval: pollInterval, onPublication: onPublication)
  }

  /// Lets time pass to `moment`, when the publisher has begun to sleep for `pause`, and wakes it.
  private func pass(to moment: Timestamp, waking pause: Duration) async {
    await clock.untilWaiting(for: pause)
    let rest = Int(pause / .milliseconds(1))
    clock.set(Timestamp(millisecondsSince1970: moment.millisecondsSince1970 - rest))
    clock.advance(by: pause)
  }

  private func document(_ publisher: FeedPublisher, feed: String = "home") throws -> JSONValue {
    let published = try #require(publisher.current?.feeds[feed])
    return try JSONValue.parse(published.screen(for: Viewport(width: 390)).bytes)
  }

  private func shownIDs(_ document: JSONValue, section: Int = 0) -> [Double] {
    document["sections"].elements[section]["items"].elements.compactMap { $0["id"].number }
  }

  @Test("An item appears and disappears at its moments, each in a revision of its own")
  func items() async throws {
    _ = try await store.write(at: Self.start) { transaction in
      for id in 1...2 { _ = try transaction.upsert(try TestContent.banner(id)) }
      _ = try transaction.setWindow(
        Window(publishAt: Self.moment(60), unpublishAt: Self.moment(90)), of: .campaignBanners,
        id: 2)
    }
    let (publications, continuation) = AsyncStream.makeStream(of: Int.self)
    let publisher = try publisher { continuation.yield($0.revision) }
    try await publisher.publishWhatIsDue()
    var document = try document(publisher)
    #expect(shownIDs(document) == [1])
    #expect(document["expires_at"].text == Self.moment(60).rfc3339)

    let follower = Task { try await publisher.followStore() }
    var revisions = publications.makeAsyncIterator()
    #expect(await revisions.next() == 1)
    await pass(to: Self.moment(60), waking: .milliseconds(10))
    #expect(await revisions.next() == 2)
    document = try self.document(publisher)
    #expect(shownIDs(document) == [1, 2])
    #expect(document["generated_at"].text == Self.moment(60).rfc3339)
    #expect(document["expires_at"].text == Self.moment(90).rfc3339)
    await clock.untilWaiting(2)
    clock.set(Self.moment(1_000))
    clock.advance(by: .milliseconds(10))
    #expect(await revisions.next() == 3)
    document = try self.document(publisher)
    #expect(shownIDs(document) == [1])
    #expect(document["expires_at"] == .null)
    follower.cancel()
    _ = await follower.result
  }

  @Test("Neither a boundary nor a write that is announced waits for the next poll")
  func withoutPolling() async throws {
    _ = try await store.write(at: Self.start) { transaction in
      _ = try transaction.upsert(try TestContent.banner(1))
      let soon = Timestamp(millisecondsSince1970: Self.start.millisecondsSince1970 + 20)
      _ = try transaction.setWindow(Window(publishAt: soon), of: .campaignBanners, id: 1)
    }
    let (publications, continuation) = AsyncStream.makeStream(of: Int.self)
    let publisher = try publisher(pollInterval: .seconds(3_600)) {
      continuation.yield($0.revision)
    }
    var revisions = publications.makeAsyncIterator()
    try await publisher.publishWhatIsDue()
    #expect(await revisions.next() == 1)
    let follower = Task { try await publisher.followStore() }
    // It sleeps until the boundary.
    await pass(to: Self.moment(60), waking: .milliseconds(20))
    #expect(await revisions.next() == 2)
    _ = try await store.write(at: Self.moment(60)) {
      _ = try $0.upsert(try TestContent.banner(2))
    }
    publisher.storeChanged()
    #expect(await revisions.next() == 3)
    follower.cancel()
    _ = await follower.result
  }

  @Test("A section has moments too, and its composition's feed changes with them")
  func sections() async throws {
    _ = try await store.write(at: Self.start) { transaction in
      _ = try transaction.upsert(try TestContent.banner(1))
      _ = try transaction.setComposition(
        """
        {"sections":[{"id":"a","kind":"campaign_banners","title":""},{"id":"b",
        "kind":"campaign_banners","title":"","window":{"publish_at":"\(Self.moment(60).rfc3339)"}},
        {"id":"c","kind":"campaign_banners","title":"","window":{"draft":true}}]}
        """, of: "winter")
    }
    let publisher = try publisher()
    try await publisher.publishWhatIsDue()
    var sections = try document(publisher, feed: "winter")["sections"].elements
    #expect(sections.compactMap { $0["id"].text } == ["a"])
    // Nothing that is shown disappears, and may be used for longer while the server fails.
    #expect(
      publisher.current?.feeds["winter"]?.boundaries
        == Boundaries(next: Self.moment(60), nextEnd: nil))
    clock.set(Self.moment(59))
    try await publisher.publishWhatIsDue()
    #expect(publisher.current?.revision == 1)
    clock.set(Self.moment(60))
    try await publisher.publishWhatIsDue()
    #expect(publisher.current?.revision == 2)
    sections = try document(publisher, feed: "winter")["sections"].elements
    #expect(sections.compactMap { $0["id"].text } == ["a", "b"])
    try await publisher.publishWhatIsDue()
    #expect(publisher.current?.revision == 2, "what is shown already makes no revision")
  }

  @Test("A former screen is that of its moment, also where no server has applied a boundary")
  func former() async throws {
    _ = try await store.write(at: Self.start) { transaction in
      for id in 1...2 { _ = try transaction.upsert(try TestContent.banner(id)) }
      _ = try transaction.setWindow(
        Window(publishAt: Self.moment(60)), of: .campaignBanners, id: 2)
    }
    let publisher = try publisher()
    try await publisher.publishWhatIsDue()
    clock.set(Self.moment(1_000))
    for (seconds, ids) in [(0, [1]), (59, [1]), (60, [1, 2]), (61, [1, 2])] {
      let feed = try #require(
        try await publisher.formerFeed("home", at: Self.moment(seconds), includesDrafts: false))
      let traits = ScreenTraits(try Viewport(width: 390))
      let shown = feed.document(for: traits).document.sections.flatMap(\.items)
      #expect(shown.map(\.content.id) == ids, "\(seconds)")
    }
  }

  @Test("Pinned items stand in their order, without those that are not shown")
  func pinned() async throws {
    _ = try await store.write(at: Self.start) { transaction in
      for id in 1...4 { _ = try transaction.upsert(try TestContent.banner(id)) }
      _ = try transaction.setWindow(Window(isDraft: true), of: .campaignBanners, id: 2)
      _ = try transaction.setComposition(
        """
        {"sections":[{"id":"a","kind":"campaign_banners","title":"","limit":2,
        "source":{"pinned":[4,9,2,1,3]}}]}
        """, of: "home")
    }
    let publisher = try publisher()
    try await publisher.publish()
    #expect(try shownIDs(document(publisher)) == [4, 1])

    let now = Self.moment(5)
    let feed = try #require(
      try await store.preparedFeed(
        "home", at: now, includesDrafts: true, publishing: Feeds.publishing, now: now))
    let preview = try Feeds.published(feed)
    #expect(shownIDs(preview) == [4, 2])
    #expect(preview["generated_at"].text == now.rfc3339)
  }

  @Test("A stored composition that is none is said to be, and home is shown without it")
  func unreadable() async throws {
    _ = try await store.write(at: Self.start) { transaction in
      _ = try transaction.setComposition(#"{"sections":7}"#, of: "home")
      _ = try transaction.setComposition(#"{"sections":[{}]}"#, of: "other")
    }
    let publisher = try publisher()
    try await publisher.publish()
    #expect(
      publisher.current?.failures.map(\.section) == ["home/composition", "other/composition"])
    #expect(try document(publisher)["sections"].elements.count == 6)
    #expect(publisher.current?.feeds["other"] == nil)
  }

  @Test("The time from commit to service is that of revisions made meanwhile")
  func durations() async throws {
    let publisher = try publisher(clock: SteppingClock(clock: clock))
    try await publisher.publish()
    #expect(publisher.current?.commitToServed == nil)
    _ = try await store.write(at: Self.start) { _ = try $0.upsert(try TestContent.banner(1)) }
    clock.set(Self.moment(3))
    try await publisher.publish()
    #expect(publisher.current?.commitToServed == .seconds(3))
    #expect(publisher.current?.publishedIn == SteppingClock.step)
  }
}

/// A clock whose uptime is a step later whenever it is read.
private struct SteppingClock: ChangedClock {
  static let step = Duration.microseconds(10)

  let clock: TestClock
  private let readCount = ReadCount()

  private final class ReadCount: Sendable {
    let value = Atomic(0)
  }

  init(clock: TestClock) { self.clock = clock }

  var uptime: Uptime {
    clock.uptime + Self.step * readCount.value.add(1, ordering: .relaxed).newValue
  }
}
