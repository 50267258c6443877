import CoreMetrics
import Synchronization

/// A number that only grows.
final class CounterSeries: CounterHandler {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  func increment(by amount: Int64) { count.wrappingAdd(max(0, amount), ordering: .relaxed) }

  /// Takes over what somebody else has counted.
  func advance(to value: Int) { count.store(Int64(value), ordering: .relaxed) }

  func reset() { count.store(0, ordering: .relaxed) }
}

/// A number that goes up and down.
final class GaugeSeries: MeterHandler, RecorderHandler {
  private let number = Mutex(0.0)

  var value: Double { number.withLock { $0 } }

  func set(_ value: Double) { number.withLock { $0 = value } }

  func set(_ value: Int64) { set(Double(value)) }

  func increment(by amount: Double) { number.withLock { $0 += amount } }

  func decrement(by amount: Double) { increment(by: -amount) }

  func record(_ value: Double) { set(value) }

  func record(_ value: Int64) { set(Double(value)) }
}

/// How many values are at most each of a row of bounds. Times are in seconds.
final class HistogramSeries: TimerHandler, RecorderHandler {
  /// The counts so far.
  struct Values {
    /// The values up to each bound that are above the one before; those above the last come last.
    var counts = Array(repeating: 0, count: HistogramSeries.bounds.count + 1)
    var sum = 0.0
  }

  /// From a document in memory to a large import.
  static let bounds = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private let state = Mutex(Values())

  var values: Values { state.withLock { $0 } }

  func record(_ value: Double) {
    guard value.isFinite else { return }
    let index = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.counts[index] += 1
      state.sum += value
    }
  }

  func record(_ value: Int64) { record(Double(value)) }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
}
