import FeedPublisher
package import HTTPTypes

extension HTTPField.Name {
  /// The name of a header field, which must be valid.
  package static func field(_ name: String) -> HTTPField.Name {
    guard let name = Self(name) else { preconditionFailure("\(name) is a valid field name") }
    return name
  }

  /// The sources that a page may load from (Content Security Policy Level 3).
  static let contentSecurityPolicy = field("Content-Security-Policy")
  /// How many operations of the previewed release have conflicts.
  package static let releaseConflicts = field("X-Tanada-Release-Conflicts")
  /// Whether browsers guess the media type.
  static let contentTypeOptions = field("X-Content-Type-Options")
}

extension Substring {
  /// The text without the spaces and tabs around it.
  package var trimmed: Substring {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var text = utf8.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return Substring(text)
  }
}

/// An alternative in a header field that lists some by weight, such as `Accept` and `Accept-Encoding` (RFC 9110, section
/// 12.4.2).
///
/// The syntax is not that of structured fields (RFC 8941): for an empty element or a space before `;`,
/// which are allowed here, a parser of structured fields rejects the whole header.
package struct WeightedElement {
  /// The media range or the coding in lower case.
  package let name: String
  /// The weight from 0 (refused) to 1; 1 where none is given, `nil` for one that is no such number.
  package let weight: Double?
  /// Whether there are parameters besides the weight.
  let hasOtherParameters: Bool

  /// The elements of the header's `fields`, in their order.
  package static func all(in fields: [String]) -> [WeightedElement] {
    fields.flatMap { $0.split(separator: ",") }.compactMap(Self.init)
  }

  /// `nil` for an element without a name.
  private init?(_ text: Substring) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.trimmed.lowercased() }
    guard let name = parts.first, !name.isEmpty else { return nil }
    let parameters = parts.dropFirst().filter { !$0.isEmpty }
    let given = parameters.first { $0.hasPrefix("q=") }
    self.name = name
    weight =
      given.map { String($0.dropFirst(2)).jsonNumber.flatMap { (0...1).contains($0) ? $0 : nil } }
      ?? 1
    hasOtherParameters = parameters.count > (given == nil ? 0 : 1)
  }
}

extension ContentCoding {
  /// The best of `available`, which are in the server's order of preference, for a client that sends `fields` of
  /// `Accept-Encoding` (RFC 9110, section 12.5.3). Identity is chosen last among codings of the same weight, and if the
  /// client accepts none.
  static func best(
    of available: [ContentCoding] = allCases.reversed(), for fields: [String]
  ) -> ContentCoding {
    // From 0 (refused) to 1, by the name in lower case; `*` is for all others.
    var weights: [String: Double] = [:]
    // Elements with other parameters or without a valid weight are ignored.
    for element in WeightedElement.all(in: fields) where !element.hasOtherParameters {
      if let weight = element.weight { weights[element.name] = weight }
    }
    var (best, bestWeight) = (ContentCoding.identity, 0.0)
    for coding in available where coding != .identity {
      let own = weights[coding.rawValue] ?? (coding == .gzip ? weights["x-gzip"] : nil)
      guard let weight = own ?? weights["*"], weight > bestWeight else { continue }
      (best, bestWeight) = (coding, weight)
    }
    if let weight = weights[ContentCoding.identity.rawValue], weight > bestWeight {
      return .identity
    }
    return best
  }
}

/// The cookie with the secret of a session (RFC 6265).
package enum SessionCookie {
  /// The name of the cookie over plain HTTP, as on the machine of the server itself.
  private static let plainName = "tanada_session"
  /// That over TLS: with this beginning, a browser takes the cookie from this host alone, and only with `Secure` and for
  /// all paths. No other host of the domain gives somebody a session.
  private static let ownName = "__Host-" + plainName
  /// For requests of pages of this site alone, out of reach of scripts.
  private static let attributes = "HttpOnly; SameSite=Strict; Path=/"

  /// Whether a value of `Cookie` may have the cookie. ``values(in:isEncrypted:)`` finds it in no other.
  static func mayBe(in field: String) -> Bool { field.contains(plainName) }

  private static func name(isEncrypted: Bool) -> String { isEncrypted ? ownName : plainName }

  /// The most values of a request that are looked at.
  private static let maximumCount = 3

  /// The values of the cookie in a request, in their order. Over plain HTTP there may be several: other paths and hosts of
  /// the domain set cookies with the same name. Over TLS a browser has one.
  ///
  /// - Parameter isEncrypted: Whether the request came over TLS, where the other name counts for nothing.
  package static func values(in headers: HTTPFields, isEncrypted: Bool) -> [String] {
    let name = name(isEncrypted: isEncrypted)
    let limit = isEncrypted ? 1 : maximumCount
    var values: [String] = []
    for field in headers[values: .cookie] where mayBe(in: field) {
      for pair in field.split(separator: ";") where values.count < limit {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0].trimmed == name { values.append(String(parts[1].trimmed)) }
      }
    }
    return values
  }

  /// The value of `Set-Cookie` that gives a browser the cookie.
  ///
  /// - Parameters:
  ///   - seconds: How long the browser keeps it.
  ///   - isEncrypted: Whether the browser sends it over TLS only.
  package static func setting(_ value: String, for seconds: Int, isEncrypted: Bool) -> String {
    "\(name(isEncrypted: isEncrypted))=\(value); \(attributes); Max-Age=\(seconds)"
      + (isEncrypted ? "; Secure" : "")
  }

  /// The value of `Set-Cookie` that takes the cookie away.
  package static func clearing(isEncrypted: Bool) -> String {
    setting("", for: 0, isEncrypted: isEncrypted)
  }
}
