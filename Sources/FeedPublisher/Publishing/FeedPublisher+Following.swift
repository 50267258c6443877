import FeedModel
import FeedStore
import Foundation
import Logging
import Synchronization

extension FeedPublisher {
  /// Applies the boundaries that are due, then puts the store's content into service. A failure to
  /// write is logged: the content can be served nevertheless.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read.
  package func publishWhatIsDue() async throws {
    do {
      try await correctFutureRevision()
      try await applyBoundaries(at: clock.now)
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
  package func lookAtStore() { wakeUp.withLock { _ = $0?.yield() } }

  /// Follows the store until the task is cancelled: every revision goes into service, and every
  /// boundary makes one. A failure is logged, and the next poll tries again.
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

  /// The time until the next poll, or an earlier boundary that was not tried yet.
  private var pause: Duration {
    guard let boundary = current?.nextBoundary else { return configuration.pollInterval }
    let rest = boundary.millisecondsSince1970 - clock.now.millisecondsSince1970
    if rest > 0 { return min(configuration.pollInterval, .milliseconds(rest)) }
    let wasTried = lastAttempt.withLock {
      ($0?.millisecondsSince1970 ?? .min) >= boundary.millisecondsSince1970
    }
    return wasTried ? configuration.pollInterval : .milliseconds(1)
  }

  /// Replaces a revision from the future with one of now, which shows the items due now.
  private func correctFutureRevision() async throws {
    guard let latest = try await store.latestRevision() else { return }
    // Now, since reading may have taken longer than clocks may differ.
    let moment = clock.now
    guard latest.isFromFuture(at: moment), latest != correctedRevision.withLock({ $0 }) else {
      return
    }
    futureRevisions.add(1, ordering: .relaxed)
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

/// The documents of the newest revision, with the way there.
struct WalkedContent {
  /// The content in service; `nil` before the first step.
  private(set) var content: RevisionContent?
  private(set) var feeds: [String: Feed] = [:]
  /// The documents that each revision on the way has changed.
  private(set) var changes: [DocumentChanges] = []
  /// The content that other revisions follow from: the newest one which is not from the future.
  private(set) var settled: RevisionContent?

  init(after publication: Publication?) {
    guard let publication else { return }
    self = publication.walked
    changes = []
  }

  /// Goes on to `steps`, and returns the changes of documents that can be noted.
  mutating func append(_ steps: [RevisionContent]) -> DocumentChangeRange? {
    var after = settled?.number ?? 0
    var noted: [DocumentChanges] = []
    for step in steps {
      if step.isNoted { after = step.number }
      guard let changed = append(step) else { continue }
      if step.isSettled { noted.append(changed) }
      changes.append(changed)
    }
    guard let through = steps.last(where: { $0.isSettled && !$0.isNoted })?.revision else {
      return nil
    }
    return DocumentChangeRange(after: after, through: through, changes: noted)
  }

  /// - Returns: the documents that `step` has changed; `nil` if there are none.
  private mutating func append(_ step: RevisionContent) -> DocumentChanges? {
    if step.isFirst || step.isNoted { settled = nil }
    // The content of a revision from the future is not the past of this one.
    let former = settled?.feedsByName ?? [:]
    (content, feeds) = (step, step.feedsByName)
    if step.isSettled { settled = step }
    guard let revision = step.revision, !step.isNoted, !step.isSame else { return nil }
    return DocumentChanges(revision, from: former, to: feeds)
  }
}

extension FeedPublisher {
  /// The longest that steps take once there is one, since others wait for it to go into service.
  private static let maximumStepTime = Duration.milliseconds(250)

  /// Continues from `walked` to the newest revision.
  ///
  /// - Parameter advance: advances by one part, and returns the number of the newest revision.
  func walk(
    _ walked: inout WalkedContent,
    by advance: (inout WalkedContent) async throws -> Int
  ) async throws {
    var goal = Int.max
    while true {
      let before = walked.content?.number
      // Revisions that are written meanwhile are left out. An older copy of the store ends earlier.
      goal = min(goal, try await advance(&walked))
      guard let reached = walked.content?.number, reached != before, reached < goal else { return }
    }
  }

  /// Finds the changes of documents after `former`, which are to be noted from `log`.
  func walk(after former: Publication?, noting log: DocumentRevisionLog) async throws {
    var walked = WalkedContent(after: former)
    try await walk(&walked) { try await advance(&$0, noting: log, since: clock.uptime) }
  }

  /// Goes on from `walked` towards the newest revision, whose number is returned: it may be many
  /// steps further. The changes of documents on the way are to be noted from `log`.
  func advance(
    _ walked: inout WalkedContent, noting log: DocumentRevisionLog, since start: Uptime
  ) async throws -> Int {
    let (configuration, cache, clock, isOverdue) = (configuration, cache, clock, isOverdue)
    let (served, settled) = (walked.feeds, walked.settled)
    let corrected = correctedRevision.withLock { $0 }
    let (steps, newest) = try await store.read { reader -> ([RevisionContent], Int) in
      let walk = try RevisionWalk(
        reader,
        in: FeedPreparation(
          publishing: configuration.items, cache: cache, viewports: configuration.viewports),
        now: clock.now, isOverdue: isOverdue, insteadOf: served,
        showsOwnMoment: { $0 == corrected })
      let (made, isAtEnd) = try walk.steps(after: settled) {
        clock.uptime - start > Self.maximumStepTime
      }
      var steps = made
      if var last = steps.popLast() {
        if last.lastTouches == nil {
          last.lastTouches = try LastTouches(reading: walk.reader(of: last.number))
        }
        if isAtEnd { try last.readBoundaries(reader) }
        steps.append(last)
      }
      return (steps, walk.newestNumber)
    }
    // Which documents move is known only to a server that lays them out.
    if let range = walked.append(steps), !configuration.viewports.isEmpty { log.append(range) }
    // A long way is not gone twice.
    if log.isLong { await noteDocumentRevisionsNow(from: log) }
    return newest
  }
}
