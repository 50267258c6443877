import FeedHTTP
import HTTPTypes
import HummingbirdCore

/// An `Accept` header (RFC 9110, section 12.5.1), as far as a choice between known types needs it:
/// parameters other than the weight are ignored.
struct AcceptedMediaTypes {
  /// Weights from 0 (refused) to 1, by the range in lower case: `text/html`, `text/*`, `*/*`.
  private var weights: [String: Double] = [:]

  /// Parses the header's fields; elements that are no media range or have no valid weight are ignored.
  init(_ fields: [String]) {
    for element in WeightedElement.all(in: fields) where element.name.contains("/") {
      if let weight = element.weight { weights[element.name] = weight }
    }
  }

  /// Whether the client would rather have `type` than `other`, which is also sent to clients that accept
  /// anything. Of equal weights, a type that is named counts more than one that a wildcard includes.
  func prefers(_ type: String, to other: String) -> Bool {
    let (weight, otherWeight) = (weight(of: type), weight(of: other))
    return weight > otherWeight
      || weight > 0 && weight == otherWeight && weights[type] != nil && weights[other] == nil
  }

  /// Whether the client names `type` itself, not only a range that includes it, and does not refuse it.
  func names(_ type: String) -> Bool {
    weights[type].map { $0 > 0 } ?? false
  }

  /// The weight of the most specific range that includes `type`; 0 if none does.
  private func weight(of type: String) -> Double {
    let family = type.prefix { $0 != "/" }
    return weights[type] ?? weights["\(family)/*"] ?? weights["*/*"] ?? 0
  }
}

extension Request {
  /// Whether the client would rather have a page than `type`.
  func prefersHTML(to type: String) -> Bool {
    AcceptedMediaTypes(headers[values: .accept]).prefers("text/html", to: type)
  }
}
