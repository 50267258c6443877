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
    /// Where the clock shows the day of `date_label`.
    package var timeZone: TimeZone
    /// What is rendered before a revision goes into service.
    package var viewports: [Viewport]
    /// How often the store is asked for a newer revision: another process may write to it.
    package var pollInterval: Duration
    /// How many screens are rendered at a time: as many as there are processors.
    package var renderingWidth = max(1, ProcessInfo.processInfo.activeProcessorCount)

    package init(
      timeZone: TimeZone, viewports: [Viewport], pollInterval: Duration = .seconds(1)
    ) {
      self.timeZone = timeZone
      self.viewports = viewports
      self.pollInterval = pollInterval
    }
  }

  package let configuration: Configuration
  /// Documents for other widths, and pages.
  package let cache: DocumentCache
  /// Sections of former revisions, for as long as their pages may be asked for.
  package let pinned: PinnedSections
  /// The time, as everything here is told it.
  package let now: @Sendable () -> Timestamp
  let store: any FeedStore
  let logger: Logger
  private let onPublication: @Sendable (Publication) -> Void
  private let inService = Mutex<Publication?>(nil)
  /// When ``followStore()`` last looked for what is due.
  let lastAttempt = Mutex<Timestamp?>(nil)
  /// Tells ``followStore()`` that there is something to do.
  let wakeUp = Mutex<AsyncStream<Void>.Continuation?>(nil)

  /// A publisher with nothing in service yet.
  ///
  /// - Parameter onPublication: told of every publication once it is in service.
  package init(
    store: any FeedStore, configuration: Configuration, cache: DocumentCache = DocumentCache(),
    pinned: PinnedSections = PinnedSections(), logger: Logger,
    now: @escaping @Sendable () -> Timestamp,
    onPublication: @escaping @Sendable (Publication) -> Void = { _ in }
  ) {
    self.store = store
    self.configuration = configuration
    self.cache = cache
    self.pinned = pinned
    self.logger = logger
    self.now = now
    self.onPublication = onPublication
  }

  /// What is served right now; `nil` until the first revision has been rendered.
  package var current: Publication? { inService.withLock { $0 } }

  /// Section `id` of `feed` as it was when `cursor` was made; `nil` if nobody knows that any more.
  package func section(
    _ id: String, of feed: String, at cursor: SectionCursor
  ) -> PublishedSection? {
    let section =
      current?.feeds[feed]?.section(id).flatMap { $0.revision == cursor.revision ? $0 : nil }
      ?? pinned.section(id, of: feed, revision: cursor.revision, at: now())
    return section?.committedAt == cursor.committedAt ? section : nil
  }

  /// Puts the store's content into service, unless something newer is there already.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read; what was in service stays.
  package func publish() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let (timeZone, moment) = (configuration.timeZone, now())
    let content = try await store.read {
      try RevisionContent(reading: $0, timeZone: timeZone, now: moment)
    }
    var feeds: [PublishedFeed] = []
    for feed in content.feeds {
      feeds.append(
        await PublishedFeed.rendering(
          feed, for: configuration.viewports, cache: cache,
          atATime: configuration.renderingWidth))
    }
    let publishedIn = clock.now - start
    let publication = inService.withLock { current -> Publication? in
      let number = content.revision?.number ?? 0
      if let current, current.revision > number { return nil }
      let isNew = current.map { $0.revision < number } ?? false
      let publication = Publication(
        content, feeds: feeds, publishedIn: publishedIn,
        commitToServed: isNew ? content.revision.map { age(of: $0) } : nil)
      current = publication
      return publication
    }
    if let publication { report(publication) }
  }

  private func age(of revision: Revision) -> Duration {
    .milliseconds(
      max(0, now().millisecondsSince1970 - revision.committedAt.millisecondsSince1970))
  }

  private func report(_ publication: Publication) {
    logger.info(
      "published",
      metadata: [
        "revision": "\(publication.revision)", "feeds": "\(publication.feeds.count)",
        "published_in": "\(publication.publishedIn)",
      ])
    for failure in publication.failures {
      logger.error(
        "section left empty",
        metadata: ["section": "\(failure.section)", "reason": "\(failure.reason)"])
    }
    onPublication(publication)
  }
}

extension FeedPublisher {
  /// Applies what has become due, then puts the store's content into service.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read. One that cannot be written is logged:
  ///   what is in it can be served all the same.
  package func publishWhatIsDue() async throws {
    do {
      _ = try await store.applyBoundaries(at: now())
    } catch {
      logger.error("applying boundaries failed", metadata: ["reason": "\(error)"])
    }
    try await publish()
  }

  /// Says that the store has been written to, so that nobody has to wait for the next poll.
  package func storeChanged() {
    wakeUp.withLock { _ = $0?.yield() }
  }

  /// Follows the store until the task is cancelled: whenever another revision is there, it goes into
  /// service, and whenever something begins or ceases to be shown, there is one. A failure is logged
  /// and tried again at the next poll.
  package func followStore() async throws {
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    wakeUp.withLock { $0 = continuation }
    defer { wakeUp.withLock { $0 = nil } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while true {
          try await Task.sleep(for: self.pause)
          continuation.yield()
        }
      }
      for await _ in wakes { await catchUp() }
      group.cancelAll()
      try await group.waitForAll()
    }
    try Task.checkCancellation()
  }

  /// How long there is nothing to do: until the next poll, or the next boundary if that is earlier.
  /// What is overdue and has been tried in vain waits for a poll.
  private var pause: Duration {
    guard let boundary = current?.nextBoundary else { return configuration.pollInterval }
    let rest = boundary.millisecondsSince1970 - now().millisecondsSince1970
    if rest > 0 { return min(configuration.pollInterval, .milliseconds(rest)) }
    let wasTried = lastAttempt.withLock {
      ($0?.millisecondsSince1970 ?? .min) >= boundary.millisecondsSince1970
    }
    return wasTried ? configuration.pollInterval : .milliseconds(1)
  }

  private func catchUp() async {
    do {
      let moment = now()
      lastAttempt.withLock { $0 = moment }
      if let boundary = current?.nextBoundary,
        boundary.millisecondsSince1970 <= moment.millisecondsSince1970
      {
        _ = try await store.applyBoundaries(at: moment)
      }
      let number = try await store.latestRevision()?.number ?? 0
      if let served = current?.revision, number < served {
        logger.error(
          "the database is older than what is served",
          metadata: ["database": "\(number)", "served": "\(served)"])
      } else if number != current?.revision {
        try await publish()
      }
    } catch {
      logger.error("publishing failed", metadata: ["reason": "\(error)"])
    }
  }
}
