package import FeedLayout
package import FeedModel
package import FeedStore
package import Foundation
package import Logging
import Synchronization

/// Renders revisions and keeps the newest one in service.
package final class FeedPublisher: Sendable {
  /// What a publisher needs to know.
  package struct Configuration: Sendable {
    package var composition: Composition
    /// Where the clock shows the day of `date_label`.
    package var timeZone: TimeZone
    /// What is rendered before a revision goes into service.
    package var viewports: [Viewport]
    /// How often the store is asked for a newer revision: another process may write to it.
    package var pollInterval: Duration

    package init(
      composition: Composition = .home, timeZone: TimeZone, viewports: [Viewport],
      pollInterval: Duration = .seconds(1)
    ) {
      self.composition = composition
      self.timeZone = timeZone
      self.viewports = viewports
      self.pollInterval = pollInterval
    }
  }

  private let store: any FeedStore
  private let configuration: Configuration
  private let now: @Sendable () -> Timestamp
  private let logger: Logger
  private let inService = Mutex<Publication?>(nil)

  /// A publisher with nothing in service yet.
  package init(
    store: any FeedStore, configuration: Configuration, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.configuration = configuration
    self.logger = logger
    self.now = now
  }

  /// What is served right now; `nil` until the first revision has been rendered.
  package var current: Publication? { inService.withLock { $0 } }

  /// Puts the store's content into service, whether or not it is newer than what is there.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read; what was in service stays.
  package func publish() async throws {
    let snapshot = try await store.snapshot(limit: configuration.composition.largestLimit)
    let content = PreparedFeed(
      configuration.composition, snapshot: snapshot, timeZone: configuration.timeZone, now: now())
    let publication = Publication(rendering: content, for: configuration.viewports)
    inService.withLock { $0 = publication }

    logger.info("published", metadata: ["revision": "\(publication.revision)"])
    for failure in publication.failures {
      logger.error(
        "section left empty",
        metadata: ["section": "\(failure.section)", "reason": "\(failure.reason)"])
    }
  }

  /// Follows the store until the task is cancelled: whenever another revision is there, it goes into
  /// service. A failure is logged and tried again.
  package func followStore() async throws {
    while true {
      try await Task.sleep(for: configuration.pollInterval)
      do {
        let revision = try await store.latestRevision()
        if (revision?.number ?? 0) != current?.revision { try await publish() }
      } catch {
        logger.error("publishing failed", metadata: ["reason": "\(error)"])
      }
    }
  }
}
