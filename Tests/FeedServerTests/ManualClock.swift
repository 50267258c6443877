import NIOCore
import Synchronization

/// A clock that goes forward when it is told to.
final class ManualClock: Sendable {
  private let time = Mutex(NIODeadline.uptimeNanoseconds(1_000_000_000_000))

  var now: NIODeadline { time.withLock { $0 } }

  func advance(by amount: TimeAmount) {
    time.withLock { $0 = $0 + amount }
  }
}
