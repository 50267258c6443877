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

/// The value of `X-Content-Type-Options`, which every response has.
enum ContentTypeOptions {
  /// Browsers do not guess the media type (Fetch Standard, section 3.6).
  static let noSniffing = "nosniff"
}

extension String {
  /// Whether all characters are letters and digits of ASCII, or among `others`.
  func consists(of others: StaticString) -> Bool {
    let others = UnsafeBufferPointer(start: others.utf8Start, count: others.utf8CodeUnitCount)
    return utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: others.contains(byte)
      }
    }
  }
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
