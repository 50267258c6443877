package import FeedModel
import Synchronization

/// A clock that stands still until a test moves it.
package final class TestClock: Sendable {
  private let moment: Mutex<Timestamp>

  package init(_ moment: Timestamp) {
    self.moment = Mutex(moment)
  }

  /// Reads the clock.
  package var now: @Sendable () -> Timestamp { { self.moment.withLock { $0 } } }

  /// Sets the clock.
  package func set(_ moment: Timestamp) {
    self.moment.withLock { $0 = moment }
  }
}
