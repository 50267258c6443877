import FeedModel
import StrictJSON
import Synchronization

/// The values of all metrics.
package final class MetricsRegistry: Sendable {
  /// The maximum number of series of a metric, so that labels chosen by clients cannot exhaust memory.
  private static let maximumSeries = 1_000
  /// The media type of ``text``.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// A metric, and its series by their labels as ``text`` has them: `method="GET",status="200"`.
  private typealias Family = (description: MetricDescription, series: [String: any Sendable])

  private let families: Mutex<[String: Family]>

  /// Creates a registry of `descriptions`; other metrics are added when they are first recorded.
  package init(_ descriptions: [MetricDescription] = MetricDescription.all) {
    let families = descriptions.map { ($0.name, (description: $0, series: [:]) as Family) }
    self.families = Mutex(Dictionary(families) { first, _ in first })
  }

  /// The counter called `name` with `labels`.
  package func counter(_ name: String, _ labels: [(String, String)] = []) -> CounterSeries {
    series(name, .counter, labels, CounterSeries.init)
  }

  /// The gauge called `name` with `labels`, or the counter, if it has a fraction and is kept elsewhere.
  package func gauge(_ name: String, _ labels: [(String, String)] = []) -> GaugeSeries {
    series(name, .gauge, labels, GaugeSeries.init)
  }

  /// The histogram called `name` with `labels`.
  package func histogram(_ name: String, _ labels: [(String, String)] = []) -> HistogramSeries {
    series(name, .histogram, labels, HistogramSeries.init)
  }

  /// The series with these labels, created when it does not exist. `kind` is that of a metric without a description.
  private func series<Series: Sendable>(
    _ name: String, _ kind: MetricDescription.Kind, _ labels: [(String, String)],
    _ make: () -> Series
  ) -> Series {
    var text = Self.text(of: labels)
    return families.withLock { families in
      var family =
        families[name]
        ?? (MetricDescription(name: name, kind: kind, help: "No description."), [:])
      if let known = family.series[text] { return known as? Series ?? make() }
      if family.series.count >= Self.maximumSeries {
        // One counts everything beyond the maximum.
        text = Self.text(of: labels.map { ($0.0, "other") })
        if let known = family.series[text] { return known as? Series ?? make() }
      }
      let made = make()
      family.series[text] = made
      families[name] = family
      return made
    }
  }
}

// MARK: - Text

extension MetricsRegistry {
  /// The current values in the text format of Prometheus, version 0.0.4: metrics in alphabetical order, and the series of
  /// each by their labels. A metric without a value is left out.
  package var text: String {
    let families = families.withLock { $0.values.filter { !$0.series.isEmpty } }
    var text = ""
    for (description, series) in families.sorted(by: { $0.description.name < $1.description.name })
    {
      let name = description.name
      text += "# HELP \(name) \(Self.escaped(description.help, quotes: false))\n"
      text += "# TYPE \(name) \(description.kind.rawValue)\n"
      for (labels, series) in series.sorted(by: { $0.key < $1.key }) {
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        switch series {
        case let counter as CounterSeries: text += "\(name)\(braces) \(counter.value)\n"
        case let gauge as GaugeSeries: text += "\(name)\(braces) \(Self.number(gauge.value))\n"
        case let histogram as HistogramSeries:
          let (counts, sum) = histogram.values
          let prefix = labels.isEmpty ? "" : "\(labels),"
          var total = 0
          for (bound, count) in zip(HistogramSeries.bounds + [.infinity], counts) {
            total += count
            text += "\(name)_bucket{\(prefix)le=\"\(Self.number(bound))\"} \(total)\n"
          }
          text += "\(name)_sum\(braces) \(Self.number(sum))\n"
          text += "\(name)_count\(braces) \(total)\n"
        default: break
        }
      }
    }
    return text
  }

  private static func text(of labels: [(name: String, value: String)]) -> String {
    labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
  }

  /// `text` with backslashes and line feeds escaped, and in label values quotation marks, too.
  private static func escaped(_ text: String, quotes: Bool) -> String {
    guard text.utf8.contains(where: "\\\"\n".utf8.contains) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Inf" : "+Inf" }
    return NumberText.shortest(value)
  }
}

// MARK: - Series

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

  func add(_ amount: Double) { number.withLock { $0 += amount } }
}

/// The distribution of times over buckets, in seconds.
package final class HistogramSeries: Sendable {
  /// The upper bounds of the buckets; a last bucket has none.
  static let bounds = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private let state = Mutex((counts: Array(repeating: 0, count: bounds.count + 1), sum: 0.0))

  /// How many values are in each bucket, and their sum.
  var values: (counts: [Int], sum: Double) { state.withLock { $0 } }

  package func record(_ duration: Duration) {
    let value = Double(duration.wholeNanoseconds) / 1_000_000_000
    let index = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.counts[index] += 1
      state.sum += value
    }
  }
}
