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
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
