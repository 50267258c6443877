package import HTTPTypes

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
  package static func setting(
    _ value: String, for seconds: Int, isEncrypted: Bool
  ) -> String {
    "\(name(isEncrypted: isEncrypted))=\(value); \(attributes); Max-Age=\(seconds)"
      + (isEncrypted ? "; Secure" : "")
  }

  /// The value of `Set-Cookie` that takes the cookie away.
  package static func clearing(isEncrypted: Bool) -> String {
    setting("", for: 0, isEncrypted: isEncrypted)
  }
}
