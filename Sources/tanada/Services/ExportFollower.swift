import FeedModel
import FeedPublisher
import FeedStore
import Logging
import ServiceLifecycle
import Synchronization

/// Exports each new revision, and each boundary, until it is told to stop. An export that has begun is ended then.
struct ExportFollower: Service {
  let store: any FeedStore
  let publisher: FeedPublisher
  let exporter: StaticExporter
  /// Whether the target may have something that no export has written: it is still there at each export.
  let isBesideOthers: Bool
  /// The least time between two exports.
  let interval: Duration
  let clock: any TimeSource
  let logger: Logger
  let report: @Sendable (ExportSummary) -> Void
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  init(
    store: any FeedStore, publisher: FeedPublisher, exporter: StaticExporter,
    isBesideOthers: Bool, interval: Duration, clock: any TimeSource, logger: Logger,
    report: @escaping @Sendable (ExportSummary) -> Void
  ) {
    self.store = store
    self.publisher = publisher
    self.exporter = exporter
    self.isBesideOthers = isBesideOthers
    self.interval = interval
    self.clock = clock
    self.logger = logger
    self.report = report
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Looks at the store without waiting for the next poll.
  var look: @Sendable () -> Void { { [wake] in wake.yield() } }

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while true {
          try await clock.sleep(for: publisher.configuration.pollInterval)
          wake.yield()
        }
      }
      defer { group.cancelAll() }
      var (last, isUnfinished) = (clock.uptime, false)
      var nextRemoval: Timestamp?
      for await _ in wakes.cancelOnGracefulShutdown() where clock.uptime - last >= interval {
        do {
          let isRemovalDue =
            nextRemoval.map { $0.millisecondsSince1970 <= clock.now.millisecondsSince1970 } ?? false
          guard try await publish() || isUnfinished || isRemovalDue else { continue }
          (last, isUnfinished) = (clock.uptime, true)
          let summary = try await exporter.run(besideOthers: isBesideOthers)
          (isUnfinished, nextRemoval) = (false, summary.nextRemoval)
          report(summary)
        } catch let error where isTemporary(error) {
          logger.error("exporting failed", metadata: ["reason": "\(error)"])
        }
      }
    }
  }

  /// Puts the store's content into service, if it is another one.
  ///
  /// - Returns: whether it is.
  private func publish() async throws -> Bool {
    let (current, latest) = (publisher.current, try await store.latestRevision())
    if let current, (latest?.number ?? 0) < current.revision {
      throw ExportError.olderStore(revision: latest?.number ?? 0, exported: current.revision)
    }
    let isDue =
      current?.nextBoundary.map { $0.millisecondsSince1970 <= clock.now.millisecondsSince1970 }
      ?? false
    guard isDue || latest != current?.committed else { return false }
    try await publisher.publishWhatIsDue()
    return publisher.current?.committed != current?.committed
  }

  private func isTemporary(_ error: any Error) -> Bool {
    switch error {
    case let error as ExportError: error.isTemporary
    default: error is StoreError
    }
  }
}
