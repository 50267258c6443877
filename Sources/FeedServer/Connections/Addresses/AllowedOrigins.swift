/// Whose pages may read answers in a browser (Fetch, section 3.2).
package enum AllowedOrigins: Sendable, Equatable {
  case none
  case any
  case listed(Set<String>)

  /// Reads `*`, or origins such as `https://example.com:8443`, separated by commas.
  package init?(_ text: String) {
    guard text != "*" else {
      self = .any
      return
    }
    var origins: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let origin = String(part.trimmed)
      guard Self.isOrigin(origin) else { return nil }
      origins.insert(origin)
    }
    self = .listed(origins)
  }

  /// What browsers send: a scheme, a host and a port where it is not the usual one, and nothing more.
  private static func isOrigin(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z][a-z0-9+.-]*:\/\/([a-z0-9._-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?/) != nil
  }
}
