import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import ServiceLifecycle
import Synchronization

/// Tells edges what has changed, after each revision that goes into service. Publishing does not wait for it, and edges
/// do not wait for each other. From time to time, edges are asked whether they know a revision that the store does not have.
final class PurgeSender: Service {
  /// The time between two checks of an edge.
  static let checkInterval = Duration.seconds(5)

  private let purgers: [EdgePurger]
  private let changes: ChangedKeys
  private let clock: any TimeSource
  private let newest = Mutex<EdgePurger.Announcement?>(nil)
  private let wakes:
    [(
      stream: AsyncStream<EdgePurger.Wake>,
      continuation: AsyncStream<EdgePurger.Wake>.Continuation
    )]

  /// A sender to the edges of `purgers`, which list `changes`.
  init(_ purgers: [EdgePurger], changes: ChangedKeys, clock: any TimeSource) {
    self.purgers = purgers
    self.changes = changes
    self.clock = clock
    wakes = purgers.map { _ in
      let (stream, continuation) = AsyncStream.makeStream(
        of: EdgePurger.Wake.self, bufferingPolicy: .bufferingNewest(1))
      return (stream, continuation)
    }
  }

  /// Notes that `revision` is in service. Returns immediately.
  ///
  /// - Parameter documents: what each revision since the one in service before has changed.
  func announce(_ revision: Revision?, changing documents: [DocumentChanges]) {
    guard !purgers.isEmpty, let revision else { return }
    changes.note(documents, through: revision)
    let announcement = EdgePurger.Announcement(revision: revision, moment: clock.uptime)
    newest.withLock { $0 = announcement }
    for (_, continuation) in wakes { continuation.yield(.announcement) }
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withTaskGroup(of: Void.self) { group in
        for (purger, wake) in zip(purgers, wakes) {
          group.addTask { await purger.run(wake.stream) { [self] in newest.withLock { $0 } } }
        }
        group.addTask { [self] in
          while (try? await clock.sleep(for: Self.checkInterval)) != nil {
            for (_, continuation) in wakes { continuation.yield(.check) }
          }
        }
      }
      // A service that returns ends the server.
      try? await gracefulShutdown()
    }
  }
}
