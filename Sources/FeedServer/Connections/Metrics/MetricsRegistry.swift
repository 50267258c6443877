package import CoreMetrics
import Synchronization

/// Keeps the values of all metrics. What is recorded through swift-metrics ends up here.
package final class MetricsRegistry: MetricsFactory, Sendable {
  /// How many series a metric has at most: labels that clients can choose must not fill the memory.
  static let maximumSeries = 1_000

  /// The names and values of labels, in order.
  struct Labels: Hashable {
    let pairs: [Pair]

    struct Pair: Hashable {
      let name: String
      let value: String
    }

    init(_ dimensions: [(String, String)]) {
      pairs = dimensions.map { Pair(name: $0.0, value: $0.1) }
    }

    /// What stands for labels there is no more place for.
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

  /// A registry that knows `descriptions`; others are added when something is recorded.
  package init(_ descriptions: [MetricDescription] = MetricDescription.all) {
    let families = descriptions.map { ($0.name, Family(description: $0)) }
    self.families = Mutex(Dictionary(families) { first, _ in first })
  }

  /// Every metric as it is now.
  var snapshot: [Family] { families.withLock { Array($0.values) } }

  /// Every metric as it is now, as Prometheus reads it.
  package var text: String { PrometheusText.render(snapshot) }

  func counter(_ name: String, _ labels: [(String, String)] = []) -> CounterSeries {
    let made = series(name, .counter, labels) { .counter(CounterSeries()) }
    guard case .counter(let counter) = made else { return CounterSeries() }
    return counter
  }

  func gauge(_ name: String, _ labels: [(String, String)] = []) -> GaugeSeries {
    let made = series(name, .gauge, labels) { .gauge(GaugeSeries()) }
    guard case .gauge(let gauge) = made else { return GaugeSeries() }
    return gauge
  }

  func histogram(_ name: String, _ labels: [(String, String)] = []) -> HistogramSeries {
    let made = series(name, .histogram, labels) { .histogram(HistogramSeries()) }
    guard case .histogram(let histogram) = made else { return HistogramSeries() }
    return histogram
  }

  /// The series with these labels, made when there is none. A name that is taken by another kind gets
  /// a series that nobody reads.
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

  // MARK: - What swift-metrics asks for

  package func makeCounter(
    label: String, dimensions: [(String, String)]
  ) -> any CounterHandler {
    counter(label, dimensions)
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    gauge(label, dimensions)
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    aggregate ? histogram(label, dimensions) : gauge(label, dimensions)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    histogram(label, dimensions)
  }

  // A series stays when nobody holds it any more: its value still counts.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}
}
