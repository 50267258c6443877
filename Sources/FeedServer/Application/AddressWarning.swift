import Logging
import Synchronization

/// Warns once that requests come through a proxy, and that the address at which clients find it is not set.
final class AddressWarning: Sendable {
  private let logger: Logger
  private let isGiven = Atomic(false)

  init(logger: Logger) {
    self.logger = logger
  }

  @Sendable func give() {
    guard !isGiven.exchange(true, ordering: .relaxed) else { return }
    logger.warning("requests come through a proxy, but public_url is not set")
  }
}
