import FeedModel
import FeedStore
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

/// The time of a transaction that was asked for earlier than it could begin.
@Suite struct TransactionTimeTests {
  /// A clock that notes whether the database was locked for other writers when it was asked for the time.
  private final class Witness: TimeSource {
    let clock = TestClock(TransactionTimeTests.moment(60))
    private let path: String
    private let wasLocked = Mutex<[Bool]>([])

    init(path: String) { self.path = path }

    var now: Timestamp {
      let isLocked = isLocked
      wasLocked.withLock { $0.append(isLocked) }
      return clock.now
    }

    var uptime: Uptime { clock.uptime }
    /// The answers, in the order of the questions, each of them once.
    var answers: [Bool] {
      wasLocked.withLock { answers in
        defer { answers = [] }
        return answers
      }
    }

    private var isLocked: Bool {
      var configuration = Configuration()
      configuration.busyMode = .immediateError
      do {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inTransaction(.immediate) { _ in .rollback }
        return false
      } catch {
        return (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
      }
    }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

    func schedule(
      after delay: Duration, on host: some TimerHost, _ fire: @escaping @Sendable () -> Void
    ) -> ScheduledTimer {
      clock.schedule(after: delay, on: host, fire)
    }
  }

  private let folder: TemporaryFolder
  private let witness: Witness
  private let store: SQLiteFeedStore

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path("feed.sqlite")
    try SampleDatabase.copyEmpty(to: path)
    witness = Witness(path: path)
    store = try SQLiteFeedStore(path: path, clock: witness, briefChangeCount: 2)
  }

  /// `seconds` after the first write was asked for.
  private static func moment(_ seconds: Int) -> Timestamp {
    Timestamp(
      millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + seconds * 1_000)
  }

  @Test func aTransactionHasTheTimeOfItsBeginning() async throws {
    let banner = try TestContent.banner(1)
    let revision = try await store.write(at: Self.moment(0)) { transaction in
      #expect(transaction.moment == Self.moment(60))
      _ = try transaction.upsert(banner)
    }
    #expect(revision?.committedAt == Self.moment(60))
    #expect(witness.answers == [true])
  }

  @Test(arguments: [1, 5])
  func anImportHasTheTimeAtWhichItsItemsArePutInPlace(count: Int) async throws {
    let stage = try await store.stage()
    try await stage.add(try (1...count).map { StagedItem(try TestContent.photo($0).item) })
    let outcome = try await stage.commit(at: Self.moment(0), by: .program, isDryRun: false)
    #expect(outcome.revision?.committedAt == Self.moment(60))
    // Its author is looked at without a lock, too, before the items are compared.
    #expect(witness.answers == [false, true])
  }

  @Test func whatIsShownStaysThoughAnEarlierReadClockComesLast() async throws {
    let banner = try TestContent.banner(1)
    _ = try await store.write(at: Self.moment(60)) { transaction in
      _ = try transaction.upsert(banner)
      _ = try transaction.setWindow(
        Window(publishAt: Self.moment(62)), of: .campaignBanners, id: 1)
    }
    witness.clock.set(Self.moment(63))
    let shown = try await store.applyBoundaries(at: Self.moment(63))
    #expect(shown?.committedAt == Self.moment(63))
    // As a server that asked its clock, and then waited for others to write.
    #expect(try await store.applyBoundaries(at: Self.moment(60)) == nil)
    let other = try TestContent.banner(2)
    let next = try await store.write(at: Self.moment(60)) { _ = try $0.upsert(other) }
    #expect(next?.number == 3)
    #expect(next?.committedAt == Self.moment(63))
    let visible = try await store.read {
      try $0.count(
        of: .campaignBanners, matching: .all, visibility: Visibility(at: Self.moment(63)))
    }
    #expect(visible == 2)
  }
}
