import FeedPublisher
import LayoutCatalog

/// An `Accept-Encoding` header (RFC 9110, section 12.5.3).
struct AcceptedCodings {
  /// From 0, refused, to 1, by the coding's name in lower case; `*` stands for all others.
  private var weights: [String: Double] = [:]

  /// Reads the header's fields; an element that is malformed says nothing.
  init(_ fields: [String]) {
    for element in fields.flatMap({ $0.split(separator: ",") }) {
      let parts = element.split(separator: ";", omittingEmptySubsequences: false)
        .map { $0.trimmed.lowercased() }
      guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { continue }
      guard parts.count == 2 else {
        weights[name] = 1
        continue
      }
      guard parts[1].hasPrefix("q="), let weight = String(parts[1].dropFirst(2)).jsonNumber,
        (0...1).contains(weight)
      else { continue }
      weights[name] = weight
    }
  }

  /// The best of `available`, which are in the order the server prefers. A document as it is comes
  /// behind all others with the same weight, and is what a client gets that accepts none.
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

  /// What the client says of `coding`; `nil` if it says nothing.
  private func weight(of coding: ContentCoding) -> Double? {
    if let weight = weights[coding.rawValue] { return weight }
    if coding == .gzip, let weight = weights["x-gzip"] { return weight }
    return coding == .identity ? nil : weights["*"]
  }
}
