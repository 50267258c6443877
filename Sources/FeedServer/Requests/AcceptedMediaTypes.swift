import LayoutCatalog

/// An `Accept` header (RFC 9110, section 12.5.1), as far as a choice between two types needs it:
/// parameters other than the weight are ignored.
struct AcceptedMediaTypes {
  /// Weights from 0 (refused) to 1, by the range in lower case: `text/html`, `text/*`, `*/*`.
  private var weights: [String: Double] = [:]

  /// Parses the header's fields; malformed elements are ignored.
  init(_ fields: [String]) {
    for element in fields.flatMap({ $0.split(separator: ",") }) {
      let parts = element.split(separator: ";").map { $0.trimmed.lowercased() }
      guard let range = parts.first, range.contains("/") else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { $0.dropFirst(2) }
      let value = weight.map { String($0).jsonNumber ?? 0 } ?? 1
      guard (0...1).contains(value) else { continue }
      weights[range] = value
    }
  }

  /// Whether the client would rather have `type` than `other`, which is also sent to clients that accept
  /// anything. Of equal weights, a type that is named counts more than one that a wildcard includes.
  func prefers(_ type: String, to other: String) -> Bool {
    let (weight, otherWeight) = (weight(of: type), weight(of: other))
    return weight > otherWeight
      || weight > 0 && weight == otherWeight && weights[type] != nil && weights[other] == nil
  }

  /// The weight of the most specific range that includes `type`; 0 if none does.
  private func weight(of type: String) -> Double {
    let family = type.prefix { $0 != "/" }
    return weights[type] ?? weights["\(family)/*"] ?? weights["*/*"] ?? 0
  }
}
