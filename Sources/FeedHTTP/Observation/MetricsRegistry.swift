import FeedModel
import Synchronization

/// The values of all metrics.
package final class MetricsRegistry: Sendable {
  /// The maximum number of series of a metric, so that labels chosen by clients cannot exhaust memory.
  package static let maximumSeries = 1_000

  /// The names and values of a series' labels, in order.
  struct Labels: Hashable {
    let pairs: [Pair]

    struct Pair: Hashable {
      let name: String
      let value: String
    }

    init(_ dimensions: [(String, String)]) {
      pairs = dimensions.map { Pair(name: $0.0, value: $0.1) }
    }

    /// The labels of the series that counts everything beyond the maximum number of series.
    var pooled: Labels { Labels(pairs.map { ($0.name, "other") }) }
  }

  enum Series {
    case counter(CounterSeries)
    case gauge(GaugeSeries)
    case histogram(HistogramSeries)
  }

  struct Family {
    let description: MetricDescription
    var series: [Labels: Series] = [:]
  }

  private let families: Mutex<[String: Family]>

  /// Creates a registry of `descriptions`; other metrics are added when they are first recorded.
  package init(_ descriptions: [MetricDescription] = MetricDescription.all) {
    let families = descriptions.map { ($0.name, Family(description: $0)) }
    self.families = Mutex(Dictionary(families) { first, _ in first })
  }

  /// The current state of every metric.
  var snapshot: [Family] { families.withLock { Array($0.values) } }

  /// The current state of every metric in the text format of Prometheus.
  package var text: String { PrometheusText.render(snapshot) }

  package func counter(_ name: String, _ labels: [(String, String)] = []) -> CounterSeries {
    let made = series(name, .counter, labels) { .counter(CounterSeries()) }
    guard case .counter(let counter) = made else { return CounterSeries() }
    return counter
  }

  package func gauge(_ name: String, _ labels: [(String, String)] = []) -> GaugeSeries {
    let made = series(name, .gauge, labels) { .gauge(GaugeSeries()) }
    guard case .gauge(let gauge) = made else { return GaugeSeries() }
    return gauge
  }

  /// A counter with a fraction, such as one of seconds, that is kept elsewhere.
  package func measuredCounter(_ name: String) -> GaugeSeries {
    let made = series(name, .counter, []) { .gauge(GaugeSeries()) }
    guard case .gauge(let gauge) = made else { return GaugeSeries() }
    return gauge
  }

  package func histogram(_ name: String, _ labels: [(String, String)] = []) -> HistogramSeries {
    let made = series(name, .histogram, labels) { .histogram(HistogramSeries()) }
    guard case .histogram(let histogram) = made else { return HistogramSeries() }
    return histogram
  }

  /// The series with these labels, created when it does not exist. If the name belongs to a metric of
  /// another kind, the series is not part of the registry.
  private func series(
    _ name: String, _ kind: MetricDescription.Kind, _ dimensions: [(String, String)],
    _ make: () -> Series
  ) -> Series {
    families.withLock { families in
      var family =
        families[name] ?? Family(description: MetricDescription(name, kind, "No description."))
      guard family.description.kind == kind else { return make() }
      var labels = Labels(dimensions)
      if let known = family.series[labels] { return known }
      if family.series.count >= Self.maximumSeries {
        labels = labels.pooled
        if let known = family.series[labels] { return known }
      }
      let made = make()
      family.series[labels] = made
      families[name] = family
      return made
    }
  }
}

/// A number that only increases.
package final class CounterSeries: Sendable {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  package func increment(by amount: Int64) { count.wrappingAdd(max(0, amount), ordering: .relaxed) }

  /// Sets the value to a count that is kept elsewhere.
  package func advance(to value: Int) { count.store(Int64(value), ordering: .relaxed) }
}

/// A number that increases and decreases.
package final class GaugeSeries: Sendable {
  private let number = Mutex(0.0)

  var value: Double { number.withLock { $0 } }

  package func set(_ value: Double) { number.withLock { $0 = value } }
}

/// The distribution of values over buckets. Times are in seconds.
package final class HistogramSeries: Sendable {
  /// The current counts.
  struct Values {
    /// How many values are in each bucket; the last bucket has no upper bound.
    var counts = Array(repeating: 0, count: HistogramSeries.bounds.count + 1)
    var sum = 0.0
  }

  /// The upper bounds of the buckets.
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

  package func record(_ duration: Duration) {
    record(Double(duration.wholeNanoseconds) / 1_000_000_000)
  }
}
