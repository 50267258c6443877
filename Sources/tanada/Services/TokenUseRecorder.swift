import FeedModel
import FeedServer
import FeedStore
import Logging
import ServiceLifecycle

/// Writes to the store which tokens were used, once a minute while the server runs.
struct TokenUseRecorder: Service {
  /// The time between two writes.
  static let interval = Duration.seconds(60)

  let uses: TokenUses
  let store: any FeedStore
  let clock: any TimeSource
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while true {
        do { try await clock.sleep(for: Self.interval) } catch { return }
        await write()
      }
    }
  }

  /// Writes what the store does not know. What cannot be written now is written the next time.
  func write() async {
    do {
      try await uses.write(to: store, at: clock.now)
    } catch {
      // The store wraps the error of a task that was cancelled.
      guard !Task.isCancelled else { return }
      logger.log(
        level: error.isLossOfStore ? .debug : .error, "the use of tokens was not noted",
        metadata: ["error": "\(error)"])
    }
  }
}
