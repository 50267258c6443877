import FeedModel
import FeedPublisher
import FeedStore
import Logging
import ServiceLifecycle

/// Keeps the newest revision in service while the server runs.
struct StoreFollower: Service {
  let publisher: FeedPublisher

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      do {
        try await publisher.followStore()
      } catch is CancellationError {
        // The server is stopping.
      }
    }
  }
}

/// Indexes what writes of many items have left for later, a little at a time.
struct StoreIndexer: Service {
  /// The time between two looks at the store.
  static let interval = Duration.seconds(1)

  let store: any FeedStore
  let clock: any TimeSource
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await store.index()
        } catch {
          guard !Task.isCancelled else { return }
          logger.log(
            level: error.isLossOfStore ? .debug : .error, "indexing failed",
            metadata: ["error": "\(error)"])
        }
        try? await clock.sleep(for: Self.interval)
      }
    }
  }
}
