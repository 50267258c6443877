import FeedModel
import HTTPTypes
import StrictJSON
import Synchronization

/// The metrics that the server records.
package struct ServerMetrics: Sendable {
  /// The values of all metrics.
  package let registry: MetricsRegistry
  /// The number of clients of the event stream.
  package let eventClients: GaugeSeries
  let connections: GaugeSeries
  /// The count of responses from memory.
  let direct: CounterSeries
  private let publishDuration: HistogramSeries
  private let commitToServed: HistogramSeries
  private let purgeLag: HistogramSeries

  package init(registry: MetricsRegistry = MetricsRegistry()) {
    self.registry = registry
    eventClients = registry.gauge("tanada_sse_clients")
    connections = registry.gauge("tanada_http_connections")
    direct = registry.counter("tanada_http_direct_responses_total")
    publishDuration = registry.histogram("tanada_publish_duration_seconds")
    commitToServed = registry.histogram("tanada_commit_to_served_seconds")
    purgeLag = registry.histogram("tanada_purge_lag_seconds")
  }

  /// Records that a revision was put into service.
  ///
  /// - Parameters:
  ///   - duration: The time taken to read and render it.
  ///   - delay: The time from its commit until it was served; `nil` if the server was not waiting for it.
  package func notePublication(in duration: Duration, commitToServed delay: Duration?) {
    publishDuration.record(duration)
    if let delay { commitToServed.record(delay) }
  }
}

// MARK: - Requests

extension ServerMetrics {
  /// The methods with a label of their own; all others share one.
  private static let methods: Set<HTTPRequest.Method> = [
    .get, .head, .post, .put, .patch, .delete, .options,
  ]

  /// The count of requests by method, route and status.
  ///
  /// - Parameter route: The pattern of the path; `nil` for an unknown path.
  func total(
    method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status
  ) -> CounterSeries {
    let method = Self.methods.contains(method) ? method.rawValue : "other"
    return registry.counter(
      "tanada_http_requests_total",
      [("method", method), ("route", route ?? "none"), ("status", "\(status.code)")])
  }

  /// The durations of the requests with the pattern of a path.
  func durations(route: String?) -> HistogramSeries {
    registry.histogram("tanada_http_request_duration_seconds", [("route", route ?? "none")])
  }

  func noteMalformedRequest(_ request: MalformedRequest) {
    count("tanada_http_malformed_requests_total", ("reason", request.rawValue))
  }

  /// Counts a request that was refused for lack of capacity, by the reason.
  package func noteRefusal(for reason: String) {
    count("tanada_refused_requests_total", ("reason", reason))
  }

  func noteRefusedConnection() {
    registry.counter("tanada_refused_connections_total").increment(by: 1)
  }

  private func count(_ name: String, _ label: (String, String)) {
    registry.counter(name, [label]).increment(by: 1)
  }
}

// MARK: - Edges

extension ServerMetrics {
  /// How an attempt to purge an edge has ended.
  package enum PurgeResult: String, Sendable {
    case done, failed, refused
  }

  /// Counts an attempt to purge an edge.
  ///
  /// - Parameter lag: The time since the revision went into service; `nil` if the edge was not reached.
  package func notePurge(_ result: PurgeResult, lag: Duration?) {
    count("tanada_purges_total", ("result", result.rawValue))
    if let lag { purgeLag.record(lag) }
  }

  /// Sets how many revisions an edge has not heard of.
  package func setPendingPurges(_ count: Int, of edge: String) {
    registry.gauge("tanada_purges_pending", [("edge", edge)]).set(Double(count))
  }
}

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
