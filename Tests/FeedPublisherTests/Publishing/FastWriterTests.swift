import FeedEntities
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Synchronization
import TestSupport
import Testing

/// Writers that are faster than the publisher.
struct FastWriterTests {
  private let database: TestDatabase
  private let store: ObservedStore
  private let clock = TestClock(Feeds.now)
  private let messages = Messages()

  init() throws {
    database = try TestDatabase()
    store = ObservedStore(try TestStore.open(database.path))
  }

  /// - Parameter onPublication: called with the revision of each publication.
  private func publisher(
    onPublication: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> FeedPublisher {
    try FeedPublisher(
      of: store, clock, log: messages, onPublication: { onPublication($0.revision) })
  }

  private func write(_ banner: CampaignBanner) async throws {
    _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
  }

  @Test("Screens follow writers that are faster, and reach what was newest when publishing began")
  func followingFastWriters() async throws {
    let publications = Mutex<[Int]>([])
    let publisher = try publisher { revision in publications.withLock { $0.append(revision) } }
    try await publisher.publish()
    let numbers = Mutex(0)
    @Sendable func write(_ count: Int) async throws {
      for _ in 1...count {
        let number = numbers.withLock { number in
          number += 1
          return number
        }
        try await self.write(TestContent.banner(1, campaign: number))
      }
    }
    try await write(100)
    store.observe { access in
      guard access == .read else { return }
      if numbers.withLock({ $0 > 1_000 }) { throw StoreError.busy(path: "feed.sqlite") }
      try await write(40)
    }
    try await publisher.publish()
    let (served, newest) = (publisher.current?.revision ?? 0, numbers.withLock { $0 })
    #expect(served >= 140 && served < newest && newest < 1_000)
    // Each part is in service at once.
    let published = publications.withLock { $0 }
    #expect(published.count > 2 && published == published.sorted())

    store.observe { _ in }
    try await publisher.publish()
    #expect(publisher.current?.revision == newest)
    let fresh = try self.publisher()
    try await fresh.publish()
    let viewport = try Viewport(width: 390)
    #expect(
      publisher.current?.feeds["home"]?.screen(for: viewport).bytes
        == fresh.current?.feeds["home"]?.screen(for: viewport).bytes)
  }

  @Test("Writes wait while screens are too far behind, and not for screens that cannot follow")
  func waitingWrites() async throws {
    let gate = Mutex<WriteGate?>(nil)
    let closed = Mutex<[Bool]>([])
    let publisher = try publisher { _ in
      let isClosed = gate.withLock { $0?.isClosed ?? false }
      closed.withLock { $0.append(isClosed) }
    }
    gate.withLock { $0 = publisher.writeGate }
    func writeMany() async throws {
      for number in 1...250 {
        try await write(TestContent.banner(number % 2 + 1, campaign: number))
      }
    }
    try await publisher.publish()
    let following = Task { try await publisher.followStore() }
    await clock.untilWaiting(for: publisher.configuration.pollInterval)
    // 1. They are too far behind at first, and not at last.
    try await writeMany()
    closed.withLock { $0 = [] }
    clock.advance(by: publisher.configuration.pollInterval)
    try await eventually {
      publisher.current?.revision == 250 && closed.withLock { $0.count } >= 8
    }
    let states = closed.withLock { $0 }
    #expect(states == Array(repeating: true, count: 3) + Array(repeating: false, count: 5))
    // 2. They stop where the store cannot be read.
    try await writeMany()
    closed.withLock { $0 = [] }
    store.observe { _ in
      if closed.withLock({ !$0.isEmpty }) { throw StoreError.busy(path: "feed.sqlite") }
    }
    await clock.untilWaiting(for: publisher.configuration.pollInterval)
    clock.advance(by: publisher.configuration.pollInterval)
    try await eventually { messages.listed.contains("publishing failed") }
    #expect(closed.withLock { $0 } == [true])
    try await eventually { !publisher.writeGate.isClosed }
    following.cancel()
    _ = await following.result
  }

  @Test("A copy that goes on from an earlier revision is served once it is further")
  func olderCopy() async throws {
    let publisher = try publisher()
    for number in 1...60 { try await write(TestContent.banner(1, campaign: number)) }
    try await publisher.publish()
    let copy = try TestDatabase()
    store.replace(by: try TestStore.open(copy.path))
    for number in 1...50 { try await write(TestContent.banner(2, campaign: number)) }
    let reads = Mutex(0)
    store.observe { access in
      let count = reads.withLock { reads in
        if access == .read { reads += 1 }
        return reads
      }
      if count > 20 { throw StoreError.busy(path: copy.path) }
    }
    try await publisher.publish()
    #expect(publisher.current?.revision == 60)
    for number in 51...65 { try await write(TestContent.banner(2, campaign: number)) }
    try await publisher.publish()
    #expect(publisher.current?.revision == 65)
  }
}
