import FeedPhotos
import Logging
import ServiceLifecycle

/// Removes what interrupted uploads have left, once.
struct PhotoCleaner: Service {
  let library: PhotoLibrary
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      do {
        let count = try await library.storage.removeAbandonedFiles()
        if count > 0 {
          logger.notice("unfinished uploads removed", metadata: ["count": "\(count)"])
        }
      } catch is CancellationError {
        return
      } catch {
        logger.error("cleaning photos failed", metadata: ["error": "\(error)"])
      }
      // A service that returns ends the server.
      try? await gracefulShutdown()
    }
  }
}
