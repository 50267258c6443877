import FeedPublisher

/// An `Accept-Encoding` header (RFC 9110, section 12.5.3).
struct AcceptedCodings {
  /// Weights from 0 (refused) to 1, by the name of the coding in lower case; `*` is for all others.
  private var weights: [String: Double] = [:]

  /// Parses the header's fields; elements with other parameters or without a valid weight are ignored.
  init(_ fields: [String]) {
    for element in WeightedElements(fields) where !element.hasOtherParameters {
      if let weight = element.weight { weights[element.name] = weight }
    }
  }

  /// The best of `available`, which are in the server's order of preference. Identity is chosen last
  /// among codings of the same weight, and if the client accepts none.
  func best(of available: [ContentCoding]) -> ContentCoding {
    var best = ContentCoding.identity
    var bestWeight = 0.0
    for coding in available where coding != .identity {
      guard let weight = weight(of: coding), weight > bestWeight else { continue }
      best = coding
      bestWeight = weight
    }
    if let weight = weight(of: .identity), weight > bestWeight { return .identity }
    return best
  }

  /// The best of all codings.
  var bestOfAll: ContentCoding { best(of: ContentCoding.allCases.reversed()) }

  /// The weight that the client gives to `coding`; `nil` if the header does not mention it.
  private func weight(of coding: ContentCoding) -> Double? {
    if let weight = weights[coding.rawValue] { return weight }
    if coding == .gzip, let weight = weights["x-gzip"] { return weight }
    return coding == .identity ? nil : weights["*"]
  }
}
