/// The names of feeds and sections: text that needs no escaping in a URL.
package enum PlainName {
  /// The longest name, in characters.
  package static let maximumLength = 64
  /// The form of a name, in words.
  package static let form =
    "1 to \(maximumLength) of the letters a to z and A to Z, digits, - and _"

  /// The form of a name as a regular expression (ECMA-262).
  package static let pattern = "^[A-Za-z0-9_-]{1,\(maximumLength)}$"

  package static func isValid(_ name: String) -> Bool {
    (1...maximumLength).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }
}
