import FeedEditing
import FeedModel
import FeedStore
import Logging
import ServiceLifecycle

/// Publishes releases at their scheduled times while the server runs.
struct ReleasePublisher: Service {
  let schedule: ReleaseSchedule
  let clock: any TimeSource
  /// How often the store is asked for releases that others have scheduled.
  let pollInterval: Duration
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try? await clock.sleep(for: await publishWhatIsDue())
      }
    }
  }

  /// - Returns: how long to wait before the next time.
  private func publishWhatIsDue() async -> Duration {
    do {
      let (events, next) = try await schedule.run()
      events.forEach(report)
      guard let next else { return pollInterval }
      let rest = next.millisecondsSince1970 - clock.now.millisecondsSince1970
      return min(pollInterval, .milliseconds(max(1, rest)))
    } catch {
      // The store wraps the error of a task that was cancelled.
      guard !Task.isCancelled else { return pollInterval }
      logger.log(
        level: error.isLossOfStore ? .debug : .error, "publishing releases failed",
        metadata: ["reason": "\(error)"])
      return pollInterval
    }
  }

  private func report(_ event: ReleaseSchedule.Event) {
    switch event {
    case .published(let release):
      logger.notice("release published", metadata: ["release": "\(release.id) \(release.name)"])
    case .failed(let release, let reason):
      logger.error(
        "release not published",
        metadata: ["release": "\(release.id) \(release.name)", "reason": "\(reason)"])
    case .takenBack(let release, let kept):
      logger.error(
        "a release was published too early; check the clock",
        metadata: [
          "release": "\(release.id) \(release.name)",
          "not_put_back": "\(kept.joined(separator: ", "))",
        ])
    }
  }
}
