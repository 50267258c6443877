import CoreMetrics
import HummingbirdCore

/// Lets a number of connections in at a time, and tells how many there are.
struct ConnectionLimit: AvailableConnectionsDelegate {
  let maximum: Int
  let gauge: Meter
  private var count = 0

  init(maximum: Int, gauge: Meter) {
    self.maximum = maximum
    self.gauge = gauge
  }

  mutating func connectionOpened() {
    count += 1
    gauge.set(count)
  }

  mutating func connectionClosed() {
    count -= 1
    gauge.set(count)
  }

  func isAcceptingNewConnections() -> Bool { count < maximum }
}
