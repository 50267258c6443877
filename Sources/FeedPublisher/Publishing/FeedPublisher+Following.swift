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
