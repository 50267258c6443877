import ArgumentParser
import FeedModel
import FeedStore
import Synchronization

/// `scripts/bench commits`: how many edits of single items a store in PostgreSQL commits, each in a transaction and a
/// revision of its own.
@main
struct StoreBenchmark: AsyncParsableCommand {
  @Argument(help: "The address of a database that 'tanada migrate' has prepared.") var store: String

  @Option(help: "The seconds that each number of writers is measured for.") var seconds = 5

  @Option(help: "The numbers of writers, each with an item of its own.") var writers = [1, 8]

  func run() async throws {
    let clock = SystemClock()
    let store = PostgreSQLFeedStore(
      try PostgreSQLAddress(store), connectionCount: writers.max() ?? 1, timers: clock)
    for count in writers {
      // The first writes of a connection prepare its statements.
      _ = try await measure(count, for: .seconds(1), in: store, clock)
      let times = try await measure(count, for: .seconds(seconds), in: store, clock).sorted()
      let rate = Double(times.count) / Double(seconds)
      let (median, late) = (times[times.count / 2], times[times.count * 99 / 100])
      print(
        "commits: \(count) writers, \(Int(rate)) a second, p50 \(median / .milliseconds(1)) ms, "
          + "p99 \(late / .milliseconds(1)) ms")
    }
    await store.close()
  }

  /// Edits items until the time is over; returns how long each edit took.
  private func measure(
    _ count: Int, for duration: Duration, in store: PostgreSQLFeedStore, _ clock: SystemClock
  ) async throws -> [Duration] {
    let end = clock.uptime + duration
    return try await withThrowingTaskGroup(of: [Duration].self) { group in
      for id in 1...count {
        group.addTask {
          var times: [Duration] = []
          while clock.uptime < end {
            let begin = clock.uptime
            let item = ContentItem(
              kind: .campaignBanners, id: id,
              values: [
                .integer(Int(begin.nanoseconds)), .text("https://example.com/banner.jpg"),
              ])
            _ = try await store.write(at: clock.now, by: .program) { _ = try $0.upsert(item) }
            times.append(clock.uptime - begin)
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
