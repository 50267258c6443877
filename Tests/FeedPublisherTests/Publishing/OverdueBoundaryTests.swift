import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import StrictJSON
import TestSupport
import Testing

/// A full disk keeps boundaries from being written, and nothing else.
struct OverdueBoundaryTests {
  private let database: TestDatabase
  private var clock: TestClock { database.clock }
  private let store: ObservedStore
  private let publisher: FeedPublisher

  init() throws {
    database = try TestDatabase()
    store = ObservedStore(try TestStore.open(database.path))
    publisher = try FeedPublisher(of: store, database.clock)
  }

  /// The ids of the topics on the screen.
  private func topics() throws -> [Int] {
    try topics(of: #require(publisher.current?.feeds["home"]))
  }

  private func topics(of feed: Feed) throws -> [Int] {
    let screen = try JSONValue.parse(feed.screen(for: try Viewport(width: 390)).bytes)
    let section = screen["sections"].elements.first { $0["id"].text == "featured_topics" }
    return (section?["items"].elements ?? []).compactMap { $0["id"].number.map { Int($0) } }
  }

  @Test("What some clients get disappears as well while the disk is full")
  func targeted() async throws {
    let end = clock.now.later(seconds: 60)
    let when = try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
    _ = try await store.write(at: clock.now) { transaction in
      for id in 1...4 { _ = try transaction.upsert(TestContent.topic(id)) }
      _ = try transaction.setWindow(
        Window(unpublishAt: end, when: when), of: .featuredTopics, id: 1)
      _ = try transaction.setWindow(
        Window(unpublishAt: end.later(seconds: 60), when: when), of: .featuredTopics, id: 2)
    }
    func topicsOfMembers() async throws -> [Int] {
      try topics(of: await publisher.served(to: ClientFacts(audiences: ["members"])).feed)
    }
    try await publisher.publishWhatIsDue()
    #expect(try await topicsOfMembers() == [1, 2, 3, 4])
    store.observe { access in
      if access != .read { throw StoreError.diskFull(path: "feed.sqlite") }
    }
    for (moment, expected) in [(end, [2, 3, 4]), (end.later(seconds: 60), [3, 4])] {
      clock.set(moment)
      try await publisher.publishWhatIsDue()
      #expect(try await topicsOfMembers() == expected)
      #expect(try topics() == [3, 4])
      #expect(publisher.isOverdue && publisher.current?.revision == 1)
    }
    store.observe { _ in }
    try await publisher.publishWhatIsDue()
    #expect(try await topicsOfMembers() == [3, 4])
    #expect(!publisher.isOverdue)
  }

  @Test("What is to disappear does, and what is to appear as well, while the disk is full")
  func full() async throws {
    let end = clock.now.later(seconds: 60)
    _ = try await store.write(at: clock.now) { transaction in
      for id in 1...3 { _ = try transaction.upsert(TestContent.topic(id)) }
      _ = try transaction.setWindow(Window(unpublishAt: end), of: .featuredTopics, id: 1)
      _ = try transaction.setWindow(Window(publishAt: end), of: .featuredTopics, id: 3)
    }
    try await publisher.publishWhatIsDue()
    #expect(try topics() == [1, 2])
    #expect(!publisher.isOverdue)

    clock.set(end)
    store.observe { access in
      if access != .read { throw StoreError.diskFull(path: "feed.sqlite") }
    }
    try await publisher.publishWhatIsDue()
    #expect(try topics() == [2, 3])
    #expect(publisher.isOverdue && publisher.current?.revision == 1)
    #expect(publisher.shownMoment(of: publisher.current?.committed, at: clock.now) == end)

    store.observe { _ in }
    try await publisher.publishWhatIsDue()
    #expect(try topics() == [2, 3])
    #expect(!publisher.isOverdue && publisher.current?.revision == 2)
  }
}
