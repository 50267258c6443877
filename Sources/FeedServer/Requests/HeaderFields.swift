import FeedPublisher
import HTTPTypes
import LayoutCatalog

extension HTTPField.Name {
  /// The name of a header field, which must be valid.
  static func field(_ name: String) -> HTTPField.Name {
    guard let name = Self(name) else { preconditionFailure("\(name) is a valid field name") }
    return name
  }

  /// The sources that a page may load from (Content Security Policy Level 3).
  static let contentSecurityPolicy = field("Content-Security-Policy")
  /// Keeps browsers from guessing the media type.
  static let contentTypeOptions = field("X-Content-Type-Options")
}

extension Substring {
  /// The text without the spaces and tabs around it.
  var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}

/// The entity tags of an `If-None-Match` header (RFC 9110, section 13.1.2).
struct EntityTags {
  private let tags: [Substring]

  init(_ fields: [String]) {
    tags = fields.flatMap { $0.split(separator: ",") }.map { field in
      let tag = field.trimmed
      // The comparison is weak: a proxy that compresses a response makes its tag weak.
      return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
  }

  /// Whether `tag` or `*` is one of the tags.
  func contains(_ tag: String) -> Bool {
    tags.contains { $0 == "*" || $0 == tag }
  }
}

/// An `Accept-Encoding` header (RFC 9110, section 12.5.3).
///
/// The syntax is not that of structured fields (RFC 8941): for an empty element or a space before `;`,
/// which are allowed here, a parser of structured fields rejects the whole header.
struct AcceptedCodings {
  /// Weights from 0 (refused) to 1, by the name of the coding in lower case; `*` is for all others.
  private var weights: [String: Double] = [:]

  /// Parses the header's fields; malformed elements are ignored.
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

  /// The weight that the client gives to `coding`; `nil` if the header does not mention it.
  private func weight(of coding: ContentCoding) -> Double? {
    if let weight = weights[coding.rawValue] { return weight }
    if coding == .gzip, let weight = weights["x-gzip"] { return weight }
    return coding == .identity ? nil : weights["*"]
  }
}
