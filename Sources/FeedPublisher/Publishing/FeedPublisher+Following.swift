import FeedModel
import FeedStore
import Logging
import Synchronization

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
