import FeedModel
import Logging
import NIOCore
import Synchronization

/// Logs warnings about requests refused for lack of capacity, at most one per interval and reason.
final class BusyWarnings: Sendable {
  /// The time between two warnings about the same.
  private static let interval = Duration.seconds(10)

  private struct Warning {
    var warnedAt: Uptime
    /// How many requests were refused since.
    var count = 0
  }

  private let warnings = Mutex<[String: Warning]>([:])

  func warn(with logger: Logger, about problem: Problem, _ error: any Error, at now: Uptime) {
    let count = warnings.withLock { warnings -> Int? in
      if let last = warnings[problem.code], now - last.warnedAt < Self.interval {
        warnings[problem.code]?.count += 1
        return nil
      }
      let count = warnings[problem.code]?.count ?? 0
      warnings[problem.code] = Warning(warnedAt: now)
      return count + 1
    }
    guard let count else { return }
    logger.warning(
      "requests refused",
      metadata: [
        "code": "\(problem.code)", "detail": "\(error is Problem ? problem.detail : "\(error)")",
        "count": "\(count)",
      ])
  }
}
