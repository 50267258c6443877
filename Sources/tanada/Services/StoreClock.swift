import FeedModel
import FeedStore
import Synchronization

/// The clock of a store that several machines share, as far as it is known: the time that has passed since it was asked
/// is added to what it said. Servers whose own clocks differ agree on what is due.
final class StoreClock: TimeSource {
  /// How many answers are kept: the least delayed of them counts.
  private static let answerCount = 8

  private let clock: any TimeSource
  /// What the store's clock said, less the uptime when the answer was there, in milliseconds: at most what it was.
  private let answers = Mutex<[Int]>([])

  /// A clock that is that of this machine, until the store was asked.
  init(_ clock: any TimeSource) {
    self.clock = clock
  }

  var now: Timestamp {
    guard let offset = answers.withLock({ $0.max() }) else { return clock.now }
    return Timestamp(millisecondsSince1970: offset + milliseconds(clock.uptime))
  }

  /// How far the store's clock is ahead of that of this machine, as far as it is known.
  var offset: Duration {
    .milliseconds(now.millisecondsSince1970 - clock.now.millisecondsSince1970)
  }

  var uptime: Uptime { clock.uptime }

  func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  func schedule(
    after delay: Duration, on host: some TimerHost, _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    clock.schedule(after: delay, on: host, fire)
  }

  /// Asks the store for its time.
  func synchronize(with store: some SharedFeedStore) async throws {
    let moment = try await store.currentMoment()
    let offset = moment.millisecondsSince1970 - milliseconds(clock.uptime)
    answers.withLock { answers in
      answers.append(offset)
      if answers.count > Self.answerCount { answers.removeFirst() }
    }
  }

  private func milliseconds(_ uptime: Uptime) -> Int {
    Int((uptime - Uptime(nanoseconds: 0)) / .milliseconds(1))
  }
}
