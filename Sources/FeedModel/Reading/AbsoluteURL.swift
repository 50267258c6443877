import Foundation

/// What counts as a URL in content: absolute, http or https, with a host, without white space.
package enum AbsoluteURL {
  package static func isValid(_ text: String) -> Bool {
    guard
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }),
      let components = URLComponents(string: text),
      let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = components.host, !host.isEmpty
    else { return false }
    return true
  }

  /// Whether `text` is a URL of any scheme, such as an app's own.
  static func hasScheme(_ text: String) -> Bool {
    guard
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }),
      let scheme = URLComponents(string: text)?.scheme, !scheme.isEmpty
    else { return false }
    return true
  }
}
