import Bounds
package import FeedLayout
package import FeedModel
package import FeedStore
import Foundation
package import Logging
import Synchronization

/// Keeps the newest revision in service.
package final class FeedPublisher: Sendable {
  /// How a publisher makes documents and follows the store.
  package struct Configuration: Sendable {
    /// The settings for the derived fields of items.
    package var items: ItemPublishing
    /// The screens that compositions are checked for.
    package var viewports: [Viewport]
    /// The screens that pictures are made for beforehand.
    package var pictureViewports: [Viewport]
    /// How often the store is asked for a newer revision, which another process may have written.
    package var pollInterval: Duration

    package init(
      items: ItemPublishing, viewports: [Viewport], pictureViewports: [Viewport] = [],
      pollInterval: Duration = .seconds(1)
    ) {
      self.items = items
      self.viewports = viewports
      self.pictureViewports = pictureViewports
      self.pollInterval = pollInterval
    }
  }

  package let configuration: Configuration
  /// Screens, sections, pages and variants.
  package let cache: DocumentCache
  /// Sections of former revisions whose pages may still be requested.
  package let pinned: PinnedSections
  /// The time by which it publishes and polls.
  package let clock: any TimeSource
  let store: any FeedStore
  let logger: Logger
  /// Makes the names of variants.
  let variants: VariantSigner
  private let pictures: (any PicturePreparing)?
  private let onPublication: @Sendable (Publication) -> Void
  private let inService = Mutex<Publication?>(nil)
  private let generation = Atomic(-1)
  private let futureRevisions = Mutex(0)
  private let overdue = Atomic(false)
  /// The last revision from the future after which the store had nothing to correct.
  let correctedRevision = Mutex<Revision?>(nil)
  /// The namespace of the pages behind the items that sections show on a screen.
  let continuations: DocumentCache.Space
  /// The namespace of lists of content.
  let lists: DocumentCache.Space
  /// How many writes of this process have been announced, and how many of them are in service.
  private let writeCount = Atomic(0)
  private let servedWriteCount = Atomic(0)
  /// Where writes wait while screens are too far behind.
  package let writeGate: WriteGate
  /// The changes of documents that are still to be noted in the store.
  let documentRevisions = DocumentRevisionLog()
  /// When ``followStore()`` last applied boundaries.
  let lastAttempt = Mutex<Timestamp?>(nil)
  /// Makes ``followStore()`` look at the store at once.
  let wakeUp = Mutex<AsyncStream<Void>.Continuation?>(nil)

  /// A publisher with nothing in service yet.
  ///
  /// - Parameters:
  ///   - pictures: makes the pictures of a revision once it is in service; `nil` to make none beforehand.
  ///   - onPublication: called with every publication after it has gone into service.
  package init(
    store: any FeedStore, configuration: Configuration, cache: DocumentCache = DocumentCache(),
    logger: Logger, clock: any TimeSource,
    pictures: (any PicturePreparing)? = nil,
    onPublication: @escaping @Sendable (Publication) -> Void = { _ in }
  ) {
    self.store = store
    self.configuration = configuration
    self.cache = cache
    continuations = cache.makeSpace()
    lists = cache.makeSpace()
    pinned = PinnedSections(in: cache)
    variants = VariantSigner(secret: configuration.items.secret)
    self.logger = logger
    self.clock = clock
    writeGate = WriteGate(clock: clock)
    self.pictures = pictures
    self.onPublication = onPublication
  }

  // What is in the cache refers to it.
  deinit { cache.shared.removeAll() }

  /// The publication in service; `nil` until the first revision has been rendered.
  package var current: Publication? { inService.withLock { $0 } }

  /// The generation of the publication in service; -1 until the first revision has been rendered. Unlike
  /// ``current``, it can be read without a lock.
  package var currentGeneration: Int { generation.load(ordering: .acquiring) }

  /// Whether this process has written something that is not in service yet.
  package var hasUnservedWrites: Bool {
    servedWriteCount.load(ordering: .acquiring) != writeCount.load(ordering: .acquiring)
  }

  /// How many revisions from the future there were, written by a clock that was ahead.
  package var futureRevisionCount: Int { futureRevisions.withLock { $0 } }

  /// Whether boundaries are due that could not be written, for example since the disk is full. The newest revision
  /// shows the present until they are: what was to disappear does, without a revision.
  package var isOverdue: Bool { overdue.load(ordering: .acquiring) }

  /// The moment whose content `revision`, the newest one, shows at `now`; `nil` before the first write.
  package func shownMoment(of revision: Revision?, at now: Timestamp) -> Timestamp? {
    if isOverdue { return now }
    return correctedRevision.withLock { $0 } == revision
      ? revision?.committedAt : revision?.shownMoment(at: now)
  }

  /// The moment whose content `revision`, which is or was in service, shows: its own, unless the one in service shows
  /// the present.
  func shownMoment(of revision: Revision) -> Timestamp {
    guard let content = current?.content, content.isProvisional, content.revision == revision else {
      return revision.committedAt
    }
    return content.moment
  }

  /// Whether what is in service was written by a clock that was ahead.
  package var isFromFuture: Bool { current?.committed?.isFromFuture(at: clock.now) ?? false }

  /// The failure that prevents writes to the store, or some reads; `nil` if none is known.
  package var storeFailure: StoreError? { get async { await store.failure } }

  /// Puts the store's content into service, unless something newer is there already.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read; the former publication stays in service.
  package func publish() async throws {
    let writes = writeCount.load(ordering: .acquiring)
    var walked = WalkedContent(after: current)
    var goal: Int?
    while true {
      let former = walked.content?.number
      let newest = try await publishNext(of: &walked)
      // Revisions that are written meanwhile are the next publication's. A store that was replaced by an older
      // copy ends earlier.
      let end = min(goal ?? newest, newest)
      goal = end
      guard let reached = walked.content?.number, reached != former, reached < end else { break }
    }
    servedWriteCount.max(writes, ordering: .acquiringAndReleasing)
  }

  /// Goes on from `walked` and puts the next revisions into service, unless something newer is there already.
  ///
  /// - Returns: the number of the newest revision, which may be many steps further.
  private func publishNext(of walked: inout WalkedContent) async throws -> Int {
    let (start, writes) = (clock.uptime, writeGate.writeCount)
    // 1. What each new revision has changed is read; all other feeds and sections are reused.
    let newest = try await advance(&walked, noting: documentRevisions, since: start)
    guard let content = walked.content else { return newest }
    let publishedIn = clock.uptime - start
    // 2. Into service.
    var former: Publication?
    let publication = inService.withLock { current -> Publication? in
      let number = content.number
      if let current, current.revision > number { return nil }
      let isNew = current.map { $0.revision < number } ?? false
      let publication = Publication(
        content, of: walked, after: current, publishedIn: publishedIn,
        commitToServed: isNew ? content.revision.map { age(of: $0) } : nil)
      (former, current) = (current, publication)
      generation.store(publication.generation, ordering: .releasing)
      return publication
    }
    writeGate.note(lag: newest - content.number, after: writes)
    guard let publication else { return newest }
    walked = WalkedContent(after: publication)
    report(publication)
    // 3. Its new pictures.
    pictures?.prepare(
      NewPictures(
        of: content.feeds, after: former?.content.feeds ?? [], for: configuration.pictureViewports))
    return newest
  }

  private func age(of revision: Revision) -> Duration {
    .milliseconds(
      max(0, clock.now.millisecondsSince1970 - revision.committedAt.millisecondsSince1970))
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
  /// Applies the boundaries that are due, then puts the store's content into service.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read. A failure to write is logged: the
  ///   content can be served nevertheless.
  package func publishWhatIsDue() async throws {
    do {
      try await correctFutureRevision()
      _ = try await applyBoundaries(at: clock.now)
    } catch {
      try Task.checkCancellation()
      logger.log(
        level: error.isLossOfStore ? .debug : .error, "applying boundaries failed",
        metadata: ["reason": "\(error)"])
    }
    try await publish()
  }

  /// Publishes a write to the store without waiting for the next poll.
  package func storeChanged() {
    writeCount.add(1, ordering: .acquiringAndReleasing)
    writeGate.noteWrite()
    wakeUp.withLock { _ = $0?.yield() }
  }

  /// Looks at the store without waiting for the next poll: somebody else may have written.
  package func lookAtStore() {
    wakeUp.withLock { _ = $0?.yield() }
  }

  /// Follows the store until the task is cancelled: every new revision goes into service, and every
  /// boundary, at which an item or section appears or disappears, makes one. A failure is logged, and
  /// the next poll tries again.
  package func followStore() async throws {
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    wakeUp.withLock { $0 = continuation }
    writeGate.setFollowed(true)
    defer {
      wakeUp.withLock { $0 = nil }
      writeGate.setFollowed(false)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while true {
          try await self.clock.sleep(for: self.pause)
          continuation.yield()
        }
      }
      group.addTask { try await self.noteDocumentRevisions() }
      for await _ in wakes { await catchUp() }
      group.cancelAll()
      try await group.waitForAll()
    }
    try Task.checkCancellation()
  }

  /// The time until the next poll, or until the next boundary if that is earlier. An overdue boundary
  /// that could not be applied waits for a poll.
  private var pause: Duration {
    guard let boundary = current?.nextBoundary else { return configuration.pollInterval }
    let rest = boundary.millisecondsSince1970 - clock.now.millisecondsSince1970
    if rest > 0 { return min(configuration.pollInterval, .milliseconds(rest)) }
    let wasTried = lastAttempt.withLock {
      ($0?.millisecondsSince1970 ?? .min) >= boundary.millisecondsSince1970
    }
    return wasTried ? configuration.pollInterval : .milliseconds(1)
  }

  /// Replaces a revision written by a clock that was ahead with one of now, which shows the items due now.
  private func correctFutureRevision() async throws {
    guard let latest = try await store.latestRevision() else { return }
    // Now, since reading may have taken longer than clocks may differ.
    let moment = clock.now
    guard latest.isFromFuture(at: moment), latest != correctedRevision.withLock({ $0 }) else {
      return
    }
    futureRevisions.withLock { $0 += 1 }
    logger.error(
      "a revision is from the future; check the clock",
      metadata: [
        "revision": "\(latest.number)", "committed_at": "\(latest.committedAt.rfc3339)",
      ])
    do {
      let made = try await store.applyBoundaries(at: moment)
      // The store's own clock may have found it right.
      correctedRevision.withLock { $0 = made ?? latest }
    } catch {
      // The publication in memory shows items that are not due, until it is rendered as of now.
      if isFromFuture || current?.revision != latest.number { try await publish() }
      throw error
    }
  }

  /// Writes the boundaries that are due. If that fails, the newest revision shows the present.
  ///
  /// - Throws: ``StoreError``.
  private func applyBoundaries(at moment: Timestamp) async throws {
    do {
      _ = try await store.applyBoundaries(at: moment)
      overdue.store(false, ordering: .releasing)
    } catch {
      if !(error is CancellationError) { overdue.store(true, ordering: .releasing) }
      throw error
    }
  }

  private func catchUp() async {
    do {
      let moment = clock.now
      lastAttempt.withLock { $0 = moment }
      let isDue =
        current?.nextBoundary.map { $0.millisecondsSince1970 <= moment.millisecondsSince1970 }
        ?? false
      let wasOverdue = isOverdue
      if isDue || wasOverdue {
        do {
          try await applyBoundaries(at: moment)
        } catch {
          try Task.checkCancellation()
          try await publish()
          throw error
        }
      }
      try await correctFutureRevision()
      let (writes, gateWrites) = (writeCount.load(ordering: .acquiring), writeGate.writeCount)
      let latest = try await store.latestRevision()
      let number = latest?.number ?? 0
      if let served = current?.revision, number < served {
        logger.error(
          "the database is older than what is served",
          metadata: ["database": "\(number)", "served": "\(served)"])
        writeGate.open()
      } else if current == nil || latest != current?.committed || wasOverdue {
        try await publish()
      } else {
        // A write that changed nothing makes no revision.
        servedWriteCount.max(writes, ordering: .acquiringAndReleasing)
        writeGate.note(lag: 0, after: gateWrites)
      }
    } catch {
      // Writes do not wait for what may not come.
      writeGate.open()
      // The store wraps the error of a task that was cancelled.
      guard !Task.isCancelled else { return }
      logger.log(
        level: error.isLossOfStore ? .debug : .error, "publishing failed",
        metadata: ["reason": "\(error)"])
    }
  }
}
