import FeedModel
import ServiceLifecycle
import Synchronization

/// Whether the server is about to stop. For a while it still answers everything, so that a load balancer finds out by
/// `/readyz` and sends requests elsewhere; each answer is the last one on its connection.
package final class Draining: Sendable {
  private let hasBegun = Atomic<Bool>(false)

  /// A server that stays.
  package init() {}

  /// Whether the server is about to stop.
  package var isUnderway: Bool { hasBegun.load(ordering: .relaxed) }

  /// The server is about to stop.
  package func begin() { hasBegun.store(true, ordering: .relaxed) }
}

/// Delays the end of the services that began before it, while the server drains.
struct DrainService: Service {
  let draining: Draining
  /// The time from the signal to stop until no connections are accepted any more.
  let delay: Duration
  let clock: any TimeSource

  func run() async throws {
    // It ends with the signal to stop, or with the other services.
    try? await gracefulShutdown()
    draining.begin()
    guard delay > .zero else { return }
    try? await clock.sleep(for: delay)
  }
}

extension Problem {
  /// The code of the answer to `/readyz` while the server drains.
  package static let drainingCode = "draining"
}
