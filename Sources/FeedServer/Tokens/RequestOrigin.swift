import HTTPTypes
import HummingbirdCore

/// Where a request comes from, as a browser says with `Origin` (RFC 6454, section 7).
///
/// A browser adds the cookies of this server to requests that any page makes it send, as far as `SameSite` lets it. It
/// always says which page that is with methods that can change something.
enum RequestOrigin {
  private static let defaultPorts = ["http": ":80", "https": ":443"]

  /// Whether a page of this server sends `request`: its origin has the host and the port that the request is for.
  ///
  /// - Parameter isEncrypted: Whether the request came over TLS. Then its page did, too: one that came without may be
  ///   anybody's who is between.
  static func isOwn(_ request: Request, isEncrypted: Bool) -> Bool {
    let fields = request.headers[values: .origin]
    guard fields.count == 1, let authority = request.head.authority,
      let separator = fields[0].firstRange(of: "://"),
      let port = defaultPorts[String(fields[0][..<separator.lowerBound])],
      !isEncrypted || fields[0].hasPrefix("https:")
    else { return false }
    let origin = fields[0][separator.upperBound...]
    return !origin.isEmpty && without(port, origin) == without(port, authority[...])
  }

  /// `authority` without the port that its scheme has anyway.
  private static func without(_ port: String, _ authority: Substring) -> String {
    let name = authority.lowercased()
    return name.hasSuffix(port) ? String(name.dropLast(port.count)) : name
  }
}
