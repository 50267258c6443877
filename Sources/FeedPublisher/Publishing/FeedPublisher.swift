package import FeedStore
package import FeedLayout
package import FeedModel
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
  /// The time by which it publishes and polls.
  package let clock: any TimeSource
  let store: any FeedStore
  let logger: Logger
  let variants: VariantSigner
  private let preparePictures: (@Sendable (NewPictures) -> Void)?
  private let onPublication: @Sendable (Publication) -> Void
  private let inService = Mutex<Publication?>(nil)
  private let generation = Atomic(-1)
  let futureRevisions = Atomic(0)
  let overdue = Atomic(false)
  /// The last revision from the future after which the store had nothing to correct.
  let correctedRevision = Mutex<Revision?>(nil)
  /// The namespace of the pages behind the items that sections show on a screen.
  let continuations: DocumentCache.Space
  let lists: DocumentCache.Space
  /// How many writes of this process have been announced, and how many of them are in service.
  let writeCount = Atomic(0)
  let servedWriteCount = Atomic(0)
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
  ///   - pictures: begins to make the pictures of a revision once it is in service, and returns at
  ///     once: none waits for pictures.
  ///   - onPublication: called with every publication after it has gone into service.
  package init(
    store: any FeedStore, configuration: Configuration, cache: DocumentCache = DocumentCache(),
    logger: Logger, clock: any TimeSource,
    pictures preparePictures: (@Sendable (NewPictures) -> Void)? = nil,
    onPublication: @escaping @Sendable (Publication) -> Void = { _ in }
  ) {
    self.store = store
    self.configuration = configuration
    self.cache = cache
    continuations = cache.makeSpace()
    lists = cache.makeSpace()
    variants = VariantSigner(secret: configuration.items.secret)
    self.logger = logger
    self.clock = clock
    writeGate = WriteGate(clock: clock)
    self.preparePictures = preparePictures
    self.onPublication = onPublication
  }

  // What is in the cache refers to it.
  deinit { cache.shared.removeAll() }

  /// The publication in service; `nil` until the first revision has been rendered.
  package var current: Publication? { inService.withLock { $0 } }

  /// The generation of the publication in service; -1 before the first one. Unlike ``current``, it
  /// is read without a lock.
  package var currentGeneration: Int { generation.load(ordering: .acquiring) }
  /// Reads ``currentGeneration``.
  package var generations: @Sendable () -> Int? { { self.currentGeneration } }

  /// Whether this process has written something that is not in service yet.
  package var hasUnservedWrites: Bool {
    servedWriteCount.load(ordering: .acquiring) != writeCount.load(ordering: .acquiring)
  }

  /// How many revisions from the future there were, written by a clock that was ahead.
  package var futureRevisionCount: Int { futureRevisions.load(ordering: .acquiring) }

  /// Whether boundaries are due that could not be written. The newest revision shows the present
  /// until they are: what was to disappear does, without a revision.
  package var isOverdue: Bool { overdue.load(ordering: .acquiring) }

  /// The moment that `revision`, the newest one, shows at `now`; `nil` before the first write.
  package func shownMoment(of revision: Revision?, at now: Timestamp) -> Timestamp? {
    if isOverdue { return now }
    return correctedRevision.withLock { $0 } == revision
      ? revision?.committedAt : revision?.shownMoment(at: now)
  }

  /// The moment that `revision`, which is or was in service, shows: its own, or the present.
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

}

// MARK: - Publishing

extension FeedPublisher {
  /// Puts the store's content into service, unless something newer is there already. If it cannot
  /// be read, the former publication stays in service.
  package func publish() async throws {
    let writes = writeCount.load(ordering: .acquiring)
    var walked = WalkedContent(after: current)
    try await walk(&walked, by: publishNext)
    servedWriteCount.max(writes, ordering: .acquiringAndReleasing)
  }

  /// Puts the next revisions after `walked` into service, and returns the number of the newest one,
  /// which may be many steps further.
  private func publishNext(of walked: inout WalkedContent) async throws -> Int {
    let (start, writes) = (clock.uptime, writeGate.writeCount)
    // 1. What each new revision has changed is read; all other feeds and sections are reused.
    let newest = try await advance(&walked, noting: documentRevisions, since: start)
    guard let content = walked.content else { return newest }
    // 2. Into service.
    let (publication, former) = serve(content, of: walked, publishedIn: clock.uptime - start)
    writeGate.note(lag: newest - content.number, after: writes)
    guard let publication else { return newest }
    walked = WalkedContent(after: publication)
    // 3. Observers are notified, and its new pictures are prepared.
    report(publication)
    preparePictures?(
      content.feeds.newPictures(
        after: former?.content.feeds ?? [], for: configuration.pictureViewports))
    return newest
  }

  /// Puts `content`, the last one of `walked`, into service in place of the former publication,
  /// unless something newer is there already.
  private func serve(
    _ content: RevisionContent, of walked: WalkedContent, publishedIn: Duration
  ) -> (publication: Publication?, former: Publication?) {
    inService.withLock { current in
      let former = current
      if let former, former.revision > content.number { return (nil, former) }
      let isNew = former.map { $0.revision < content.number } ?? false
      let publication = Publication(
        content, of: walked, after: former, publishedIn: publishedIn,
        commitToServed: isNew ? content.revision.map { age(of: $0) } : nil)
      current = publication
      generation.store(publication.generation, ordering: .releasing)
      return (publication, former)
    }
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
