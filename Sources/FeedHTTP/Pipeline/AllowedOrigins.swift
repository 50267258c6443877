import HTTPTypes
import HummingbirdCore

/// The origins whose pages may read responses in a browser (Fetch Standard, section 3.2).
package enum AllowedOrigins: Sendable, Equatable {
  case none
  case any
  case listed(Set<String>)

  /// Parses `*`, or origins such as `https://example.com:8443`, separated by commas.
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

  /// `origin` if responses to its pages differ from others; `nil` for all other origins.
  func listed(_ origin: String) -> String? {
    guard case .listed(let listed) = self, listed.contains(origin) else { return nil }
    return origin
  }

  /// Adds to the headers of a response whether pages of `origin` may read it.
  ///
  /// - Parameter origin: the request's `Origin`; `nil` without one.
  func allow(_ origin: String?, in headers: inout HTTPFields) {
    switch self {
    case .none: return
    // Independent of the request, so that caches store one response.
    case .any: headers[.accessControlAllowOrigin] = "*"
    case .listed(let listed):
      let known = headers[values: .vary]
      headers[.vary] = (known + ["Origin"]).joined(separator: ", ")
      guard let origin, listed.contains(origin) else { return }
      headers[.accessControlAllowOrigin] = origin
    }
    headers[.accessControlExposeHeaders] = Self.responseHeaders
  }

  /// Whether `text` has the form that browsers send: scheme, host, and a port unless it is the default.
  private static func isOrigin(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z][a-z0-9+.-]*:\/\/([a-z0-9._-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?/) != nil
  }
}

extension AllowedOrigins {
  /// The headers that a page may send.
  private static let requestHeaders = [
    "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
    "Last-Event-ID", "X-Request-ID",
  ].joined(separator: ", ")
  /// The headers that a page may read.
  private static let responseHeaders = [
    "Content-Disposition", "ETag", "Idempotency-Replayed", "Link", "Location", "RateLimit",
    "RateLimit-Policy", "Retry-After", "X-Request-ID", "X-Tanada-Revision",
  ].joined(separator: ", ")
  /// How long a browser may cache a preflight response, in seconds.
  private static let maximumAge = 600

  /// The answer to OPTIONS for a path with `methods`, separated by commas; browsers ask so before other requests.
  ///
  /// - Parameter isPreflight: Whether a browser asks.
  func options(_ methods: String, isPreflight: Bool) -> Response {
    var headers: HTTPFields = [.allow: methods]
    if isPreflight, self != .none {
      headers[.accessControlAllowMethods] = methods
      headers[.accessControlAllowHeaders] = Self.requestHeaders
      headers[.accessControlMaxAge] = "\(Self.maximumAge)"
    }
    var response = Response(status: .noContent, headers: headers)
    // A 204 response has no Content-Length (RFC 9110, section 8.6).
    response.headers[.contentLength] = nil
    return response
  }
}
