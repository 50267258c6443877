import Foundation

/// The URLs of other places that content may have: absolute, http or https, with a host, without white space.
package enum AbsoluteURL {
  /// The plain ones, perhaps with a port and a query, as a regular expression (ECMA-262).
  package static let pattern =
    "^https?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[1-9][0-9]{0,3})?"
    + #"(/[A-Za-z0-9._~/-]*)?(\?[A-Za-z0-9._~/=&-]*)?$"#

  package static func isValid(_ text: String) -> Bool {
    if isPlain(text) { return true }
    guard
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }),
      let components = URLComponents(string: text),
      let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = components.host, !host.isEmpty
    else { return false }
    return true
  }

  /// Whether the host of `text` is the machine of whoever follows it, so that it leads nowhere for everybody else.
  package static func isOfOneMachine(_ text: String) -> Bool {
    guard var name = URLComponents(string: text)?.host?.lowercased() else { return false }
    if name.hasSuffix(".") { name.removeLast() }
    if namesOfOneMachine.contains(name) || name.hasSuffix(".localhost") { return true }
    if name.hasPrefix("[") { name = String(name.dropFirst().dropLast()) }
    // An address of version 4 in one of version 6.
    if name.hasPrefix("::ffff:") { name = String(name.dropFirst("::ffff:".count)) }
    return ["::1", "::", "7f00:1"].contains(name)
      || firstByte(ofAddress: name).map([0, 127].contains) == true
  }

  private static let namesOfOneMachine: Set = [
    "localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback",
  ]

  /// The first byte of an address of version 4 in any form that browsers read: `127.0.0.1`, `127.1`, `0x7f.1`, `2130706433`
  /// (URL Standard, "IPv4 parser"); `nil` for any other host.
  private static func firstByte(ofAddress host: String) -> Int? {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { part in
      if part.hasPrefix("0x") { return Int(part.dropFirst(2), radix: 16) }
      return part.hasPrefix("0") && part.count > 1 ? Int(part, radix: 8) : Int(part)
    }
    guard (1...4).contains(numbers.count), let first = numbers[0],
      numbers.allSatisfy({ $0.map { $0 >= 0 } ?? false })
    else { return nil }
    return numbers.count > 1 ? first : first >> 24
  }

  /// Whether `text` is a URL in which nothing needs a closer look: a host of letters, digits, points
  /// and hyphens, and a path of these, slashes, underscores and tildes. Most of them are.
  private static func isPlain(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    guard text.hasPrefix("https://") || text.hasPrefix("http://"),
      let slash = rest.firstIndex(of: UInt8(ascii: "/"))
    else { return false }
    rest = rest[slash...].dropFirst(2)
    let host = rest.prefix { $0.isPlainInHost }
    // The hosts of other alphabets begin with xn--.
    guard let first = host.first, first != UInt8(ascii: "-"), first | 0x20 != UInt8(ascii: "x")
    else { return false }
    rest = rest.dropFirst(host.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return false }
    return rest.allSatisfy {
      $0.isPlainInHost || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "~")
    }
  }

  /// The schemes that no link has: a browser or a web view would run them as a script, show content of the link
  /// itself, or read local files.
  static let refusedSchemes = [
    "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
  ]

  /// The form of links that open an app.
  static let deepLinkForm =
    "a URL with a scheme, such as tanada://news, other than "
    + refusedSchemes.map { "\($0):" }.joined(separator: ", ")

  /// Whether `text` is a URL that may open an app: of any scheme but those of ``refusedSchemes``.
  static func isDeepLink(_ text: String) -> Bool {
    guard
      !text.unicodeScalars.contains(where: {
        $0.properties.isWhitespace || $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
      }),
      let scheme = URLComponents(string: text)?.scheme, !scheme.isEmpty
    else { return false }
    return !refusedSchemes.contains(scheme.lowercased())
  }
}

extension String {
  /// The text as a value in an address: everything but the unreserved characters of RFC 3986,
  /// section 2.3, as `%XX`.
  package var percentEncoded: String {
    // Every text has UTF-8, so there is always an encoding.
    addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
  }
}

extension CharacterSet {
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~")
}

extension UInt8 {
  /// A letter, a digit, a point or a hyphen.
  fileprivate var isPlainInHost: Bool {
    isLetter || isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
