import StrictJSON

/// Metrics in the text format of Prometheus, version 0.0.4.
package enum PrometheusText {
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// `families` in alphabetical order, and the series of each by their labels. A metric without a value
  /// is left out.
  static func render(_ families: [MetricsRegistry.Family]) -> String {
    var text = ""
    let written = families.filter { !$0.series.isEmpty }
      .sorted { $0.description.name < $1.description.name }
    for family in written {
      let name = family.description.name
      text += "# HELP \(name) \(escaped(family.description.help, quotes: false))\n"
      text += "# TYPE \(name) \(family.description.kind.rawValue)\n"
      let lines = family.series.map { labels, series in
        (labels: list(labels.pairs.map { ($0.name, $0.value) }), series: series)
      }
      for (labels, series) in lines.sorted(by: { $0.labels < $1.labels }) {
        write(series, name: name, labels: labels, to: &text)
      }
    }
    return text
  }

  private static func write(
    _ series: MetricsRegistry.Series, name: String, labels: String, to text: inout String
  ) {
    switch series {
    case .counter(let counter): text += "\(name)\(braces(labels)) \(counter.value)\n"
    case .gauge(let gauge): text += "\(name)\(braces(labels)) \(number(gauge.value))\n"
    case .histogram(let histogram):
      let values = histogram.values
      var total = 0
      for (index, count) in values.counts.enumerated() {
        total += count
        let isLast = index == HistogramSeries.bounds.count
        let bound = isLast ? "+Inf" : number(HistogramSeries.bounds[index])
        let separator = labels.isEmpty ? "" : ","
        text += "\(name)_bucket{\(labels)\(separator)le=\"\(bound)\"} \(total)\n"
      }
      text += "\(name)_sum\(braces(labels)) \(number(values.sum))\n"
      text += "\(name)_count\(braces(labels)) \(total)\n"
    }
  }

  private static func braces(_ labels: String) -> String {
    labels.isEmpty ? "" : "{\(labels)}"
  }

  private static func list(_ labels: [(String, String)]) -> String {
    labels.map { "\($0.0)=\"\(escaped($0.1, quotes: true))\"" }.joined(separator: ",")
  }

  /// `text` with backslashes and line feeds escaped, and in label values quotation marks, too.
  static func escaped(_ text: String, quotes: Bool) -> String {
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
